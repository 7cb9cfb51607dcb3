// SPDX-License-Identifier: GPL-2.0-only
/*
 * peak COMMAND...: run it without its output, and print the most memory that it takes, in KiB.  The
 * kernel counts the memory of the process that became the command, too: here this is little.  The
 * command gets no huge pages, which would round up each region where the machine gives them to all.
 */
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	struct rusage used;
	int status;
	pid_t child = argc < 2 ? -1 : fork();

	if (child < 0)
		return 2;
	if (!child) {
		if (freopen("/dev/null", "w", stdout) && !prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0))
			execvp(argv[1], argv + 1);
		_exit(127);
	}
	if (wait4(child, &status, 0, &used) != child || status)
		return 1;
	printf("%ld\n", used.ru_maxrss);
	return 0;
}
