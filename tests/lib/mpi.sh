# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2154 # `root`, of the scripts that source it
# Jobs of Debian's Open MPI on this machine, for any user and any number of processors; tests source
# this file.

export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_btl_base_warn_component_unused=0
# Do not wait a second between SIGTERM and SIGKILL when a job fails
export OMPI_MCA_odls_base_sigkill_timeout=0

# Make a directory for one job: with a shared one, a job that ends would remove it under another
job_directory() {
	mkdir -p "$root/build/mpi"
	mktemp -d -p "$root/build/mpi"
}

# in_job COMMAND...: run a command with such a directory, removed at its end
in_job() {
	local directory status=0

	directory=$(job_directory)
	OMPI_MCA_orte_tmpdir_base=$directory "$@" || status=$?
	rm -rf "$directory"
	return $status
}

# under_mpi WORD...: run mpirun with these words
under_mpi() {
	in_job timeout 300 mpirun --oversubscribe "$@"
}
