// SPDX-License-Identifier: GPL-2.0-only
/*
 * The grammar is that of LogGOPSim's txt2bin, with two freedoms: statements need no line of their
 * own, and 'tag', 'cpu' and 'nic' come in any order, after 'calc', too.  'rendezvous', 'call',
 * 'wait' and 'phase' are new here.
 *
 * One rank is read after another, and its labels are forgotten at its end.
 */
#include <inttypes.h>
#include <string.h>

#include "sim/base/memory.h"

#include "calls.h"
#include "goal.h"

#define MOST_RANKS	0x1000000U
#define MOST_CPU	255
#define LONGEST_WORD	255
#define NO_LABEL	U32_MAX
#define ENDS		"the file ends"

enum token { END, WORD, NUMBER, MARK };

/* A label, and the operation that it names. */
struct label {
	u64 at;		/* offset of its text in @text of struct goal */
	u32 op;
};

/* A line "a requires b": operation @waits waits for @other to be done or, if @starts, to start. */
struct need {
	u32 waits;
	u32 other;
	bool starts;
};

/**
 * struct goal - a file that is being read
 * @from: the file
 * @path: path of the file, for messages
 * @line: line of the token
 * @next_line: line of the next byte
 * @token: token that comes next
 * @word: text of the token, if it is a word
 * @number: value of the token, if it is a number
 * @mark: the token itself, if it is a mark
 * @failed: an error has been found, and @err describes it
 * @err: description of the first error
 * @ranks: number of ranks of the program
 * @op: operations of the rank being read
 * @ops: number of operations
 * @need: needs between these operations
 * @needs: number of needs
 * @text: texts of labels, one after another, each with its zero byte
 * @text_used: bytes used in @text
 * @label: hash table of labels; free places have @op = NO_LABEL
 * @labels: number of labels
 * @label_room: places in @label, a power of two
 * @program: ranks read so far, with the names of calls
 * @calls: calls of the rank being read
 * @phase: phases of the rank being read
 * @phases: number of phases
 */
struct goal {
	FILE *from;
	const char *path;
	u64 line;
	u64 next_line;
	enum token token;
	char word[LONGEST_WORD + 1];
	u64 number;
	char mark;
	bool failed;
	struct sim_error *err;
	u32 ranks;
	struct program_op *op;
	u32 ops;
	struct need *need;
	u64 needs;
	char *text;
	u64 text_used;
	struct label *label;
	u32 labels;
	u32 label_room;
	struct program *program;
	struct calls calls;
	struct program_phase *phase;
	u32 phases;
};

/* Record the first reason to refuse the file.  @cut: nothing follows that could mend it. */
static void fail_at(struct goal *g, u64 line, const char *why, bool cut)
{
	if (!g->failed)
		sim_fail(g->err, "%.200s:%" PRIu64 ": %s%s", g->path, line, why,
			 cut ? "; " ENDS " here, so it may have been cut" : "");
	g->failed = true;
}

/* Refuse the file; returns false. */
static bool refuse_at(struct goal *g, u64 line, const char *why)
{
	fail_at(g, line, why, false);
	return false;
}

static void fail(struct goal *g, const char *why)
{
	fail_at(g, g->line, why, feof(g->from) && strncmp(why, ENDS, strlen(ENDS)));
}

/* Refuse the file for what was read last; returns false. */
static bool refuse(struct goal *g, const char *why)
{
	fail(g, why);
	return false;
}

static bool refuse_label(struct goal *g, const char *before, const char *label, const char *after)
{
	char why[320];

	snprintf(why, sizeof(why), "%s'%.64s'%s", before, label, after);
	return refuse(g, why);
}

static int next_char(struct goal *g)
{
	int c = getc_unlocked(g->from);

	if (c == '\n')
		g->next_line++;
	return c;
}

static void push_back(struct goal *g, int c)
{
	if (c == '\n')
		g->next_line--;
	ungetc(c, g->from);
}

static bool is_letter(int c)
{
	return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
}

static bool is_digit(int c)
{
	return c >= '0' && c <= '9';
}

static bool is_space(int c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Skip a comment whose first '/' has been read. */
static bool skip_comment(struct goal *g)
{
	int c = next_char(g), before = 0;

	if (c == '/') {
		while (c != '\n' && c != EOF)
			c = next_char(g);
		return true;
	}
	if (c != '*')
		return refuse(g, "a '/' that begins no comment");
	for (c = next_char(g); c != EOF && !(before == '*' && c == '/'); c = next_char(g))
		before = c;
	return c != EOF || refuse(g, "this comment has no end");
}

static void read_number(struct goal *g, int c)
{
	g->token = NUMBER;
	for (g->number = 0; is_digit(c); c = next_char(g)) {
		if (g->number > (U64_MAX - 9) / 10) {
			refuse(g, "a number is too large");
			return;
		}
		g->number = 10 * g->number + (c - '0');
	}
	push_back(g, c);
}

static void read_word(struct goal *g, int c)
{
	u32 n = 0;

	g->token = WORD;
	for (; is_letter(c) || is_digit(c) || c == '_'; c = next_char(g)) {
		if (n == LONGEST_WORD) {
			refuse(g, "a word has more than 255 letters");
			return;
		}
		g->word[n++] = c;
	}
	g->word[n] = '\0';
	push_back(g, c);
}

/* Read the token that comes next; after an error there is none. */
static void advance(struct goal *g)
{
	int c;

	g->token = END;
	do {
		c = next_char(g);
		while (is_space(c))
			c = next_char(g);
		g->line = g->next_line - (c == '\n');
	} while (c == '/' && skip_comment(g));
	if (g->failed || c == EOF)
		return;
	if (is_digit(c)) {
		read_number(g, c);
	} else if (is_letter(c)) {
		read_word(g, c);
	} else {
		g->token = MARK;
		g->mark = c;
	}
	if (g->failed)
		g->token = END;
}

static bool is_word(const struct goal *g, const char *word)
{
	return g->token == WORD && !strcmp(g->word, word);
}

/* Take the token if it is @word. */
static bool take_word(struct goal *g, const char *word)
{
	if (!is_word(g, word))
		return false;
	advance(g);
	return true;
}

static bool is_mark(const struct goal *g, char mark)
{
	return g->token == MARK && g->mark == mark;
}

static bool take_mark(struct goal *g, char mark)
{
	if (!is_mark(g, mark))
		return false;
	advance(g);
	return true;
}

/* Read a number up to @most; errors call it @what. */
static bool read_value(struct goal *g, const char *what, u64 most, u64 *value)
{
	char why[160];

	if (g->token == NUMBER && g->number <= most) {
		*value = g->number;
		advance(g);
		return !g->failed;
	}
	snprintf(why, sizeof(why), "%s is a number from 0 to %" PRIu64, what, most);
	return refuse(g, why);
}

/* Read a number as read_value() does, or, if @may_any, -1, which gives PROGRAM_ANY. */
static bool read_or_any(struct goal *g, const char *what, u64 most, bool may_any, u32 *value)
{
	u64 number;

	if (may_any && take_mark(g, '-')) {
		*value = PROGRAM_ANY;
		if (g->token != NUMBER || g->number != 1)
			return refuse(g, "of numbers below 0 only -1 has a meaning: any");
		advance(g);
		return !g->failed;
	}
	if (!read_value(g, what, most, &number))
		return false;
	*value = number;
	return true;
}

static u32 hash_of(const char *text)
{
	u32 hash = 2166136261U;	/* FNV-1a */

	for (; *text; text++)
		hash = (hash ^ (u8)*text) * 16777619U;
	return hash;
}

/* Find the place of a label in the hash table, or the free place where it belongs. */
static struct label *find_label(const struct goal *g, const char *text)
{
	u32 i = hash_of(text);

	for (;; i++) {
		struct label *l = &g->label[i & (g->label_room - 1)];

		if (l->op == NO_LABEL || !strcmp(g->text + l->at, text))
			return l;
	}
}

static void make_room(struct goal *g, u32 room)
{
	struct label *old = g->label;
	u32 places = g->label_room;

	g->label_room = room;
	g->label = sim_alloc(room, sizeof(*g->label));
	for (u32 i = 0; i < room; i++)
		g->label[i].op = NO_LABEL;
	for (u32 i = 0; i < places; i++)
		if (old[i].op != NO_LABEL)
			*find_label(g, g->text + old[i].at) = old[i];
	free(old);
}

/* Return true if an array that doubles is full with @n elements. */
static bool is_full(u64 n)
{
	return !(n & (n - 1));
}

static void add_text(struct goal *g, const char *text)
{
	for (;; text++) {
		if (is_full(g->text_used))
			g->text = sim_grow(g->text, g->text_used ? 2 * g->text_used : 1, 1);
		g->text[g->text_used++] = *text;
		if (!*text)
			return;
	}
}

/* Add a label that names the next operation. */
static bool add_label(struct goal *g, const char *text)
{
	struct label *l;
	char after[64];

	if (2 * g->labels >= g->label_room)
		make_room(g, 2 * g->label_room);
	l = find_label(g, text);
	if (l->op != NO_LABEL) {
		snprintf(after, sizeof(after), " is that of line %u, too", g->op[l->op].line);
		return refuse_label(g, "label ", text, after);
	}
	*l = (struct label){ g->text_used, g->ops };
	g->labels++;
	add_text(g, text);
	return true;
}

/* Read "tag N", "cpu N", "nic N" and "rendezvous". */
static bool read_attributes(struct goal *g, struct program_op *op)
{
	u64 value;

	for (;;) {
		if (op->kind != PROGRAM_CALC && take_word(g, "tag")) {
			if (!read_or_any(g, "a tag", PROGRAM_ANY - 1, op->kind == PROGRAM_RECV,
					 &op->tag))
				return false;
		} else if (take_word(g, "cpu")) {
			if (!read_value(g, "a cpu", MOST_CPU, &value))
				return false;
			op->cpu = value;
		} else if (take_word(g, "nic")) {
			if (!read_value(g, "a nic", MOST_CPU, &value))
				return false;
		} else if (op->kind == PROGRAM_SEND && take_word(g, "rendezvous")) {
			op->rendezvous = true;
		} else {
			return !g->failed;
		}
	}
}

/* Read "Nb to RANK" or "Nb from RANK". */
static bool read_message(struct goal *g, struct program_op *op)
{
	bool sends = op->kind == PROGRAM_SEND;

	if (!read_value(g, "the size of a message", U64_MAX / 2, &op->size))
		return false;
	if (is_mark(g, '.'))
		return refuse(g, "the size of a message is in whole bytes");
	if (!take_word(g, "b"))
		return refuse(g, "the size of a message ends with 'b', for bytes");
	if (!take_word(g, sends ? "to" : "from"))
		return refuse(g, sends ? "after the size of a send comes 'to'" :
			      "after the size of a receive comes 'from'");
	return read_or_any(g, "a rank of this program", g->ranks - 1, !sends, &op->peer);
}

/* Read the time of a computation, which has no fraction. */
static bool read_time(struct goal *g, u64 *time)
{
	if (!read_value(g, "a time in nanoseconds", U64_MAX / 2, time))
		return false;
	return !is_mark(g, '.') ||
	       refuse(g, "a time is in whole nanoseconds: write 'calc 2' for 1.5");
}

static bool read_op(struct goal *g)
{
	struct program_op op = { .line = g->line };

	if (take_word(g, "calc"))
		op.kind = PROGRAM_CALC;
	else if (take_word(g, "send"))
		op.kind = PROGRAM_SEND;
	else if (take_word(g, "recv"))
		op.kind = PROGRAM_RECV;
	else
		return refuse(g, "after a label and ':' comes calc, send or recv");
	if (op.kind == PROGRAM_CALC ?
	    !read_time(g, &op.size) : !read_message(g, &op))
		return false;
	if (!read_attributes(g, &op))
		return false;
	if (g->ops == PROGRAM_MOST_OPS)
		return refuse(g, "a rank has more than 2^30 operations");
	if (is_full(g->ops))
		g->op = sim_grow(g->op, g->ops ? 2 * g->ops : 1, sizeof(*g->op));
	calls_add(&g->calls, &op, g->ops);
	g->op[g->ops++] = op;
	return true;
}

/* Read the rest of "call NAME" or "wait NAME", after which "cpu N" may come. */
static bool read_call(struct goal *g, bool waits)
{
	u64 cpu = 0;
	u32 call;

	if (is_word(g, PROGRAM_OUTSIDE))
		return refuse(g, "'" PROGRAM_OUTSIDE "' is no name of a call: it is what is outside of calls");
	call = calls_number(g->program, g->word);
	if (call == PROGRAM_NO_CALL)
		return refuse(g, "the program's calls have more than 255 names");
	advance(g);
	if (take_word(g, "cpu") && !read_value(g, "a cpu", MOST_CPU, &cpu))
		return false;
	calls_begin(&g->calls, call, waits, cpu, g->op, g->ops);
	return !g->failed;
}

/*
 * Check number @n of a phase, from line @line: phases are numbered in turn, from the same number in
 * all ranks.
 */
static bool check_phase(struct goal *g, u64 n, u64 line)
{
	struct program *p = g->program;

	if (!p->phases)
		p->first_phase = n;
	if (n == (u64)p->first_phase + g->phases)
		return true;
	return refuse_at(g, line, g->phases ?
			 "a phase has the number after that of the phase before it" :
			 "the first phase has the same number in all ranks");
}

/* Read the rest of "phase N", after which "cpu N" may come. */
static bool read_phase(struct goal *g)
{
	u64 number, cpu = 0, line = g->line;

	if (!read_value(g, "a phase", U32_MAX - 1, &number) || !check_phase(g, number, line))
		return false;
	if (take_word(g, "cpu") && !read_value(g, "a cpu", MOST_CPU, &cpu))
		return false;
	if (is_full(g->phases))
		g->phase = sim_grow(g->phase, g->phases ? 2 * g->phases : 1, sizeof(*g->phase));
	g->phase[g->phases++] = (struct program_phase){ .op = g->ops, .cpu = cpu };
	if (g->phases > g->program->phases)
		g->program->phases = g->phases;
	return true;
}

/* Read the rest of "label requires other". */
static bool read_need(struct goal *g, const char *label, bool starts)
{
	const struct label *waits = find_label(g, label), *other;

	if (g->token != WORD)
		return refuse(g, "after 'requires' or 'irequires' comes a label");
	other = find_label(g, g->word);
	if (waits->op == NO_LABEL)
		return refuse_label(g, "no operation above has the label ", label, "");
	if (other->op == NO_LABEL)
		return refuse_label(g, "no operation above has the label ", g->word, "");
	if (g->op[waits->op].needs == U32_MAX)
		return refuse(g, "an operation waits for too many others");
	if (is_full(g->needs))
		g->need = sim_grow(g->need, g->needs ? 2 * g->needs : 1, sizeof(*g->need));
	g->need[g->needs++] = (struct need){ waits->op, other->op, starts };
	g->op[waits->op].needs++;
	advance(g);
	return !g->failed;
}

static bool is_keyword(const struct goal *g)
{
	static const char *const words[] = {
		"calc", "send", "recv", "requires", "irequires", "rank", "num_ranks", "tag", "cpu", "nic",
		"rendezvous"
	};

	for (u32 i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (is_word(g, words[i]))
			return true;
	return false;
}

/* Return true if @word, which is no label here, begins a statement that a name or number ends. */
static bool is_statement(const char *word)
{
	return !strcmp(word, "call") || !strcmp(word, "wait") || !strcmp(word, "phase");
}

/* Refuse statement @word of line @line, whose name or number is missing. */
static bool refuse_name(struct goal *g, u64 line, const char *word)
{
	bool numbered = !strcmp(word, "phase");
	char why[128];

	snprintf(why, sizeof(why), "after '%.8s' comes %s, such as '%.8s %s', or ':' if it is a label",
		 word, numbered ? "the number of the phase" : "the name of a call", word,
		 numbered ? "1" : "MPI_Wait");
	return refuse_at(g, line, why);
}

static bool read_statement(struct goal *g)
{
	char label[LONGEST_WORD + 1];
	u64 line = g->line;

	if (g->token == END)
		return refuse(g, ENDS " within a rank: a '}' is missing");
	if (is_word(g, "calc") || is_word(g, "send") || is_word(g, "recv"))
		return read_op(g);
	if (g->token != WORD || is_keyword(g))
		return refuse(g, "this is not a statement: 'LABEL: calc N', '... send Nb to RANK', '... recv Nb from RANK', 'LABEL requires LABEL', 'call NAME', 'wait NAME' or 'phase N'");
	memcpy(label, g->word, sizeof(label));
	advance(g);
	if (take_word(g, "requires"))
		return read_need(g, label, false);
	if (take_word(g, "irequires"))
		return read_need(g, label, true);
	if (g->token == WORD && (!strcmp(label, "call") || !strcmp(label, "wait")))
		return read_call(g, *label == 'w');
	if (g->token == NUMBER && !strcmp(label, "phase"))
		return read_phase(g);
	if (!is_mark(g, ':') && is_statement(label))
		return refuse_name(g, line, label);
	if (!take_mark(g, ':'))
		return refuse_label(g, "after the label ", label,
				    " comes ':', 'requires' or 'irequires'");
	return add_label(g, label) && read_op(g);
}

/*
 * Find an operation on a circle: from one that waits for ever, go to one that it waits for and that
 * waits for ever, too, and so on.
 */
static u32 find_circle(const struct goal *g, const u32 *left)
{
	u32 *before = sim_alloc(g->ops, sizeof(*before)), op = 0;

	for (u64 i = 0; i < g->needs; i++)
		if (left[g->need[i].other])
			before[g->need[i].waits] = g->need[i].other;
	while (!left[op])
		op++;
	for (u32 i = 0; i < g->ops; i++)
		op = before[op];
	free(before);
	return op;
}

/* Check that all operations can start, one after another. */
static bool check_order(struct goal *g, const struct program_rank *r)
{
	u32 *left = sim_alloc(g->ops, sizeof(*left)), *ready = sim_alloc(g->ops, sizeof(*ready));
	u32 n = 0, done = 0;
	bool ok;

	for (u32 i = 0; i < g->ops; i++) {
		left[i] = r->op[i].needs;
		if (!left[i])
			ready[n++] = i;
	}
	while (done < n) {
		u32 op = ready[done++];

		for (u32 i = r->op[op].first; i < r->op[op + 1].first; i++)
			if (!--left[r->edge[i] >> 1])
				ready[n++] = r->edge[i] >> 1;
	}
	ok = done == g->ops ||
	     refuse_at(g, r->op[find_circle(g, left)].line,
		       "this operation waits for itself: its 'requires' form a circle");
	free(left);
	free(ready);
	return ok;
}

/* Sort the needs by the operation that is waited for. */
static bool take_edges(struct goal *g, struct program_rank *r)
{
	u32 *at;

	if (g->needs >= U32_MAX)
		return refuse(g, "a rank has more than 2^32 'requires'");
	at = sim_alloc(g->ops + 1, sizeof(*at));
	r->edge = sim_alloc(g->needs, sizeof(*r->edge));
	for (u64 i = 0; i < g->needs; i++)
		at[g->need[i].other + 1]++;
	for (u32 i = 0; i < g->ops; i++)
		at[i + 1] += at[i];
	for (u32 i = 0; i <= g->ops; i++)
		r->op[i].first = at[i];
	for (u64 i = 0; i < g->needs; i++)
		r->edge[at[g->need[i].other]++] = PROGRAM_EDGE(g->need[i].waits,
							      g->need[i].starts);
	free(at);
	return check_order(g, r);
}

static void forget(struct goal *g)
{
	g->ops = 0;
	g->phases = 0;
	g->needs = 0;
	g->text_used = 0;
	g->labels = 0;
	free(g->label);
	g->label = NULL;
	g->label_room = 0;
	make_room(g, 1024);
}

static bool end_rank(struct goal *g, struct program_rank *r, bool kept)
{
	bool ok;

	r->op = sim_alloc((size_t)g->ops + 1, sizeof(*r->op));
	if (g->ops)
		memcpy(r->op, g->op, g->ops * sizeof(*r->op));
	r->ops = g->ops;
	for (u32 i = 0; i < r->ops; i++)
		if (r->op[i].cpu >= r->cpus)
			r->cpus = r->op[i].cpu + 1;
	calls_end(&g->calls, g->program, r);
	r->phases = g->phases;
	r->phase = sim_alloc(r->phases, sizeof(*r->phase));
	if (r->phases)
		memcpy(r->phase, g->phase, r->phases * sizeof(*r->phase));
	ok = take_edges(g, r);
	if (!kept) {
		free(r->op);
		free(r->edge);
		free(r->call);
		free(r->begun);
		free(r->phase);
		*r = (struct program_rank){ .line = r->line };
	}
	return ok;
}

static bool read_rank(struct goal *g, struct program *p, const bool *keeps)
{
	u64 line = g->line, number;
	struct program_rank *r;
	char why[64];

	if (!take_word(g, "rank"))
		return refuse(g, "after 'num_ranks' come ranks: 'rank N {', statements, '}'");
	if (!read_value(g, "a rank of this program", g->ranks - 1, &number))
		return false;
	r = &p->rank[number];
	if (r->line) {
		snprintf(why, sizeof(why), "line %u has this rank, too", r->line);
		return refuse(g, why);
	}
	if (!take_mark(g, '{'))
		return refuse(g, "after 'rank N' comes '{'");
	forget(g);
	r->line = line;
	while (!take_mark(g, '}'))
		if (g->failed || !read_statement(g))
			return false;
	return !g->failed && end_rank(g, r, keeps[number]);
}

struct goal *goal_open(FILE *from, const char *path, struct sim_error *err)
{
	struct goal *g = sim_alloc(1, sizeof(*g));
	u64 ranks, line;

	g->from = from;
	g->path = path;
	g->next_line = 1;
	g->err = err;
	advance(g);
	line = g->line;
	if (!take_word(g, "num_ranks"))
		refuse(g, "this is not a GOAL program: it does not begin with 'num_ranks N'");
	else if (read_value(g, "the number of ranks", MOST_RANKS, &ranks))
		g->ranks = ranks;
	if (!g->failed && !g->ranks)
		refuse_at(g, line, "a program has a rank at least");
	if (!g->failed)
		return g;
	goal_close(g);
	return NULL;
}

u32 goal_ranks(const struct goal *g)
{
	return g->ranks;
}

struct program *goal_read(struct goal *g, const bool *keeps, struct sim_error *err)
{
	struct program *p = sim_alloc(1, sizeof(*p));

	g->err = err;
	g->program = p;
	p->path = g->path;
	p->ranks = g->ranks;
	p->rank = sim_alloc(p->ranks, sizeof(*p->rank));
	while (!g->failed && g->token != END)
		read_rank(g, p, keeps);
	if (!g->failed && ferror(g->from))
		refuse(g, "it cannot be read");
	if (g->failed) {
		program_free(p);
		p = NULL;
	}
	goal_close(g);
	return p;
}

void goal_close(struct goal *g)
{
	if (!g)
		return;
	free(g->op);
	free(g->need);
	free(g->text);
	free(g->label);
	calls_forget(&g->calls);
	free(g->phase);
	free(g);
}

void program_free(struct program *p)
{
	if (!p)
		return;
	for (u32 i = 0; i < p->ranks; i++) {
		free(p->rank[i].op);
		free(p->rank[i].edge);
		free(p->rank[i].call);
		free(p->rank[i].begun);
		free(p->rank[i].phase);
	}
	for (u32 i = 1; i <= p->calls; i++)
		free(p->call[i]);
	free(p->call);
	free(p->rank);
	free(p);
}
