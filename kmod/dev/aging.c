// SPDX-License-Identifier: GPL-2.0-only
/*
 * Aging registers: changes are checked, staged in memory, and written as differences between two
 * states of a whole fabric.  The state in force is published: readers take a reference to it and
 * need no lock of the device.
 */
#include <linux/bitmap.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <net/netlink.h>

#include <seastar/mmr.h>

#include "base/alloc.h"
#include "base/events.h"
#include "base/fault.h"
#include "base/refuse.h"
#include "dev/aging.h"
#include "dev/dev.h"
#include "dev/mmr.h"

#define GIVEN(attr)	BIT(SEASTAR_A_ENTRY_##attr)
#define ALL_PORTS	(BIT(SEASTAR_PORTS) - 1)
#define PORT_CONFIG(port)	(SS_MMR_PORT(port) + SS_MMR_PORT_CONFIG)

static bool given(const struct seastar_aging_change *c, u32 attrs)
{
	return c->given & attrs;
}

/*
 * Find the attribute to blame in a refusal: attribute @attr of the entry, or the entry itself if
 * @attr is 0.
 */
static const struct nlattr *blamed(const struct seastar_aging_change *c, u32 attr)
{
	return c->nest && attr ? nla_find(nla_data(c->nest), nla_len(c->nest), attr) :
				 c->nest;
}

#define refuse(c, extack, err, attr, why) \
	seastar_refuse(extack, blamed(c, attr), err, why)

static int check(const struct seastar_dev *sdev,
		 const struct seastar_aging_change *c,
		 struct netlink_ext_ack *extack)
{
	if (!given(c, GIVEN(CLOCK_PERIOD) | GIVEN(RR_SELECT) |
		   GIVEN(REQ_BIAS) | GIVEN(RSP_BIAS)))
		return refuse(c, extack, -EINVAL, 0,
			      "the entry sets no register: give at least one a value");
	if (given(c, GIVEN(ROUTER)) && c->router >= sdev->routers)
		return refuse(c, extack, -ERANGE, SEASTAR_A_ENTRY_ROUTER,
			      "the fabric has no router of this number");
	if (given(c, GIVEN(PORTS))) {
		if (given(c, GIVEN(CLOCK_PERIOD) | GIVEN(RR_SELECT)))
			return refuse(c, extack, -EINVAL, SEASTAR_A_ENTRY_PORTS,
				      "AGE_CLOCK_PERIOD and AGE_RR_SELECT belong to a router, not to a port");
		if (!c->ports || c->ports & ~ALL_PORTS)
			return refuse(c, extack, -ERANGE, SEASTAR_A_ENTRY_PORTS,
				      "the ports of a router are bits 0 to 6, and at least one is needed");
	}
	if (given(c, GIVEN(CLOCK_PERIOD)) && !c->period)
		return refuse(c, extack, -ERANGE, SEASTAR_A_ENTRY_CLOCK_PERIOD,
			      "AGE_CLOCK_PERIOD is 1 to 4294967295 cycles");
	if (given(c, GIVEN(REQ_BIAS)) && c->bias[0] > SS_MAX_BIAS)
		return refuse(c, extack, -ERANGE, SEASTAR_A_ENTRY_REQ_BIAS,
			      "REQ_AGE_BIAS is 0 to 7");
	if (given(c, GIVEN(RSP_BIAS)) && c->bias[1] > SS_MAX_BIAS)
		return refuse(c, extack, -ERANGE, SEASTAR_A_ENTRY_RSP_BIAS,
			      "RSP_AGE_BIAS is 0 to 7");
	return 0;
}

/**
 * seastar_aging_check() - check a list of changes
 * @sdev: the device
 * @changes: the changes
 * @n: number of changes
 * @extack: for the refusal, or NULL
 *
 * Return: 0, -EINVAL or -ERANGE.
 */
int seastar_aging_check(const struct seastar_dev *sdev,
			const struct seastar_aging_change *changes, size_t n,
			struct netlink_ext_ack *extack)
{
	size_t i;
	int err = 0;

	for (i = 0; !err && i < n; i++)
		err = check(sdev, &changes[i], extack);
	return err;
}

/* Number of registers per router that hold aging settings. */
#define AGING_REGS	(2 + SEASTAR_PORTS)

static u32 reg_offset(u32 reg)
{
	switch (reg) {
	case 0:
		return SS_MMR_AGE_CLOCK_PERIOD;
	case 1:
		return SS_MMR_AGE_RR_SELECT;
	default:
		return PORT_CONFIG(reg - 2);
	}
}

/*
 * Return the value of aging register @reg, 0 to AGING_REGS - 1.  The biases are the only writable
 * bits of PORT_CONFIG.
 */
static u64 reg_value(const struct ss_aging *aging, u32 reg)
{
	switch (reg) {
	case 0:
		return aging->period;
	case 1:
		return aging->select;
	default:
		return (u64)aging->bias[0][reg - 2] << SS_MMR_REQ_AGE_BIAS_SHIFT |
		       (u64)aging->bias[1][reg - 2] << SS_MMR_RSP_AGE_BIAS_SHIFT;
	}
}

/* Set the fields of @aging that register @reg holds, from the value of the register. */
static void take_value(struct ss_aging *aging, u32 reg, u64 value)
{
	switch (reg) {
	case 0:
		aging->period = (u32)value;
		break;
	case 1:
		aging->select = value;
		break;
	default:
		aging->bias[0][reg - 2] = value >> SS_MMR_REQ_AGE_BIAS_SHIFT &
					  SS_MMR_AGE_BIAS_MASK;
		aging->bias[1][reg - 2] = value >> SS_MMR_RSP_AGE_BIAS_SHIFT &
					  SS_MMR_AGE_BIAS_MASK;
	}
}

static int read_router(struct seastar_dev *sdev, u32 router, struct ss_aging *aging)
{
	u64 value;
	u32 reg;
	int err;

	for (reg = 0; reg < AGING_REGS; reg++) {
		err = seastar_fault(SEASTAR_FAULT_READ) ? -EIO :
		      sdev->ops->mmr_read(sdev, router, reg_offset(reg), &value);
		if (err)
			return err;
		take_value(aging, reg, value);
	}
	return 0;
}

/**
 * seastar_aging_read() - read the aging registers of all routers
 * @sdev: the device
 * @state: set to the contents of the registers; after an error it has only the routers read before
 *
 * Context: caller holds the lock of the device.
 *
 * Return: 0 or an error of the backend.
 */
int seastar_aging_read(struct seastar_dev *sdev, struct seastar_aging_state *state)
{
	u32 router;
	int err = 0;

	for (router = 0; !err && router < sdev->routers; router++) {
		err = read_router(sdev, router, &state->of[router]);
		cond_resched();
	}
	return err;
}

/**
 * seastar_aging_new() - allocate a state, the aging registers of a device
 * @sdev: the device
 *
 * Return: the state, with a reference to it, or NULL.
 */
struct seastar_aging_state *seastar_aging_new(const struct seastar_dev *sdev)
{
	struct seastar_aging_state *state;

	state = seastar_calloc(1, struct_size(state, of, sdev->routers));
	if (state)
		refcount_set(&state->refs, 1);
	return state;
}

/**
 * seastar_aging_put() - give back a reference to a state
 * @state: the state, or NULL
 */
void seastar_aging_put(struct seastar_aging_state *state)
{
	if (state && refcount_dec_and_test(&state->refs))
		kvfree(state);
}

/**
 * seastar_aging_hold() - get the published state of the aging registers
 * @sdev: a device that was added once
 * @generation: set to the generation of the settings, if it is not NULL
 *
 * Context: any that may take a spinlock; with or without the lock of the device.
 *
 * Return: the state that was published last, with a reference for seastar_aging_put().
 */
struct seastar_aging_state *seastar_aging_hold(struct seastar_dev *sdev,
					       u64 *generation)
{
	struct seastar_aging_state *state;

	spin_lock(&seastar_settings_lock);
	state = sdev->aging;
	refcount_inc(&state->refs);
	if (generation)
		*generation = sdev->generation;
	spin_unlock(&seastar_settings_lock);
	return state;
}

/**
 * seastar_aging_swap() - publish changed settings as a new generation
 * @sdev: the device
 * @state: the new contents of its aging registers; constant from now on
 *
 * Context: caller holds the lock of the device and seastar_settings_lock.
 *
 * Return: the state that was published before.  The caller gives back the reference to it after it
 * has dropped seastar_settings_lock.
 */
struct seastar_aging_state *seastar_aging_swap(struct seastar_dev *sdev,
					       struct seastar_aging_state *state)
{
	struct seastar_aging_state *before = sdev->aging;

	refcount_inc(&state->refs);
	sdev->aging = state;
	WRITE_ONCE(sdev->generation, seastar_generation());
	seastar_dev_disturbed(sdev);
	return before;
}

static void publish_state(struct seastar_dev *sdev, struct seastar_aging_state *state)
{
	struct seastar_aging_state *before;

	spin_lock(&seastar_settings_lock);
	before = seastar_aging_swap(sdev, state);
	spin_unlock(&seastar_settings_lock);
	seastar_aging_put(before);
}

/**
 * seastar_aging_start() - publish the aging registers of a new device
 * @sdev: the device
 *
 * Return: 0, -ENOMEM, or an error of the backend.
 */
int seastar_aging_start(struct seastar_dev *sdev)
{
	struct seastar_aging_state *state = seastar_aging_new(sdev);
	int err;

	if (!state)
		return -ENOMEM;
	mutex_lock(&sdev->lock);
	err = seastar_aging_read(sdev, state);
	mutex_unlock(&sdev->lock);
	if (err) {
		seastar_aging_put(state);
		return err;
	}
	/* the device is not published yet */
	seastar_aging_put(sdev->aging);
	sdev->aging = state;
	return 0;
}

static int restore_router(struct seastar_dev *sdev, u32 router,
			  const struct ss_aging *aging, u32 *differed)
{
	struct ss_aging held;
	u32 reg;
	int err;

	err = read_router(sdev, router, &held);
	for (reg = 0; !err && reg < AGING_REGS; reg++) {
		if (reg_value(&held, reg) == reg_value(aging, reg))
			continue;
		++*differed;
		err = seastar_fault(SEASTAR_FAULT_COMMIT) ? -EIO :
		      seastar_mmr_write(sdev, router, reg_offset(reg),
					reg_value(aging, reg));
	}
	return err;
}

/**
 * seastar_aging_adopt() - publish values that were read from the registers
 * @sdev: the device
 * @state: contents of the registers
 *
 * Context: caller holds the lock of the device.
 */
void seastar_aging_adopt(struct seastar_dev *sdev, struct seastar_aging_state *state)
{
	struct seastar_aging_state *before = seastar_aging_hold(sdev, NULL);
	struct seastar_aging_diff diff;

	publish_state(sdev, state);
	seastar_aging_diff_start(&diff, sdev->routers, before->of, state->of);
	seastar_events->aging(sdev, seastar_aging_diff_next, &diff);
	seastar_aging_put(before);
}

static int declare_lost(struct seastar_dev *sdev)
{
	struct seastar_aging_state *state = seastar_aging_new(sdev);
	int err;

	if (!state)
		return -ENOMEM;
	err = seastar_aging_read(sdev, state);
	if (!err)
		seastar_aging_adopt(sdev, state);
	seastar_aging_put(state);
	return err;
}

/**
 * seastar_aging_restore() - write the settings again to a device that was away
 * @sdev: the device
 * @differed: set to the number of registers that held other values
 * @lost: set to true if the device did not take the settings; then its present values are published
 *
 * Context: caller holds the lock of the device.
 *
 * Return: 0, -ENOMEM, or an error of the backend.
 */
int seastar_aging_restore(struct seastar_dev *sdev, u32 *differed, bool *lost)
{
	u32 router;
	int err = 0;

	*differed = 0;
	for (router = 0; !err && router < sdev->routers; router++) {
		err = restore_router(sdev, router, &sdev->aging->of[router],
				     differed);
		cond_resched();
	}
	*lost = err == -EIO;
	return *lost ? declare_lost(sdev) : err;
}

/**
 * seastar_aging_free() - give back what seastar_aging_start() took
 * @sdev: a device without references
 */
void seastar_aging_free(struct seastar_dev *sdev)
{
	seastar_aging_put(sdev->aging);
}

/**
 * seastar_aging_write() - write the registers in which two states differ
 * @sdev: the device
 * @from: the registers of all its routers, as they are
 * @to: the same registers as they should be
 * @tried: number of registers written; after an error the last of them may hold either value
 *
 * Context: caller holds the lock of the device.
 *
 * Return: 0 or an error of the backend.
 */
int seastar_aging_write(struct seastar_dev *sdev, const struct ss_aging *from,
			const struct ss_aging *to, size_t *tried)
{
	u32 router, reg;
	int err;

	*tried = 0;
	for (router = 0; router < sdev->routers; router++) {
		for (reg = 0; reg < AGING_REGS; reg++) {
			u64 value = reg_value(&to[router], reg);

			if (value == reg_value(&from[router], reg))
				continue;
			if (seastar_fault(SEASTAR_FAULT_COMMIT))
				return -EIO;
			++*tried;
			err = seastar_mmr_write(sdev, router,
						reg_offset(reg), value);
			if (err)
				return err;
		}
		cond_resched();
	}
	return 0;
}

/**
 * seastar_aging_undo() - undo what seastar_aging_write() has written
 * @sdev: the device
 * @from: the registers as they were, and as they will be again
 * @to: registers as they should have been
 * @tried: number of differences that were written; later ones are left alone
 *
 * After an error the function goes on with the remaining registers.
 *
 * Context: caller holds the lock of the device.
 *
 * Return: 0 or the first error of the backend.
 */
int seastar_aging_undo(struct seastar_dev *sdev, const struct ss_aging *from,
		       const struct ss_aging *to, size_t tried)
{
	u32 router, reg;
	int err = 0;

	for (router = 0; tried && router < sdev->routers; router++) {
		for (reg = 0; tried && reg < AGING_REGS; reg++) {
			u64 value = reg_value(&from[router], reg);
			int failed;

			if (value == reg_value(&to[router], reg))
				continue;
			failed = seastar_fault(SEASTAR_FAULT_UNDO) ? -EIO :
				 seastar_mmr_write(sdev, router, reg_offset(reg), value);
			err = err ?: failed;
			tried--;
		}
		cond_resched();
	}
	return err;
}

static int reg_at(u32 offset)
{
	u32 reg;

	for (reg = 0; reg < AGING_REGS; reg++)
		if (reg_offset(reg) == offset)
			return reg;
	return -EINVAL;
}

/* Announce the value of a register, in the form of the entry that would set it. */
static void announce_register(struct seastar_dev *sdev, u32 router, const struct ss_aging *aging,
			      u32 reg)
{
	struct seastar_aging_change c = { .given = GIVEN(ROUTER), .router = router };
	struct seastar_aging_list list = { .next = &c, .end = &c + 1 };

	switch (reg) {
	case 0:
		c.given |= GIVEN(CLOCK_PERIOD);
		c.period = aging->period;
		break;
	case 1:
		c.given |= GIVEN(RR_SELECT);
		c.select = aging->select;
		break;
	default:
		c.given |= GIVEN(PORTS) | GIVEN(REQ_BIAS) | GIVEN(RSP_BIAS);
		c.ports = BIT(reg - 2);
		c.bias[0] = aging->bias[0][reg - 2];
		c.bias[1] = aging->bias[1][reg - 2];
	}
	seastar_events->aging(sdev, seastar_aging_list_next, &list);
}

/**
 * seastar_aging_set_register() - write one register, given its offset, and announce the change
 * @sdev: the device
 * @router: number of the router
 * @offset: offset of an aging register
 * @value: a value that ss_mmr_check_write() passed
 *
 * After -EIO the values that the router holds are read and published.
 *
 * Context: caller holds the lock of the device.
 *
 * Return: 0, -ENOMEM, or an error of the backend.
 */
int seastar_aging_set_register(struct seastar_dev *sdev, u32 router, u32 offset,
			       u64 value)
{
	struct seastar_aging_state *state;
	int err, reg = reg_at(offset);

	if (WARN_ON_ONCE(reg < 0))
		return reg;
	state = seastar_aging_new(sdev);
	if (!state)
		return -ENOMEM;
	memcpy(state->of, sdev->aging->of, sdev->routers * sizeof(*state->of));
	take_value(&state->of[router], reg, value);
	err = seastar_mmr_write(sdev, router, offset, value);
	if (!err) {
		publish_state(sdev, state);
		announce_register(sdev, router, &state->of[router], reg);
	} else if (err == -EIO && !read_router(sdev, router, &state->of[router])) {
		seastar_aging_adopt(sdev, state);
	}
	seastar_aging_put(state);
	return err;
}

/* Bits for the fields of a router that entries set: two registers, and two biases per port. */
#define BIAS(class)	(ALL_PORTS << (class) * SEASTAR_PORTS)
#define PERIOD		BIT(2 * SEASTAR_PORTS)
#define SELECT		BIT(2 * SEASTAR_PORTS + 1)
#define FIELDS		(2 * SEASTAR_PORTS + 2)

/* Put all values of an entry into @aging.  Return: the fields that the entry sets, as bits. */
static u32 spread(struct ss_aging *aging, const struct seastar_aging_change *c)
{
	u32 ports = given(c, GIVEN(PORTS)) ? c->ports : ALL_PORTS;
	u32 fields = 0;

	if (given(c, GIVEN(CLOCK_PERIOD)))
		fields |= PERIOD;
	if (given(c, GIVEN(RR_SELECT)))
		fields |= SELECT;
	if (given(c, GIVEN(REQ_BIAS)))
		fields |= BIAS(0) & ports;
	if (given(c, GIVEN(RSP_BIAS)))
		fields |= BIAS(1) & ports << SEASTAR_PORTS;
	aging->period = c->period;
	aging->select = c->select;
	memset(aging->bias[0], c->bias[0], sizeof(aging->bias[0]));
	memset(aging->bias[1], c->bias[1], sizeof(aging->bias[1]));
	return fields;
}

static void copy_fields(struct ss_aging *to, const struct ss_aging *from, u32 fields)
{
	u32 port;

	if (fields & PERIOD)
		to->period = from->period;
	if (fields & SELECT)
		to->select = from->select;
	for (port = 0; port < SEASTAR_PORTS; port++) {
		if (fields & BIT(port))
			to->bias[0][port] = from->bias[0][port];
		if (fields & BIT(SEASTAR_PORTS + port))
			to->bias[1][port] = from->bias[1][port];
	}
}

/**
 * struct everywhere - the values that entries without a router set in all routers
 * @aging: the values
 * @fields: bits for the fields that are set
 * @last: number of the last entry that sets each field; earlier entries have no effect on the field
 */
struct everywhere {
	struct ss_aging aging;
	u32 fields;
	size_t last[FIELDS];
};

static void note_everywhere(struct everywhere *all, const struct seastar_aging_change *c,
			    size_t number)
{
	struct ss_aging aging;
	unsigned long fields = spread(&aging, c);
	u32 field;

	copy_fields(&all->aging, &aging, fields);
	all->fields |= fields;
	for_each_set_bit(field, &fields, FIELDS)
		all->last[field] = number;
}

/*
 * Stage for a router the fields that an entry sets, unless a later entry sets them in all routers.
 */
static void stage_router(struct ss_aging *to, const struct seastar_aging_change *c, size_t number,
			 const struct everywhere *all)
{
	struct ss_aging aging;
	u32 field, fields = spread(&aging, c);

	for (field = 0; field < FIELDS; field++)
		if (all->fields & BIT(field) && all->last[field] > number)
			fields &= ~BIT(field);
	copy_fields(to, &aging, fields);
}

/**
 * seastar_aging_stage() - apply changes to a state in memory
 * @aging: the registers of all routers
 * @routers: number of routers
 * @changes: checked changes, applied in order
 * @n: number of changes
 *
 * The time grows with the sum of @n and @routers, not with their product: changes of all routers
 * are merged first.
 */
void seastar_aging_stage(struct ss_aging *aging, u32 routers,
			 const struct seastar_aging_change *changes, size_t n)
{
	struct everywhere all = {};
	u32 router;
	size_t i;

	for (i = 0; i < n; i++)
		if (!given(&changes[i], GIVEN(ROUTER)))
			note_everywhere(&all, &changes[i], i);
	for (router = 0; all.fields && router < routers; router++)
		copy_fields(&aging[router], &all.aging, all.fields);
	cond_resched();
	for (i = 0; i < n; i++)
		if (given(&changes[i], GIVEN(ROUTER)))
			stage_router(&aging[changes[i].router], &changes[i], i, &all);
}
