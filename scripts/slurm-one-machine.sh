#!/usr/bin/env bash
# A Slurm cluster on one machine: a controller and two emulated nodes, to try scripts/slurm-bench.sh and
# scripts/slurm-shards.sh without a cluster.
#
#   apt-get install slurm-wlm munge                  # Debian 12
#   scripts/slurm-one-machine.sh start /tmp/cluster
#   export SLURM_CONF=/tmp/cluster/slurm.conf
#   sinfo                                            # nodes one and two, idle
#   scripts/slurm-bench.sh instances/documents.toml 2 all.jsonl
#   scripts/slurm-one-machine.sh stop /tmp/cluster
#
# Everything is in that folder: nothing is changed in /etc, no service of the system is touched, and no root is needed (as
# root, jobs of others run, too). The nodes are two daemons on other ports (slurmd -N), each with the processors that it is
# told to have (SlurmdParameters=config_overrides), whatever the machine has.
set -euo pipefail

usage() {
    echo "usage: ${0##*/} start|stop FOLDER" >&2
    exit 2
}
[ $# -eq 2 ] || usage
export PATH="$PATH:/usr/sbin:/sbin"

# Ends the daemons that left their numbers in the folder, the nodes first.
stop() {
    for name in node-one node-two controller munge; do
        if [ -s "$1/$name.pid" ]; then
            kill "$(cat "$1/$name.pid")" 2>/dev/null || true
        fi
    done
}

start() {
    local folder=$1 user host
    user=$(id -un)
    host=$(hostname -s)
    mkdir -p "$folder/state" "$folder/spool-one" "$folder/spool-two"
    chmod 755 "$folder"
    [ -e "$folder/munge.key" ] || (umask 077 && head -c 1024 /dev/urandom > "$folder/munge.key")
    munged --force --key-file="$folder/munge.key" --socket="$folder/munge.socket" --pid-file="$folder/munge.pid" \
        --log-file="$folder/munge.log" --seed-file="$folder/munge.seed"
    cat > "$folder/slurm.conf" <<END
ClusterName=one-machine
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
CredType=cred/munge
SlurmctldPort=16817
SlurmctldPidFile=$folder/controller.pid
SlurmctldLogFile=$folder/controller.log
StateSaveLocation=$folder/state
SlurmdParameters=config_overrides
SlurmdPidFile=$folder/node-%n.pid
SlurmdLogFile=$folder/node-%n.log
SlurmdSpoolDir=$folder/spool-%n
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
ReturnToService=2
NodeName=one NodeHostname=$host NodeAddr=127.0.0.1 Port=16821 CPUs=1
NodeName=two NodeHostname=$host NodeAddr=127.0.0.1 Port=16822 CPUs=1
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
    export SLURM_CONF=$folder/slurm.conf
    slurmctld
    slurmd -N one
    slurmd -N two
    for _ in $(seq 60); do
        if [ "$(sinfo --noheader --states=idle --format=%D 2>/dev/null | head -n 1)" = 2 ]; then
            sinfo
            echo "export SLURM_CONF=$folder/slurm.conf"
            return
        fi
        sleep 1
    done
    echo "the nodes do not come up; the logs are in $folder" >&2
    stop "$folder"
    exit 1
}

case $1 in
    start) mkdir -p "$2" && start "$(realpath "$2")" ;;
    stop) stop "$(realpath "$2")" ;;
    *) usage ;;
esac
