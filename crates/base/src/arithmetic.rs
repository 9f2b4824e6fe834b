//! Arithmetic of costs.

/// Returns the greatest common divisor of two numbers; the other one if one is 0.
pub fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}
