// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/base/text.h"

#include "tools/lib/names.h"

#include "args.h"
#include "print.h"

#define MAX_LISTED	16	/* words listed in an error */
#define LIST_MAX	256

void args_die(const struct args *a, const char *fmt, ...)
{
	va_list ap;

	error_begin();
	va_start(ap, fmt);
	error_text(fmt, ap);
	va_end(ap);
	fprintf(stderr, "; see 'seastar%s%s%s%s help'", a->object ? " " : "",
		a->object ? a->object : "", a->command ? " " : "",
		a->command ? a->command : "");
	error_end(EXIT_USAGE);
}

bool args_more(const struct args *a)
{
	return *a->word;
}

/* Return @word without leading "--", which other tools have. */
static const char *undashed(const char *word)
{
	return !strncmp(word, "--", 2) && word[2] ? word + 2 : word;
}

bool args_comes(const struct args *a, const char *word)
{
	return args_more(a) && !strcmp(undashed(*a->word), word);
}

void args_could(struct args *a, const char *word)
{
	size_t n = 0;

	if (a->asked == a->word) {
		while (a->could[n])
			n++;
	}
	a->asked = a->word;
	if (n < MAX_COULD)
		a->could[n++] = word;
	a->could[n] = NULL;
}

bool args_take(struct args *a, const char *word)
{
	if (!args_more(a))
		return false;
	if (!args_comes(a, word)) {
		args_could(a, word);
		return false;
	}
	a->keyword = word;
	a->word++;
	return true;
}

const char *args_value(struct args *a, const char *what)
{
	if (!args_more(a)) {
		if (a->keyword && !strcmp(a->keyword, what))
			args_die(a, "the value of '%s' is missing", what);
		args_die(a, "%s is missing", what);
	}
	return *a->word++;
}

/* Refuse @word if it is an option that other tools take in this place. */
static void refuse_option(const struct args *a, const char *word)
{
	static const char *const options[] = { "-j", "--json", "-p", "--pretty", "-N", "--numeric",
					       "-d", "--details" };
	size_t i;

	for (i = 0; i < sizeof(options) / sizeof(*options); i++) {
		if (!strcmp(word, options[i]))
			args_die(a, "options come before the object: 'seastar %s %s'", word,
				 a->object ? a->object : "OBJECT");
	}
}

const char *args_device(struct args *a)
{
	const char *name = args_value(a, "the device's name");

	refuse_option(a, name);
	a->device = a->word - 1;
	if (!is_name(name))
		args_die(a, "'%s' is no name of a device: 1 to %d letters, digits, '_', '.' and '-', the first a letter or a digit",
			 name, SEASTAR_NAME_MAX);
	return name;
}

static int find_word(const char *typed, const char *const *words)
{
	int i;

	typed = undashed(typed);
	for (i = 0; words[i]; i++) {
		if (!strcmp(typed, words[i]))
			return i;
	}
	return -1;
}

/* Find the known word most similar to the word at @at; NULL if none is similar. */
static const char *meant(const struct args *a, char *const *at)
{
	return a->asked == at ? text_nearest(undashed(*at), a->could) : NULL;
}

static void unknown_word(const struct args *a, const char *what, char *const *typed,
			 const char *const *words) __attribute__((noreturn));

/* Write ": there are a, b and c"; "" for more than MAX_LISTED words. */
static const char *list_words(const char *const *words, char text[LIST_MAX])
{
	size_t i, n = 0, length = 0;

	while (words[n])
		n++;
	text[0] = '\0';
	for (i = 0; i < n && n <= MAX_LISTED && length < LIST_MAX; i++)
		length += snprintf(text + length, LIST_MAX - length, "%s%s",
				   !i ? n > 1 ? ": there are " : ": there is only " :
				   i < n - 1 ? ", " : " and ", words[i]);
	return text;
}

/* Return this tool's word for a word of other tools, such as "ls". */
static const char *synonym(const char *typed, const char *const *words)
{
	static const char *const synonyms[][2] = {
		{ "list", "show" }, { "ls", "show" }, { "get", "show" }, { "delete", "del" },
		{ "remove", "del" }, { "rm", "del" }, { "create", "add" }, { "new", "add" },
		{ "start", "run" }, { "change", "set" },
	};
	size_t i;

	for (i = 0; i < sizeof(synonyms) / sizeof(*synonyms); i++) {
		if (!strcmp(typed, synonyms[i][0]) && find_word(synonyms[i][1], words) >= 0)
			return synonyms[i][1];
	}
	return NULL;
}

/* Return the keyword of @words whose value @typed may be, or NULL. */
static const char *key_of(const char *typed, const char *const *words)
{
	uint64_t number;
	const struct {
		const char *key;
		bool fits;
	} keys[] = {
		{ "show", strpbrk(typed, "0123456789") },	/* typed like a device name */
		{ "router", text_number(typed, &number) },
		{ "port", find_word(typed, port_names) >= 0 },
		{ "topology", !typed[strspn(typed, "0123456789x")] },
		{ "dev", is_name(typed) },
	};
	size_t i;

	for (i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		if (keys[i].fits && find_word(keys[i].key, words) >= 0)
			return keys[i].key;
	}
	return NULL;
}

/* Return true if a keyword was taken for the name of the device, just before @typed. */
static bool lacks_device(const struct args *a, char *const *typed, const char *const *words)
{
	return a->device && a->device + 1 == typed &&
	       (find_word(*a->device, words) >= 0 || !strcmp(*a->device, "dev") ||
		!strcmp(*a->device, "show"));
}

/* Refuse "period=8" where "period 8" is meant, as seastar-sim writes keys. */
static void refuse_equation(const struct args *a, const char *what, const char *typed,
			    const char *const *words)
{
	const char *key = undashed(typed), *equals = strchr(key, '=');

	if (!equals || !equals[1])
		return;
	for (; *words; words++) {
		if (strlen(*words) == (size_t)(equals - key) &&
		    !strncmp(key, *words, equals - key))
			args_die(a, "unknown %s '%s': did you mean '%s %s'?", what, typed, *words,
				 equals + 1);
	}
}

static void unknown_word(const struct args *a, const char *what, char *const *typed,
			 const char *const *words)
{
	const char *key = a->object ? key_of(*typed, words) : NULL;
	const char *hint = text_nearest(undashed(*typed), words);
	char list[LIST_MAX];

	refuse_option(a, *typed);
	refuse_equation(a, what, *typed, words);
	if (lacks_device(a, typed, words))
		args_die(a, "'%s' stands where the device's name belongs", *a->device);
	if (!a->object && typed[1] && find_word(typed[1], words) >= 0)
		args_die(a, "unknown %s '%s': did you mean '%s %s'?", what, *typed, typed[1],
			 *typed);
	if (!hint)
		hint = meant(a, typed) ?: synonym(*typed, words);
	if (hint && !(key && !strcmp(key, "show")))
		args_die(a, "unknown %s '%s': did you mean '%s'?", what, *typed, hint);
	if (key)
		args_die(a, "unknown %s '%s': did you mean '%s %s'?", what, *typed, key, *typed);
	args_die(a, "unknown %s '%s'%s", what, *typed, list_words(words, list));
}

int args_choice(struct args *a, const char *what, const char *const *words)
{
	char list[LIST_MAX];
	int i;

	if (!args_more(a))
		args_die(a, "%s is missing%s", what, list_words(words, list));
	i = find_word(args_value(a, what), words);
	if (i < 0)
		unknown_word(a, what, a->word - 1, words);
	a->keyword = words[i];
	return i;
}

int args_keyword(struct args *a, const char *const *words, uint64_t *seen)
{
	int i = args_choice(a, "keyword", words);

	if (*seen >> i & 1)
		args_die(a, "'%s' is given twice", words[i]);
	*seen |= 1ULL << i;
	return i;
}

void args_need(struct args *a, const char *word)
{
	if (args_take(a, word))
		return;
	if (args_more(a))
		unknown_word(a, "keyword", a->word, a->could);
	args_die(a, "'%s' is missing", word);
}

void args_end(const struct args *a)
{
	const char *hint;

	if (!args_more(a))
		return;
	refuse_option(a, *a->word);
	hint = meant(a, a->word);
	if (hint)
		args_die(a, "unknown keyword '%s': did you mean '%s'?", *a->word, hint);
	args_die(a, "'%s' is one word too many", *a->word);
}

static uint64_t parse_quantity(const struct args *a, const char *what, const char *unit,
			       const char *text, uint64_t min, uint64_t max)
{
	uint64_t value;

	if (!text_number(text, &value) || value < min || value > max)
		args_die(a, "%s: '%s' is not a number from %" PRIu64 " to %" PRIu64 "%s%s", what,
			 text, min, max, unit ? ", in " : "", unit ?: "");
	return value;
}

uint64_t parse_number(const struct args *a, const char *what, const char *text,
		      uint64_t min, uint64_t max)
{
	return parse_quantity(a, what, NULL, text, min, max);
}

uint64_t args_number(struct args *a, const char *what, const char *unit, uint64_t min,
		     uint64_t max)
{
	const char *text = args_value(a, what), *hint = meant(a, a->word - 1);

	if (hint && !strpbrk(text, "0123456789"))
		args_die(a, "%s: unknown word '%s': did you mean '%s'?", what, text, hint);
	return parse_quantity(a, what, unit, text, min, max);
}

uint64_t args_decimal(struct args *a, const char *what, const char *unit, unsigned int digits,
		      uint64_t min, uint64_t max)
{
	const char *text = args_value(a, what);
	uint64_t value, one = 1;
	unsigned int i;

	for (i = 0; i < digits; i++)
		one *= 10;
	if (!text_decimal(text, digits, &value) || value < min || value > max)
		args_die(a, "%s: '%s' is not a number from %g to %g with at most %u digits after the point%s%s",
			 what, text, (double)min / one, (double)max / one, digits,
			 unit ? ", in " : "", unit ?: "");
	return value;
}

void parse_pair(const struct args *a, const char *what, const char *text, char separator,
		uint64_t min, uint64_t max, uint64_t pair[2])
{
	const char *cut = strchr(text, separator);
	char *first;

	if (!cut)
		args_die(a, "%s: '%s' is not two numbers with a '%c' between them", what, text,
			 separator);
	first = strndup(text, cut - text);
	if (!first)
		die("out of memory");
	pair[0] = parse_number(a, what, first, min, max);
	pair[1] = parse_number(a, what, cut + 1, min, max);
	free(first);
}
