//! Memory that the machine has to spare: what the system calls available, within the limit of a container.

use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// Half of the available bytes; none where the system does not tell.
pub(crate) fn half() -> Option<usize> {
    let refreshed = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(refreshed);
    let of_container = system.cgroup_limits().map(|limits| limits.free_memory);
    let bytes = of_container.into_iter().fold(system.available_memory(), u64::min);
    usize::try_from(bytes / 2).ok().filter(|bytes| 0 < *bytes)
}
