# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2154 # `root`, of the scripts that source it
# Jobs of Debian's Open MPI on this machine, whoever the user is and however few processors
# there are; sourced by tests.

export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_btl_base_warn_component_unused=0
# When a job fails, SIGTERM ends its ranks: no second to wait for before SIGKILL
export OMPI_MCA_odls_base_sigkill_timeout=0

# A directory for one job: of jobs that share one, the last to end removes it under one that begins
job_directory() {
	mkdir -p "$root/build/mpi"
	mktemp -d -p "$root/build/mpi"
}

# in_job COMMAND...: with such a directory, which goes when it ends
in_job() {
	local directory status=0

	directory=$(job_directory)
	OMPI_MCA_orte_tmpdir_base=$directory "$@" || status=$?
	rm -rf "$directory"
	return $status
}

# under_mpi WORD...: what mpirun does with these; standard input is left to it
under_mpi() {
	in_job timeout 300 mpirun --oversubscribe "$@"
}
