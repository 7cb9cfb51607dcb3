// SPDX-License-Identifier: GPL-2.0-only
/*
 * Look-up tables of all routers of a device.
 */
#include <linux/bitmap.h>
#include <linux/bitops.h>
#include <linux/freezer.h>
#include <linux/mm.h>
#include <linux/sched/signal.h>
#include <linux/string.h>
#include <linux/vmalloc.h>
#include <net/sock.h>

#include <seastar/mmr.h>

#include "base/alloc.h"
#include "base/events.h"
#include "base/fault.h"
#include "base/refuse.h"
#include "dev/dev.h"
#include "dev/routes.h"

static size_t ports_of(const struct seastar_routes *routes)
{
	return (size_t)routes->routers << SS_PORT_SHIFT;
}

static void free_routes(struct seastar_routes *routes)
{
	vfree(routes->local);
	vfree(routes->global);
	vfree(routes->block);
	vfree(routes->nid);
	vfree(routes->seen);
	vfree(routes->survey);
	mutex_destroy(&routes->filling);
	kvfree(routes);
}

static bool allocate(struct seastar_routes *routes)
{
	routes->local = seastar_alloc(ports_of(routes) * sizeof(*routes->local));
	routes->global = seastar_alloc(ports_of(routes) * sizeof(*routes->global));
	routes->block = seastar_alloc((size_t)routes->blocks * sizeof(*routes->block));
	routes->nid = seastar_alloc(routes->routers * sizeof(*routes->nid));
	routes->seen = seastar_alloc(BITS_TO_LONGS(routes->routers + routes->blocks) *
				     sizeof(long));
	return routes->local && routes->global && routes->block && routes->nid && routes->seen;
}

/**
 * seastar_routes_new() - allocate empty tables
 * @sdev: the device
 * @blocks: number of blocks, 1 or more
 *
 * Return: the tables with a reference, without datelines; or NULL.
 */
struct seastar_routes *seastar_routes_new(const struct seastar_dev *sdev, u32 blocks)
{
	struct seastar_routes *routes;
	u32 i;

	routes = seastar_calloc(1, sizeof(*routes));
	if (!routes)
		return NULL;
	refcount_set(&routes->refs, 1);
	mutex_init(&routes->filling);
	routes->routers = sdev->routers;
	routes->blocks = blocks;
	if (!allocate(routes)) {
		free_routes(routes);
		return NULL;
	}
	routes->tables.local = (const u32 (*)[SS_TABLE_BLOCKS])routes->local;
	routes->tables.global = routes->global;
	routes->tables.block = (const u8 (*)[SS_TABLE_BLOCK])routes->block;
	routes->tables.nid = routes->nid;
	for (i = 0; i < SEASTAR_DIMS; i++)
		routes->tables.dateline[i] = SS_NO_DATELINE;
	return routes;
}

/**
 * seastar_routes_get() - take a reference
 * @routes: the tables, or NULL
 *
 * Return: @routes.
 */
struct seastar_routes *seastar_routes_get(struct seastar_routes *routes)
{
	if (routes)
		refcount_inc(&routes->refs);
	return routes;
}

/**
 * seastar_routes_put() - give a reference back
 * @routes: the tables, or NULL
 */
void seastar_routes_put(struct seastar_routes *routes)
{
	if (routes && refcount_dec_and_test(&routes->refs))
		free_routes(routes);
}

/**
 * seastar_routes_bytes() - return the memory that tables take
 * @sdev: their device
 * @routes: the tables
 *
 * Return: bytes, including the survey.
 */
size_t seastar_routes_bytes(const struct seastar_dev *sdev, const struct seastar_routes *routes)
{
	return ports_of(routes) * (sizeof(*routes->local) + sizeof(*routes->global)) +
	       (size_t)routes->blocks * sizeof(*routes->block) +
	       (routes->survey ? ss_survey_bytes(&sdev->cfg) : 0);
}

/**
 * seastar_routes_fill_block() - fill in a block of tables
 * @routes: tables that are not sealed
 * @block: number of the block, less than the number of blocks
 * @entries: the 64 entries of the block
 */
void seastar_routes_fill_block(struct seastar_routes *routes, u32 block, const u8 *entries)
{
	memcpy(routes->block[block], entries, SS_TABLE_BLOCK);
	__set_bit(routes->routers + block, routes->seen);
}

/**
 * seastar_routes_fill_router() - fill in the tables of a router
 * @routes: tables that are not sealed
 * @router: number of the router
 * @local: numbers of 64 blocks per input port
 * @global: number of a block, by input port
 * @nid: node id of the router
 *
 * Each block number is less than the number of blocks.
 */
void seastar_routes_fill_router(struct seastar_routes *routes, u32 router,
				const u32 *local, const u32 *global, u16 nid)
{
	u32 port;

	for (port = 0; port < SEASTAR_PORTS; port++) {
		memcpy(routes->local[SS_PORT_ID(router, port)], local + port * SS_TABLE_BLOCKS,
		       sizeof(*routes->local));
		routes->global[SS_PORT_ID(router, port)] = global[port];
	}
	routes->nid[router] = nid;
	__set_bit(router, routes->seen);
}

static bool repeats_id(const struct seastar_routes *routes, unsigned long *ids)
{
	u32 router;

	for (router = 0; router < routes->routers; router++)
		if (__test_and_set_bit(routes->nid[router], ids))
			return true;
	return false;
}

/*
 * Check that the tables are complete and consistent.  Returns 0 or an error, for which *@why is set
 * to a sentence with the reason.
 */
static int check_complete(const struct seastar_routes *routes, const char **why)
{
	u32 end = routes->routers + routes->blocks;
	u32 lacks = find_first_zero_bit(routes->seen, end);
	unsigned long *ids;
	bool repeats;

	if (lacks < end) {
		*why = lacks < routes->routers ? "the draft lacks the tables of a router" :
						 "the draft lacks a block of entries";
		return -EINVAL;
	}
	ids = seastar_alloc(BITS_TO_LONGS(SEASTAR_NODE_IDS) * sizeof(long));
	if (!ids) {
		*why = "not enough memory to compare the node ids of the draft";
		return -ENOMEM;
	}
	repeats = repeats_id(routes, ids);
	vfree(ids);
	if (!repeats)
		return 0;
	*why = "two routers of the draft have the same node id";
	return -EINVAL;
}

/* Return true if the survey is to end early, because its task is killed or has to freeze. */
static bool is_given_up(void *none)
{
	return fatal_signal_pending(current) || freezing(current);
}

static int make_survey(const struct ss_config *cfg, struct seastar_routes *routes,
		       const char **why)
{
	void *scratch = seastar_alloc(ss_survey_scratch(cfg));
	int err = 0;

	routes->survey = seastar_alloc(ss_survey_bytes(cfg));
	if (!routes->survey || !scratch) {
		*why = "not enough memory to check the draft";
		err = -ENOMEM;
	} else if (!ss_survey_make(routes->survey, cfg, &routes->tables, scratch, is_given_up,
				   NULL)) {
		*why = "the machine is going to sleep: the check of the draft was abandoned";
		err = -ECANCELED;
	}
	vfree(scratch);
	if (!err)
		return 0;
	vfree(routes->survey);
	routes->survey = NULL;
	return err;
}

/**
 * seastar_routes_seal() - check that tables are complete and consistent, and make them constant
 * @sdev: their device
 * @routes: the tables
 * @why: set to a sentence with the reason why they cannot be sealed, or to NULL
 *
 * Takes seconds for large software fabrics.  Requests that seal the same tables wait for the first
 * of them.
 *
 * Context: process context; the caller does not hold the device's lock, unless the device is
 * hardware, whose tables are not surveyed.
 *
 * Return: 0, also if they were sealed before; -EINVAL: they are incomplete or inconsistent;
 * -ENOMEM; -EINTR for a task being killed; or -ECANCELED for one that is to freeze.
 */
int seastar_routes_seal(struct seastar_dev *sdev, struct seastar_routes *routes,
			const char **why)
{
	int err;

	*why = NULL;
	err = mutex_lock_killable(&routes->filling);
	if (err)
		return err;
	if (!routes->sealed)
		err = check_complete(routes, why);
	if (!err && !routes->sealed && !seastar_is_hardware(sdev))
		err = make_survey(&sdev->cfg, routes, why);
	if (!err)
		routes->sealed = true;
	mutex_unlock(&routes->filling);
	return err;
}

/**
 * seastar_routes_check() - check whether the tables of a device can be replaced
 * @sdev: the device
 *
 * Return: NULL, or a sentence with the reason why they cannot be replaced.
 */
const char *seastar_routes_check(struct seastar_dev *sdev)
{
	return sdev->ops->routes_check ? sdev->ops->routes_check(sdev) : NULL;
}

/**
 * seastar_routes_know() - read the tables in force if the driver does not know them yet
 * @sdev: the device
 *
 * Context: caller has claimed the device, and holds its lock, which is dropped and taken again if
 * the tables are read from hardware.
 *
 * Return: 0, -ENOMEM, or an error of the backend.
 */
int seastar_routes_know(struct seastar_dev *sdev)
{
	if (sdev->routes || !sdev->ops->routes_read)
		return 0;
	return sdev->ops->routes_read(sdev, &sdev->routes);
}

/**
 * seastar_routes_replace() - replace the tables in force
 * @sdev: a device that seastar_routes_check() passed, and whose tables are known
 * @routes: sealed tables, or NULL for the built-in rule, which hardware does not have
 * @stranded: &enum seastar_stranded
 * @q: set to the cycles that it took and the packets dropped
 *
 * Context: caller has claimed the device, and holds its lock, which is dropped and taken again
 * between steps.  Each takes at most some passes over the routers: readers of the device wait no
 * longer than that.
 *
 * Return: 0, -ENODEV if the device has gone meanwhile, -ENOMEM, or an error of the backend.  After
 * an error nothing has changed, except after -ENOTRECOVERABLE, see seastar_regs_replace().
 */
int seastar_routes_replace(struct seastar_dev *sdev, struct seastar_routes *routes,
			   u32 stranded, struct ss_quiesce *q)
{
	int err;

	err = sdev->ops->routes_set(sdev, routes, stranded, q);
	if (err)
		return err;
	seastar_routes_get(routes);
	seastar_routes_put(sdev->routes);
	sdev->routes = routes;
	return 0;
}

/**
 * seastar_routes_changed() - announce that the tables were replaced, as a new generation
 * @sdev: the device
 *
 * Context: caller holds the lock of the device, and has held it since the tables were replaced: no
 * reader sees them with the generation of the former ones.
 */
void seastar_routes_changed(struct seastar_dev *sdev)
{
	seastar_dev_changed(sdev);
	seastar_events->routes(sdev);
}

/* drafts of all devices */
static atomic_t drafts;

/**
 * seastar_draft_any() - check whether a device has a draft
 *
 * Return: true if one has, or has had a moment ago.
 */
bool seastar_draft_any(void)
{
	return atomic_read(&drafts);
}

/**
 * seastar_draft_get() - take the references of a draft
 * @routes: its tables
 * @maker: netlink socket that has begun it
 *
 * Return: the draft, for seastar_dev.draft.
 */
struct seastar_draft seastar_draft_get(struct seastar_routes *routes, struct sock *maker)
{
	atomic_inc(&drafts);
	sock_hold(maker);
	return (struct seastar_draft){ .routes = seastar_routes_get(routes), .maker = maker };
}

/**
 * seastar_draft_put() - drop the references of a draft that its device has no longer
 * @draft: a copy of what seastar_dev.draft was, which may be empty
 *
 * Context: process context; the caller does not hold seastar_dev.drafting.
 */
void seastar_draft_put(const struct seastar_draft *draft)
{
	if (!draft->maker)
		return;
	seastar_routes_put(draft->routes);
	sock_put(draft->maker);
	atomic_dec(&drafts);
}

/**
 * seastar_routes_end() - free the tables and the draft of a device
 * @sdev: a device that is gone, and whose fabric was freed
 *
 * References to the device may stay for as long as a reader likes: they keep no tables.
 *
 * Context: process context; the caller holds no lock.
 */
void seastar_routes_end(struct seastar_dev *sdev)
{
	struct seastar_routes *routes;
	struct seastar_draft draft;

	mutex_lock(&sdev->lock);
	routes = sdev->routes;
	WRITE_ONCE(sdev->routes, NULL);
	mutex_unlock(&sdev->lock);
	spin_lock(&sdev->drafting);
	draft = sdev->draft;
	sdev->draft = (struct seastar_draft){ 0 };
	spin_unlock(&sdev->drafting);
	seastar_routes_put(routes);
	seastar_draft_put(&draft);
}

/**
 * seastar_routes_explain() - put the reason into an answer if a replacement of tables has failed
 * @extack: the answer
 * @err: error of seastar_routes_replace() or seastar_routes_write()
 */
void seastar_routes_explain(struct netlink_ext_ack *extack, int err)
{
	if (err == -EBUSY)
		seastar_refuse(extack, NULL, err,
			       "the network did not become empty: packets wait, but not for links that are down");
	if (err == -ENOTRECOVERABLE)
		seastar_refuse(extack, NULL, err,
			       "the device accepted neither all new look-up tables nor all former ones: load tables again");
	if (err == -ECANCELED)
		seastar_refuse(extack, NULL, err,
			       "the device is being removed, or the machine is going to sleep: the tables have not changed");
	if (err == -ENODATA)
		seastar_refuse(extack, NULL, err,
			       "the fabric routes by its built-in rule: load tables first, as 'seastar route rebuild' does");
}

/* Find the number of the block that holds the entries of register @at of a look-up table. */
static u32 *block_of(const struct seastar_routes *routes, u32 router, const struct ss_mmr_at *at)
{
	u32 id = SS_PORT_ID(router, at->port);

	if (at->mmr->offset == SS_MMR_LUT(0))
		return &routes->local[id][at->index * sizeof(u64) / SS_TABLE_BLOCK];
	return &routes->global[id];
}

/* Count the places in the tables of input port @id that hold the number of block @block. */
static u32 count_uses(const struct seastar_routes *routes, u32 id, u32 block)
{
	u32 i, n = routes->global[id] == block;

	for (i = 0; i < SS_TABLE_BLOCKS; i++)
		n += routes->local[id][i] == block;
	return n;
}

/* Return true if @block is used in several places, of one table or of several. */
static bool is_shared(const struct seastar_routes *routes, u32 block)
{
	u32 router, port, n = 0;

	for (router = 0; router < routes->routers && n < 2; router++)
		for (port = 0; port < SEASTAR_PORTS; port++)
			n += count_uses(routes, SS_PORT_ID(router, port), block);
	return n > 1;
}

static void copy(struct seastar_routes *to, const struct seastar_routes *from)
{
	memcpy(to->local, from->local, ports_of(from) * sizeof(*to->local));
	memcpy(to->global, from->global, ports_of(from) * sizeof(*to->global));
	memcpy(to->block, from->block, (size_t)from->blocks * sizeof(*to->block));
	memcpy(to->nid, from->nid, from->routers * sizeof(*to->nid));
	memcpy(to->tables.dateline, from->tables.dateline, sizeof(to->tables.dateline));
}

/* Copy block *@block to the last block, which is still unused, and set *@block to the copy. */
static void part_block(struct seastar_routes *routes, u32 *block)
{
	memcpy(routes->block[routes->blocks - 1], routes->block[*block], SS_TABLE_BLOCK);
	*block = routes->blocks - 1;
}

/*
 * Write the entries of register @at.  The survey marks the routers that must look up routes in
 * their tables: mark @router, too, and the routers to which the new entries lead.
 */
static void change_entries(struct seastar_dev *sdev, struct seastar_routes *routes, u32 router,
			   const struct ss_mmr_at *at, u64 value)
{
	u32 first = at->index * sizeof(value) % SS_TABLE_BLOCK, i;
	u8 *entry = routes->block[*block_of(routes, router, at)] + first;

	for (i = 0; i < sizeof(value); i++)
		entry[i] = value >> 8 * i;
	if (routes->survey)
		ss_survey_amend(routes->survey, &sdev->cfg, router, entry, sizeof(value));
}

static int copy_survey(struct seastar_routes *to, const struct seastar_routes *from,
		       const struct ss_config *cfg)
{
	if (!from->survey)
		return 0;
	to->survey = seastar_alloc(ss_survey_bytes(cfg));
	if (!to->survey)
		return -ENOMEM;
	memcpy(to->survey, from->survey, ss_survey_bytes(cfg));
	return 0;
}

/*
 * Make a copy of sealed tables that differs in register @at only.  Returns NULL if memory is short.
 * A block that is used in other places, too, is copied first.  Needs no lock of the device.
 */
static struct seastar_routes *with_entries(struct seastar_dev *sdev,
					   const struct seastar_routes *former, u32 router,
					   const struct ss_mmr_at *at, u64 value)
{
	bool shared = is_shared(former, *block_of(former, router, at));
	struct seastar_routes *routes = seastar_routes_new(sdev, former->blocks + shared);

	if (!routes)
		return NULL;
	if (copy_survey(routes, former, &sdev->cfg)) {
		seastar_routes_put(routes);
		return NULL;
	}
	copy(routes, former);
	if (shared)
		part_block(routes, block_of(routes, router, at));
	change_entries(sdev, routes, router, at, value);
	routes->sealed = true;
	return routes;
}

/*
 * Copy the tables in force with another value of register @at, while the device is not locked: this
 * takes time and memory for all routers.  Returns 0 with the copy in *@routes, or an error.
 * Context: caller has claimed the device, and holds its lock.  So no other tables come into force
 * meanwhile, except that hardware that was reset may not take its tables again.
 */
static int copy_unlocked(struct seastar_dev *sdev, u32 router, const struct ss_mmr_at *at,
			 u64 value, struct seastar_routes **routes)
{
	struct seastar_routes *former = seastar_routes_get(sdev->routes);
	bool same;

	seastar_dev_unlock(sdev);
	*routes = with_entries(sdev, former, router, at, value);
	seastar_stall_here(SEASTAR_STALL_COPY);
	/* not killable: callers expect the lock to be held, as after a replacement of tables */
	seastar_dev_lock_always(sdev);
	same = sdev->routes == former;
	seastar_routes_put(former);
	if (!*routes)
		return -ENOMEM;
	if (!sdev->gone && same)
		return 0;
	seastar_routes_put(*routes);
	return sdev->gone ? -ENODEV : -EHOSTDOWN;
}

/**
 * seastar_routes_write() - write a register of a look-up table
 * @sdev: a device that seastar_routes_check() passed
 * @router: number of the router
 * @at: the register
 * @value: one that ss_mmr_check_write() passed
 *
 * The tables are replaced as a whole by tables that differ in this register only, so no packet is
 * routed by a mixture.
 *
 * Context: as of seastar_routes_replace(); the lock is dropped and taken again meanwhile.
 *
 * Return: 0; -ENOMEM; -ENODATA: packets are routed by the built-in rule; -ENODEV: the device has
 * gone; -EHOSTDOWN: it was reset meanwhile; or an error of the backend.
 */
int seastar_routes_write(struct seastar_dev *sdev, u32 router, const struct ss_mmr_at *at,
			 u64 value)
{
	struct seastar_routes *routes;
	struct ss_quiesce q;
	int err;

	err = seastar_routes_know(sdev);
	if (err)
		return err;
	if (!sdev->routes)
		return -ENODATA;
	err = copy_unlocked(sdev, router, at, value, &routes);
	if (err)
		return err;
	err = seastar_routes_replace(sdev, routes, SEASTAR_STRANDED_DROP, &q);
	seastar_routes_put(routes);
	return err;
}
