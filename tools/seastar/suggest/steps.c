// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "steps.h"

/* The values that the steps are made from, and the list of steps. */
struct book {
	const struct ss_config *cfg;
	const struct suggest_load *load;
	const struct suggestion *s;
	struct steps *steps;
	const char *topic;
};

static struct step *steps_add(struct book *b, const char *symbol, char letter, double value,
			      const char *unit, const char *source)
{
	struct step *step = &b->steps->step[b->steps->n++];

	*step = (struct step){ .topic = b->topic, .value = value, .unit = unit, .source = source };
	snprintf(step->symbol, sizeof(step->symbol), letter ? "%s_%c" : "%s", symbol, letter);
	return step;
}

/* Append to a text of @size bytes, which must have room. */
static void steps_append(char *text, size_t size, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

static void steps_append(char *text, size_t size, const char *fmt, ...)
{
	size_t n = strlen(text);
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text + n, size - n, fmt, ap);
	va_end(ap);
}

#define form(step, ...)		steps_append((step)->form, sizeof((step)->form), __VA_ARGS__)
#define numbers(step, ...)	steps_append((step)->numbers, sizeof((step)->numbers), __VA_ARGS__)

static char letter_of(u32 d)
{
	return "xyz"[d];
}

static bool steps_is_mesh(const struct book *b, u32 d)
{
	return b->cfg->size[SS_MESH] >> d & 1;
}

static bool steps_has_links(const struct book *b, u32 d)
{
	return b->s->dim[d].links;
}

/* Return the first dimension from @d on that has links. */
static u32 linked_from(const struct book *b, u32 d)
{
	while (d < SS_DIMS && !steps_has_links(b, d))
		d++;
	return d;
}

#define for_each_linked(b, d) \
	for (u32 d = linked_from(b, 0); d < SS_DIMS; d = linked_from(b, d + 1))

/* Return " + " before the term of dimension @d; "" before the first term. */
static const char *plus(const struct book *b, u32 d)
{
	return d == b->s->first ? "" : " + ";
}

static void hops_of_dimension(struct book *b, u32 d)
{
	u32 k = b->cfg->size[d];
	char c = letter_of(d);
	struct step *step;

	step = steps_add(b, "H", c, b->s->dim[d].hops, "hops", steps_is_mesh(b, d) ? "Eq. 7" : "Eq. 5");
	form(step, steps_is_mesh(b, d) ? "(k_%c + 1)/3" : "k_%c/4", c);
	numbers(step, steps_is_mesh(b, d) ? "(%u + 1)/3" : "%u/4", k);
}

static void mean_hops_of_dimension(struct book *b, u32 d)
{
	u64 k = b->cfg->size[d];
	char c = letter_of(d);
	struct step *step;

	step = steps_add(b, "mean H", c, b->s->dim[d].mean_hops, "hops", "exact");
	if (steps_is_mesh(b, d)) {
		form(step, "(k_%c^2 - 1)/(3 k_%c)", c, c);
		numbers(step, "%llu/%llu", (unsigned long long)(k * k - 1),
			(unsigned long long)(3 * k));
	} else {
		form(step, "floor(k_%c^2/4)/k_%c", c, c);
		numbers(step, "%llu/%llu", (unsigned long long)(k * k / 4), (unsigned long long)k);
	}
}

static const char *source_of_hops(const struct book *b)
{
	bool torus = false, mesh = false;

	for (u32 d = 0; d < SS_DIMS; d++) {
		torus |= steps_has_links(b, d) && !steps_is_mesh(b, d);
		mesh |= steps_has_links(b, d) && steps_is_mesh(b, d);
	}
	return torus && mesh ? "Eq. 5, 7" : mesh ? "Eq. 7" : "Eq. 5";
}

static void write_hops(struct book *b)
{
	struct step *step;

	b->topic = "Hops of a packet under uniform traffic; exact: mean over all pairs of routers";
	for_each_linked(b, d)
		hops_of_dimension(b, d);
	step = steps_add(b, "H", 0, b->s->hops, "hops", source_of_hops(b));
	for_each_linked(b, d) {
		form(step, "%sH_%c", plus(b, d), letter_of(d));
		numbers(step, "%s%.6g", plus(b, d), b->s->dim[d].hops);
	}
	for_each_linked(b, d)
		mean_hops_of_dimension(b, d);
	step = steps_add(b, "mean H", 0, b->s->mean_hops, "hops", "exact");
	for_each_linked(b, d) {
		form(step, "%smean H_%c", plus(b, d), letter_of(d));
		numbers(step, "%s%.6g", plus(b, d), b->s->dim[d].mean_hops);
	}
	step = steps_add(b, "H to others", 0, b->s->other_hops, "hops", "exact");
	form(step, "mean H N/(N - 1)");
	numbers(step, "%.6g*%u/%u", b->s->mean_hops, ss_config_routers(b->cfg),
		ss_config_routers(b->cfg) - 1);
}

static void write_loads(struct book *b)
{
	struct step *step;

	b->topic = "Channel load";
	for_each_linked(b, d) {
		step = steps_add(b, "gamma", letter_of(d), b->s->dim[d].load, "",
				 steps_is_mesh(b, d) ? "Eq. 9" : "Eq. 8");
		form(step, steps_is_mesh(b, d) ? "k_%c/4" : "k_%c/8", letter_of(d));
		numbers(step, steps_is_mesh(b, d) ? "%u/4" : "%u/8", b->cfg->size[d]);
	}
}

static void ejection_of_dimension(struct book *b, u32 d)
{
	static const char *const sources[] = { "Eq. 10", "Eq. 11", "Eq. 12" };
	const struct suggestion *s = b->s;
	struct step *step;
	u32 i, product = 1;

	step = steps_add(b, "P", letter_of(d), s->dim[d].ejected, "",
			 d == s->last ? sources[2] : sources[d]);
	if (d == s->last) {
		form(step, "1");
		numbers(step, "1");
		for (i = s->first; i < d; i++) {
			if (!steps_has_links(b, i))
				continue;
			form(step, " - P_%c", letter_of(i));
			numbers(step, " - %.6g", s->dim[i].ejected);
		}
		return;
	}
	form(step, "(k_%c - 1)/(k_%c", letter_of(d), letter_of(d));
	for (i = d; i <= s->last; i++) {
		product *= b->cfg->size[i];
		if (i > d && steps_has_links(b, i))
			form(step, " k_%c", letter_of(i));
	}
	form(step, ")");
	numbers(step, "%u/%u", b->cfg->size[d] - 1, product);
}

static void write_ejection(struct book *b)
{
	b->topic = "Packets that leave the network from a dimension";
	for_each_linked(b, d)
		ejection_of_dimension(b, d);
}

static void write_bandwidth(struct book *b)
{
	static const char *const sources[] = { "Eq. 14", "Eq. 15", "Eq. 16" };
	double limit = suggest_ejection(b->cfg);
	struct step *step;
	char after = 0;
	u32 n = 0;

	b->topic = "Bandwidth of a processor, by the dimension that packets come through";
	for (u32 d = SS_DIMS; d-- > 0; ) {
		const struct suggest_dim *dim = &b->s->dim[d];
		u32 links = steps_is_mesh(b, d) ? 4 : 8;
		char c = letter_of(d);

		if (!dim->links)
			continue;
		step = steps_add(b, "U", c, dim->useful, "GB/s", sources[n++]);
		if (after)
			form(step, "min(%u B_c/k_%c, U_%c)", links, c, after);
		else
			form(step, "min(%u B_c/k_%c, E_p)", links, c);
		numbers(step, "min(%u*%g/%u = %.6g, %.6g)", links, SUGGEST_CHANNEL,
			b->cfg->size[d], dim->channel, limit);
		limit = dim->useful;
		after = c;
	}
}

static void write_biases(struct book *b)
{
	const struct suggestion *s = b->s;
	struct step *step;

	b->topic = "Age biases: more in dimensions with more hops to go";
	for_each_linked(b, d) {
		step = steps_add(b, "bias", letter_of(d), s->dim[d].bias, "",
				 s->lowered ? "ours" : "sec. 3.1");
		form(step, "rank by hops to go");
		numbers(step, "rank of %.6g", s->dim[d].to_go);
		if (s->lowered) {
			form(step, " - excess");
			numbers(step, " - %u", s->lowered);
		}
	}
	step = steps_add(b, "T_bias", 0, s->bias_age, "", "sec. 3.2");
	for_each_linked(b, d) {
		form(step, "%sH_%c bias_%c", plus(b, d), letter_of(d), letter_of(d));
		numbers(step, "%s%u*%u", plus(b, d), s->dim[d].whole_hops, s->dim[d].bias);
	}
}

static void write_load(struct book *b)
{
	const struct suggest_load *load = b->load;
	struct step *step;

	b->topic = "Measured";
	for_each_linked(b, d) {
		step = steps_add(b, "counted H", letter_of(d), load->hops[d], "hops", "counters");
		form(step, "packets at %c/packets injected", letter_of(d));
	}
	for_each_linked(b, d) {
		step = steps_add(b, "wait", letter_of(d), load->wait[d], "cycles per packet",
				 "Eq. 17");
		form(step, "T_stall/(P_VC0 + P_VC1)");
	}
	if (isfinite(load->latency)) {
		step = steps_add(b, "T", 0, load->latency, "cycles", "sources");
		form(step, "mean network latency");
		step = steps_add(b, "Q", 0, load->queueing, "cycles per hop", "Eq. 1");
		form(step, "(T - links - ejection)/counted H - t_r");
	} else {
		step = steps_add(b, "Q", 0, load->queueing, "cycles per hop", "ours");
		form(step, "packets queued*wait");
	}
}

/* Add the steps of the queueing: in full queues and, if there was load, as measured. */
static void write_queueing(struct book *b)
{
	const struct suggestion *s = b->s;
	struct step *step;

	step = steps_add(b, "full queues", 0, s->full_cycles, "cycles per hop", "sec. 3.2");
	form(step, "packets queued*VCs*flits");
	numbers(step, "(%u + %u)*(%u*%u)", s->input_packets, s->staging_packets, b->cfg->vcs,
		b->cfg->max_packet);
	if (!b->load || !b->load->present)
		return;
	step = steps_add(b, "Q + t_r", 0, s->cycles, "cycles per hop", "Eq. 1");
	form(step, "measured");
	numbers(step, "%.6g + %u", b->load->queueing, b->cfg->router_delay);
}

static void write_period(struct book *b)
{
	bool measured = b->load && b->load->present;
	const struct suggestion *s = b->s;
	struct step *step;

	b->topic = "Age clock period: ages centred at 128, by biases and by waiting";
	step = steps_add(b, "ticks", 0, s->ticks, "per hop",
			 s->exact_ticks < 1 ? "ours" : "sec. 3.2");
	form(step, s->exact_ticks < 1 ? "(%u - T_bias)/H" : "round((%u - T_bias)/H)",
	     SUGGEST_MIDDLE);
	numbers(step, s->exact_ticks < 1 ? "%u/%u" : "round(%u/%u = %.6g)",
		SUGGEST_MIDDLE - s->bias_age, s->whole_hops, s->exact_ticks);
	write_queueing(b);
	step = steps_add(b, "period", 0, s->derived, "cycles per tick", measured ? "ours" : "sec. 3.2");
	form(step, measured ? "round((Q + t_r)/ticks)" : "round(full queues/ticks)");
	numbers(step, "round(%.6g/%.6g)", s->cycles, s->ticks);
	if (!s->longer)
		return;
	step = steps_add(b, "longer period", 0, s->period, "cycles per tick", "ours");
	form(step, "max(period, 2*that in force)");
	numbers(step, "max(%u, 2*%u)", s->derived, b->load->period);
}

void suggest_steps(const struct ss_config *cfg, const struct suggest_load *load,
		   const struct suggestion *s, struct steps *steps)
{
	struct book b = { .cfg = cfg, .load = load, .s = s, .steps = steps };

	steps->n = 0;
	write_hops(&b);
	write_loads(&b);
	write_ejection(&b);
	write_bandwidth(&b);
	write_biases(&b);
	if (load)
		write_load(&b);
	write_period(&b);
}
