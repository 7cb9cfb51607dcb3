// SPDX-License-Identifier: GPL-2.0-only
/*
 * The files of /sys/kernel/debug/seastar: knobs for faults and, for each device, its registers and
 * the internal state of its backend.
 */
#include <linux/debugfs.h>
#include <linux/module.h>
#include <linux/seq_file.h>

#include <seastar/mmr.h>

#include "base/counters.h"
#include "base/fault.h"
#include "dev/dev.h"
#include "dev/sources.h"
#include "files/debugfs.h"

static struct dentry *root;
/* directory of the devices, apart from the knobs: a device may have a knob's name */
static struct dentry *devices;
/* the loading of the module can no longer fail */
static bool published;

/*
 * Refuse to open the files of a device until the loading can no longer fail: whoever closes such a
 * file reads file operations of the module, even after the file's removal.  debugfs_remove() waits
 * for opens in progress.  The knobs need no such check: their file operations are debugfs' own.
 */
static int check_published(void)
{
	return READ_ONCE(published) ? 0 : -ENODEV;
}

static int dump_register(struct seq_file *m, struct seastar_dev *sdev,
			 u32 router, u32 offset, const char *name)
{
	u64 value;
	int err;

	err = sdev->ops->mmr_read(sdev, router, offset, &value);
	if (!err)
		seq_printf(m, "%u %#06x %-24s 0x%016llx\n", router, offset,
			   name, value);
	return err;
}

/* Print all registers of a router except its look-up tables, which would be most of the output. */
static int dump_router(struct seq_file *m, struct seastar_dev *sdev, u32 router)
{
	const struct ss_mmr *mmr;
	char name[40];
	u32 port;
	int err = 0;

	for (mmr = ss_mmrs; !err && mmr < ss_mmrs + ss_mmr_count; mmr++) {
		if (mmr->count > 1)
			continue;
		if (!mmr->port_stride)
			err = dump_register(m, sdev, router, mmr->offset,
					    mmr->name);
		for (port = 0; !err && mmr->port_stride &&
		     port < SEASTAR_PORTS; port++) {
			snprintf(name, sizeof(name), "%s.%s", seastar_port_names[port],
				 mmr->name);
			err = dump_register(m, sdev, router,
					    ss_mmr_offset(mmr, port, 0), name);
		}
	}
	return err;
}

/*
 * Begin at router *@pos. A record has one router: between two records the lock is free for the
 * clock.
 */
static void *registers_start(struct seq_file *m, loff_t *pos)
{
	struct seastar_dev *sdev = m->private;

	return *pos < sdev->routers ? pos : NULL;
}

static void *registers_next(struct seq_file *m, void *v, loff_t *pos)
{
	++*pos;
	return registers_start(m, pos);
}

static void registers_stop(struct seq_file *m, void *v)
{
}

static int registers_show(struct seq_file *m, void *v)
{
	struct seastar_dev *sdev = m->private;
	int err;

	err = seastar_dev_lock(sdev);
	if (err)
		return err;
	err = dump_router(m, sdev, *(loff_t *)v);
	seastar_dev_unlock(sdev);
	return err;
}

static const struct seq_operations registers_sops = {
	.start = registers_start,
	.next = registers_next,
	.stop = registers_stop,
	.show = registers_show,
};

static int registers_open(struct inode *inode, struct file *file)
{
	int err = check_published() ?: seq_open(file, &registers_sops);

	if (!err)
		((struct seq_file *)file->private_data)->private = inode->i_private;
	return err;
}

static const struct file_operations registers_fops = {
	.owner = THIS_MODULE,
	.open = registers_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = seq_release,
};

static int internals_show(struct seq_file *m, void *v)
{
	struct seastar_dev *sdev = m->private;
	int err;

	err = seastar_dev_lock(sdev);
	if (err)
		return err;
	seastar_stall_here(SEASTAR_STALL_LOCKED);
	seq_printf(m, "id %llu\ngeneration %llu\nseq %u\n", sdev->id,
		   sdev->generation, sdev->seq);
	if (sdev->sources)
		seq_printf(m, "source_samples %llu\n", sdev->sources->taken);
	if (sdev->ops->debug)
		sdev->ops->debug(sdev, m);
	seastar_dev_unlock(sdev);
	return 0;
}

static int internals_open(struct inode *inode, struct file *file)
{
	return check_published() ?: single_open(file, internals_show, inode->i_private);
}

static const struct file_operations internals_fops = {
	.owner = THIS_MODULE,
	.open = internals_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = single_release,
};

/**
 * seastar_debugfs_add() - make the directory of a device
 * @sdev: the device
 *
 * The files in it cannot be opened before seastar_debugfs_publish().
 */
void seastar_debugfs_add(struct seastar_dev *sdev)
{
	sdev->debugfs = debugfs_create_dir(seastar_dev_name(sdev), devices);
	debugfs_create_file("registers", 0400, sdev->debugfs, sdev,
			    &registers_fops);
	debugfs_create_file("internals", 0400, sdev->debugfs, sdev,
			    &internals_fops);
}

/**
 * seastar_debugfs_del() - remove the directory of a device
 * @sdev: the device
 *
 * Context: waits for readers of the files, which take the lock of the device; caller does not hold
 * it.
 */
void seastar_debugfs_del(struct seastar_dev *sdev)
{
	debugfs_remove(sdev->debugfs);
}

/**
 * seastar_debugfs_init() - create the directories and the knobs that need no device
 */
void seastar_debugfs_init(void)
{
	root = debugfs_create_dir("seastar", NULL);
	devices = debugfs_create_dir("devices", root);
	seastar_fault_debugfs(root);
}

/**
 * seastar_debugfs_publish() - let root open the files of devices
 */
void seastar_debugfs_publish(void)
{
	WRITE_ONCE(published, true);
}

/**
 * seastar_debugfs_exit() - undo seastar_debugfs_init()
 */
void seastar_debugfs_exit(void)
{
	debugfs_remove(root);
}
