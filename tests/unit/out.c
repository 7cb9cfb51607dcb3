// SPDX-License-Identifier: GPL-2.0-only
/* Output that is described once is text, a table that fits its terminal, and JSON. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test.h"
#include "tools/seastar/base/json.h"
#include "tools/seastar/base/out.h"
#include "tools/seastar/base/print.h"

static char printed[1 << 18];

/* Return the text that @fn prints to @fd, read back from @from. */
static const char *print_to(int fd, int from, void (*fn)(void))
{
	int kept = dup(STDOUT_FILENO);
	ssize_t n = 0, got;

	fflush(stdout);
	dup2(fd, STDOUT_FILENO);
	fn();
	fflush(stdout);
	dup2(kept, STDOUT_FILENO);
	close(kept);
	while ((got = read(from, printed + n, sizeof(printed) - 1 - n)) > 0)
		n += got;
	printed[n] = '\0';
	return printed;
}

static const char *print(void (*fn)(void))
{
	int fd = memfd_create("printed", 0), from;
	char path[64];
	const char *text;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	from = open(path, O_RDONLY);
	text = print_to(fd, from, fn);
	close(from);
	close(fd);
	return text;
}

/*
 * Return the text that @fn prints on a terminal of @columns columns, which ends lines with CR LF.
 */
static const char *print_on_terminal(unsigned short columns, void (*fn)(void))
{
	struct winsize size = { .ws_col = columns, .ws_row = 24 };
	int master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK), slave;
	const char *text;
	char *c;

	assert_int_equal(grantpt(master) | unlockpt(master), 0);
	slave = open(ptsname(master), O_RDWR | O_NOCTTY);
	ioctl(slave, TIOCSWINSZ, &size);
	text = print_to(slave, master, fn);
	while ((c = strchr(text, '\r')))
		memmove(c, c + 1, strlen(c));
	close(slave);
	close(master);
	return text;
}

static void describe(void)
{
	out_open(NULL);
	out_str("device", "%s: ", "fab\"0");
	out_u64("cycle", "cycle %s, 100 % sure", 18446744073709551615U);
	out_text("\n");
	out_list("none");
	out_close();
	out_open("empty");
	out_close();
	out_u64(NULL, "%s of text only\n", 7);
	out_table("rows", "no rows");
	for (int i = 0; i < 2; i++) {
		out_row();
		out_str("name", "name", i ? "a long one" : "b");
		out_u64_if(i, "count", "count", 12345);
		out_real("share", 6, "share", 2, i ? 1 / 3.0 : NAN);
		out_cell("both", "%d/%d", i, 2);
		out_bool("is", i);
		out_hex("bits", NULL, 0x1f);
		out_long("words", "words", i ? "some words about it that go on" : "few");
		out_close();
	}
	out_close();
	out_close();
}

static void text_has_a_table(void **state)
{
	(void)state;
	assert_string_equal(print(describe),
			    "fab\"0: cycle 18446744073709551615, 100 % sure\n"
			    "7 of text only\n"
			    "name        count  share  both  words\n"
			    "b               -      -   0/2  few\n"
			    "a long one  12345   0.33   1/2  some words about it that go on\n");
}

static void no_rows(void)
{
	out_table(NULL, "no rows");
	out_close();
}

static void empty_table_is_a_line(void **state)
{
	(void)state;
	assert_string_equal(print(no_rows), "no rows\n");
}

/* Below 62 columns words are wrapped, and below 56 they are in a table of their own. */
static void table_fits_its_terminal(void **state)
{
	const char *line;
	size_t length;

	(void)state;
	assert_non_null(strstr(print_on_terminal(80, describe), "it that go on\n"));
	for (unsigned short columns = 62; columns > 35; columns--) {
		line = strstr(print_on_terminal(columns, describe), "name ");
		assert_non_null(strstr(line, "12345"));
		assert_non_null(strstr(line, "0.33"));
		assert_int_equal(!!strstr(line, "\n\nname"), columns < 56);
		for (; *line; line += length + 1) {
			length = strcspn(line, "\n");
			assert_in_range(length, 0, columns);
		}
	}
}

static void colour(void)
{
	out_table(NULL, NULL);
	out_row();
	out_str(NULL, "link", "down");
	out_colour(COLOUR_BAD);
	out_close();
	out_close();
}

static void cells_have_colours(void **state)
{
	(void)state;
	assert_string_equal(print(colour), "link\ndown\n");
	print_use_colours("always");
	assert_string_equal(print(colour), "link\n\033[31mdown\033[0m\n");
	print_use_colours("never");
}

/* JSON is byte for byte the same as json-c prints. */
static void json_is_that_of_json_c(void **state)
{
	int pretty = JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_SPACED;
	struct json_object *o;
	char *text;

	(void)state;
	out_keep();
	describe();
	o = out_kept();
	assert_string_equal(json_object_to_json_string_ext(o, 0),
			    "{\"device\":\"fab\\\"0\",\"cycle\":18446744073709551615,\"none\":[],\"empty\":{},\"rows\":[{\"name\":\"b\",\"count\":null,\"share\":null,\"is\":false,\"bits\":\"0x000000000000001f\",\"words\":\"few\"},{\"name\":\"a long one\",\"count\":12345,\"share\":0.333333,\"is\":true,\"bits\":\"0x000000000000001f\",\"words\":\"some words about it that go on\"}]}");
	assert_true(asprintf(&text, "%s\n", json_object_to_json_string_ext(o, pretty)) > 0);
	print_use_json(true);
	assert_string_equal(print(describe), text);
	json_object_put(o);
	free(text);
}

/* Describe a table whose rows are members by their names in JSON, in two groups. */
static void describe_by_name(void)
{
	static const char *const rows[] = { "a", "b", "c" };

	out_open(NULL);
	out_open("figures");
	out_table(NULL, NULL);
	for (int i = 0; i < 3; i++) {
		if (i < 2)
			out_open(i ? "second" : "first");
		out_row();
		out_open(rows[i]);
		out_str(NULL, "figure", rows[i]);
		out_u64("mean", "mean", i);
		out_close();
		out_close();
		if (i != 1)
			out_close();
	}
	out_close();
	out_close();
	out_close();
}

static void rows_have_names(void **state)
{
	(void)state;
	assert_string_equal(print(describe_by_name), "figure  mean\na          0\nb          1\nc          2\n");
	print_use_json(false);
	assert_string_equal(print(describe_by_name),
			    "{\"figures\":{\"first\":{\"a\":{\"mean\":0}},\"second\":{\"b\":{\"mean\":1},\"c\":{\"mean\":2}}}}\n");
}

static struct json_object *tree;

static void embed(void)
{
	out_open(NULL);
	out_tree("tree", json_object_get(tree));
	out_tree("nothing", NULL);
	out_close();
}

static void tree_is_indented_with_the_rest(void **state)
{
	(void)state;
	tree = json_tokener_parse("{\"a\":[1,\"x\\ny\"]}");
	print_use_json(true);
	assert_string_equal(print(embed),
			    "{\n  \"tree\": {\n    \"a\": [\n      1,\n      \"x\\ny\"\n    ]\n  },\n  \"nothing\": null\n}\n");
	json_object_put(tree);
}

static off_t written;

/* Describe more rows than stdio buffers, and note how much is already written before the end. */
static void many_rows(void)
{
	struct stat file;

	out_list(NULL);
	for (int i = 0; i < 10000; i++) {
		out_row();
		out_u64("row", "row", i);
		out_close();
	}
	fstat(STDOUT_FILENO, &file);
	written = file.st_size;
	out_close();
}

static void json_is_printed_while_it_is_described(void **state)
{
	(void)state;
	print_use_json(false);
	print(many_rows);
	assert_in_range(written, 100000, 200000);
}

/* Run a child process that die() ends within a row. */
static void fail_in_the_middle(void)
{
	pid_t child = fork();
	int status;

	if (!child) {
		freopen("/dev/null", "w", stderr);
		out_list(NULL);
		out_row();
		out_u64("row", "row", 1);
		out_list("values");
		die("out of luck");
	}
	waitpid(child, &status, 0);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_FAILURE);
}

static void json_is_closed_by_an_error(void **state)
{
	(void)state;
	print_use_json(false);
	assert_string_equal(print(fail_in_the_middle), "[{\"row\":1,\"values\":[]}]\n");
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_has_a_table),
		cmocka_unit_test(empty_table_is_a_line),
		cmocka_unit_test(table_fits_its_terminal),
		cmocka_unit_test(cells_have_colours),
		cmocka_unit_test(rows_have_names),
		cmocka_unit_test(json_is_that_of_json_c),
		cmocka_unit_test(tree_is_indented_with_the_rest),
		cmocka_unit_test(json_is_printed_while_it_is_described),
		cmocka_unit_test(json_is_closed_by_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
