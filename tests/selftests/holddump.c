// SPDX-License-Identifier: GPL-2.0-only
/*
 * Hold a dump of a device's statistics in the middle: print "held", wait for the end of standard
 * input, receive the rest and print its outcome.
 */
#include <stdio.h>
#include <string.h>

#include <linux/seastar.h>

#include "client.h"

int main(int argc, char **argv)
{
	int error;

	if (argc != 2) {
		fprintf(stderr, "usage: holddump DEVICE\n");
		return 2;
	}
	client_open();
	client_dump_begin(SEASTAR_CMD_STATS_GET, argv[1]);
	puts("held");
	fflush(stdout);
	while (getchar() != EOF)
		;
	error = client_dump_end();
	printf("ended: %s\n", error ? strerror(error) : "whole");
	return 0;
}
