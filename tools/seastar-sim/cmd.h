/* SPDX-License-Identifier: GPL-2.0-only */
/* The subcommands: what main() chooses from.  Each returns the program's exit status. */
#ifndef CMD_H
#define CMD_H

int cmd_plot(int argc, char **argv);
int cmd_report(int argc, char **argv);

#endif /* CMD_H */
