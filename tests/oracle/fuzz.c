// SPDX-License-Identifier: GPL-2.0-only
/*
 * The differential fuzzer: random cases through sim/core and the oracle.
 *
 * As fuzz-mpi it is an MPI job.  Each rank goes through all cases, and runs a part of every fabric.
 * Rank 0 prints the results.  Each rank prints the differences that it sees; ranks other than 0
 * print on standard error.
 */
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "sim/run/crew.h"

#include "case.h"
#include "tap.h"

#define DEFAULT_CASES	1000		/* enough for every mechanism, with the default seed */
#define DEFAULT_SEED	20071110	/* SC07 began that day */
#define GROUPS		20		/* test points */
#define MOST_IN_GROUP	1000		/* most cases per test point */
#define CASE_SECONDS	600		/* time limit of a case, for one that hangs */

struct options {
	u64 cases, seed, only;
	bool one, verbose;
	enum case_kind kind;
	u32 seconds;		/* time limit of the run; 0: none */
	u32 crew;		/* threads or ranks of every case; 0: as drawn */
	FILE *report;
};

/* The message about a case that never ends; it is written before each case. */
static char last_words[160];

static void died(int signal)
{
	ssize_t ignored = write(STDOUT_FILENO, last_words, strlen(last_words));

	(void)ignored;
	_exit(signal == SIGALRM ? 1 : 128 + signal);
}

/* Return the command that repeats a case, but for the options that name the case. */
static const char *again(const struct options *opt)
{
	const char *kind = case_classes[opt->kind].name;
	static char text[64];

	if (sim_crew_ranks())
		snprintf(text, sizeof(text), "mpirun -n %u fuzz-mpi -k %s", opt->crew, kind);
	else if (opt->crew)
		snprintf(text, sizeof(text), "fuzz -k %s -T %u", kind, opt->crew);
	else
		snprintf(text, sizeof(text), "fuzz -k %s", kind);
	return text;
}

static bool one_case(const struct options *opt, u64 number, u64 *coverage)
{
	snprintf(last_words, sizeof(last_words),
		 "Bail out! died or hung; rerun: %s -v -s %" PRIu64 " -c %" PRIu64 "\n",
		 again(opt), opt->seed, number);
	alarm(CASE_SECONDS);
	if (case_run(opt->seed, number, opt->kind, MUTANT_NONE, opt->crew, coverage,
		     opt->verbose ? opt->report : NULL))
		return true;
	if (!opt->verbose)
		case_run(opt->seed, number, opt->kind, MUTANT_NONE, opt->crew, NULL, opt->report);
	printf("# seed %" PRIu64 ", case %" PRIu64 "; rerun: %s -s %" PRIu64 " -c %" PRIu64 "\n",
	       opt->seed, number, again(opt), opt->seed, number);
	return false;
}

static bool time_is_up(const struct options *opt, time_t start)
{
	bool is_up = opt->seconds && time(NULL) - start >= opt->seconds;

	return !sim_crew_agree(opt->crew, !is_up);
}

/* Check that a full run has exercised every mechanism. */
static void report_coverage(struct tap *tap, enum case_kind kind, u64 cases, const u64 *coverage)
{
	for (u32 i = case_classes[kind].seen; i < case_classes[kind].seen_end; i++) {
		if (cases >= DEFAULT_CASES)
			tap_point(tap, coverage[i] > 0, "exercised: %s: %" PRIu64,
				  coverage_text[i], coverage[i]);
		else
			printf("# exercised: %s: %" PRIu64 "\n",
			       coverage_text[i], coverage[i]);
	}
}

static int fuzz(const struct options *opt)
{
	u64 group = 1 + (opt->cases - 1) / GROUPS;
	u64 coverage[SEEN_COUNT] = { 0 }, number = 0;
	time_t start = time(NULL);
	struct tap tap;

	if (group > MOST_IN_GROUP)
		group = MOST_IN_GROUP;
	tap_begin(&tap);
	printf("# seed %" PRIu64 "\n", opt->seed);
	while (number < opt->cases && !time_is_up(opt, start)) {
		u64 first = number, alike = 0;

		while (number < first + group && number < opt->cases &&
		       !time_is_up(opt, start))
			alike += one_case(opt, number++, coverage);
		tap_point(&tap, alike == number - first,
			  "cases %" PRIu64 " to %" PRIu64 ": %" PRIu64
			  " of %" PRIu64 " alike", first, number - 1, alike,
			  number - first);
	}
	report_coverage(&tap, opt->kind, number, coverage);
	return tap_done(&tap);
}

static int fuzz_one(const struct options *opt)
{
	u64 coverage[SEEN_COUNT] = { 0 };
	struct tap tap;

	tap_begin(&tap);
	tap_point(&tap, one_case(opt, opt->only, coverage), "case %" PRIu64,
		  opt->only);
	return tap_done(&tap);
}

static int usage(void)
{
	fprintf(stderr,
		"usage: fuzz [-n CASES] [-s SEED] [-t SECONDS] [-c CASE] [-k KIND] [-T THREADS] [-v]\n"
		"  -n  how many cases, 1000 if not given\n"
		"  -s  the seed they come from\n"
		"  -t  stop after so many seconds; without -n, at nothing else\n"
		"  -c  run this case alone\n"
		"  -T  run each fabric in so many threads; otherwise few are, in some\n"
		"  -k  of which routers: seastar (if not given), tables (SeaStars that all have\n"
		"      look-up tables), vc, topologies (vc on those that are no cubes), torus,\n"
		"      bubble, wormhole, dragonfly\n"
		"  -v  print all that is done in each case\n");
	return 2;
}

static bool number_of(const char *text, u64 *value)
{
	char *end;

	*value = strtoull(text, &end, 0);
	return *text >= '0' && *text <= '9' && !*end;
}

static bool kind_of(const char *name, enum case_kind *kind)
{
	for (u32 i = 0; i < CASE_KINDS; i++) {
		if (strcmp(case_classes[i].name, name))
			continue;
		*kind = i;
		return true;
	}
	return false;
}

static bool read_options(int argc, char **argv, struct options *opt)
{
	bool ok = true;
	u64 value = 0;
	int c;

	while (ok && (c = getopt(argc, argv, "n:s:t:c:k:T:v")) != -1) {
		ok = c == 'v' || c == 'k' || (optarg && number_of(optarg, &value));
		switch (c) {
		case 'n':
			opt->cases = value;
			break;
		case 's':
			opt->seed = value;
			break;
		case 't':
			opt->seconds = value;
			break;
		case 'c':
			opt->only = value;
			opt->one = true;
			break;
		case 'T':
			ok = ok && value >= 1 && value <= SS_MAX_REGIONS && !sim_crew_ranks();
			opt->crew = value;
			break;
		case 'k':
			ok = kind_of(optarg, &opt->kind);
			break;
		case 'v':
			opt->verbose = true;
			break;
		default:
			ok = false;
		}
	}
	return ok && optind == argc;
}

static int run(int argc, char **argv, FILE *report)
{
	struct options opt = {
		.seed = DEFAULT_SEED, .crew = sim_crew_ranks(), .report = report
	};

	if (!read_options(argc, argv, &opt))
		return usage();
	if (!opt.cases)
		opt.cases = opt.seconds ? U64_MAX : DEFAULT_CASES;
	signal(SIGABRT, died);
	signal(SIGSEGV, died);
	signal(SIGALRM, died);
	return opt.one ? fuzz_one(&opt) : fuzz(&opt);
}

int main(int argc, char **argv)
{
	u32 rank = sim_crew_begin();
	FILE *report = rank ? stderr : stdout;
	int status;

	if (rank && !freopen("/dev/null", "w", stdout))
		return 1;
	status = run(argc, argv, report);
	sim_crew_end();
	return status;
}
