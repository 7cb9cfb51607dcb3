// SPDX-License-Identifier: GPL-2.0-only
/* Commit the faults that are asked for: a debug kernel that does not report them is none. */
#include <linux/delay.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/spinlock.h>

static char *fault;
module_param(fault, charp, 0);
MODULE_PARM_DESC(fault, "which, in which order: names with commas between them");

static DEFINE_SPINLOCK(spinlock);
static DEFINE_MUTEX(first);
static DEFINE_MUTEX(second);

static int overrun(void)
{
	char *volatile p = kmalloc(100, GFP_KERNEL);

	if (!p)
		return -ENOMEM;
	p[100] = 1;
	kfree(p);
	return 0;
}

static int use_after_free(void)
{
	char *volatile p = kmalloc(100, GFP_KERNEL);

	if (!p)
		return -ENOMEM;
	kfree(p);
	p[0] = 1;
	return 0;
}

static int leak(void)
{
	void *volatile p = kmalloc(96, GFP_KERNEL);

	p = NULL;
	return p ? -EINVAL : 0;
}

static int sleep_in_atomic(void)
{
	spin_lock(&spinlock);
	msleep(1);
	spin_unlock(&spinlock);
	return 0;
}

static int lock_inversion(void)
{
	mutex_lock(&first);
	mutex_lock(&second);
	mutex_unlock(&second);
	mutex_unlock(&first);

	mutex_lock(&second);
	mutex_lock(&first);
	mutex_unlock(&first);
	mutex_unlock(&second);
	return 0;
}

static int wide_shift(void)
{
	volatile int bits = 40;

	return (1 << bits) == 3;
}

static const struct {
	const char *name;
	int (*commit)(void);
} faults[] = {
	{ "overrun", overrun },
	{ "use_after_free", use_after_free },
	{ "leak", leak },
	{ "sleep_in_atomic", sleep_in_atomic },
	{ "lock_inversion", lock_inversion },
	{ "wide_shift", wide_shift },
};

static int commit(const char *name)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(faults); i++)
		if (!strcmp(name, faults[i].name))
			return faults[i].commit();
	return -EINVAL;
}

static int __init canary_init(void)
{
	char *rest = fault, *name;
	int err = 0;

	while (!err && (name = strsep(&rest, ",")))
		err = commit(name);
	return err;
}

static void __exit canary_exit(void)
{
}

module_init(canary_init);
module_exit(canary_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Faults for a debug kernel to find");
