// SPDX-License-Identifier: GPL-2.0-only
/*
 * /dev/seastar, and the files that it gives: all counters of a device in one binary block
 * behind a description of it.  include/uapi/linux/seastar.h has the format.
 */
#include <linux/anon_inodes.h>
#include <linux/err.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/minmax.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/pagemap.h>
#include <linux/sizes.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "base/counters.h"
#include "base/fault.h"
#include "dev/dev.h"
#include "dev/stats.h"
#include "files/statsfd.h"
#include "registry.h"

#define HEAD_DESCS	7	/* descriptors of the fields before the counters */

/* Header, name and descriptors at the beginning of a file; the data block follows. */
struct preface {
	struct seastar_stats_header header;
	struct seastar_stats_desc desc[HEAD_DESCS + SEASTAR_COUNTERS];
};

/**
 * struct stats_file - an open statistics file
 * @sdev: its device, with a reference
 * @preface: beginning of the file, constant
 * @lock: lock of @sample
 * @sample: copy of a sample, from which reads of the rest of the data block are served, or NULL
 */
struct stats_file {
	struct seastar_dev *sdev;
	struct preface preface;
	struct mutex lock;	/* protects @sample */
	struct seastar_sample *sample;
};

#define AT(field)	offsetof(struct seastar_stats_data, field)

/* Descriptors of the fields before the counters. */
static const struct seastar_stats_desc head_descs[HEAD_DESCS] = {
	{ "sequence", SEASTAR_STATS_KIND_COUNTER, SEASTAR_STATS_UNIT_NONE, AT(sequence), 8, 1, 1 },
	{ "cycle", SEASTAR_STATS_KIND_COUNTER, SEASTAR_STATS_UNIT_CYCLES, AT(cycle), 8, 1, 1 },
	{ "time", SEASTAR_STATS_KIND_GAUGE, SEASTAR_STATS_UNIT_NANOSECONDS, AT(time), 8, 1, 1 },
	{ "generation", SEASTAR_STATS_KIND_GAUGE, SEASTAR_STATS_UNIT_NONE, AT(generation),
	  8, 1, 1 },
	{ "flags", SEASTAR_STATS_KIND_GAUGE, SEASTAR_STATS_UNIT_NONE, AT(flags), 4, 1, 1 },
	{ "gaps", SEASTAR_STATS_KIND_COUNTER, SEASTAR_STATS_UNIT_NONE, AT(gaps), 8, 1, 1 },
	{ "failed", SEASTAR_STATS_KIND_COUNTER, SEASTAR_STATS_UNIT_NONE, AT(failed), 8, 1, 1 },
};

static void describe(struct seastar_stats_desc *d, u32 counter, u32 routers)
{
	const struct seastar_counter_info *info = &seastar_counters[counter];

	strscpy(d->name, seastar_counter_names[counter], sizeof(d->name));
	d->kind = info->kind;
	d->unit = info->unit;
	d->offset = AT(counters) + offsetof(struct ss_counters, of[counter]);
	d->width = sizeof(u64);
	d->count = SEASTAR_PORTS;
	d->repeats = routers;
	d->stride = sizeof(struct ss_counters);
	if (info->kind == SEASTAR_STATS_KIND_HISTOGRAM) {
		d->bucket_low = (counter - SEASTAR_COUNTER_AGE_BIN0) *
				SEASTAR_AGES_A_BIN;
		d->bucket_high = d->bucket_low + SEASTAR_AGES_A_BIN - 1;
	}
}

static void describe_all(struct preface *p, struct seastar_dev *sdev)
{
	struct seastar_stats_header *h = &p->header;
	u32 i;

	h->magic = SEASTAR_STATS_MAGIC;
	h->version = SEASTAR_STATS_VERSION;
	h->header_size = sizeof(*h);
	h->desc_count = ARRAY_SIZE(p->desc);
	h->desc_offset = offsetof(struct preface, desc);
	h->desc_size = sizeof(p->desc[0]);
	h->data_offset = sizeof(*p);
	h->data_size = seastar_stats_data_size(sdev->routers);
	h->routers = sdev->routers;
	h->ports = SEASTAR_PORTS;
	h->dev_id = sdev->id;
	snprintf(h->id, sizeof(h->id), "seastar-%s", seastar_dev_name(sdev));

	memcpy(p->desc, head_descs, sizeof(head_descs));
	for (i = 0; i < SEASTAR_COUNTERS; i++)
		describe(&p->desc[HEAD_DESCS + i], i, sdev->routers);
}

/*
 * Set *@sample to the sample for a read of the data block at offset @at, with a reference to it.  A
 * read of the block's first byte takes a new sample.  The wait for the file's lock is killable,
 * because its holder may be waiting for the device.
 */
static int sample_for(struct file *file, loff_t at, struct seastar_sample **sample)
{
	struct stats_file *f = file->private_data;
	struct seastar_sample *fresh = NULL;
	int err;

	err = mutex_lock_killable(&f->lock);
	if (err)
		return err;
	seastar_stall_here(SEASTAR_STALL_FILE);
	if (READ_ONCE(f->sdev->gone))
		err = -ENODEV;
	else if (!f->sample || !at)
		err = seastar_sample_get(f->sdev, file, 0, f->sdev->routers, &fresh);
	if (err || fresh) {
		seastar_sample_put(f->sample);
		f->sample = fresh;
	}
	if (!err)
		*sample = seastar_sample_hold(f->sample);
	mutex_unlock(&f->lock);
	return err;
}

/*
 * Free @sample, which is large, after it has been read to the end, unless the file has another one
 * by now.  If @sample is NULL, free the sample that the file has.  If the task is killed, the next
 * read or the release of the file frees it.
 */
static void forget_sample(struct stats_file *f, struct seastar_sample *sample)
{
	if (mutex_lock_killable(&f->lock))
		return;
	if (!sample || f->sample == sample) {
		sample = f->sample;
		f->sample = NULL;
		seastar_sample_put(sample);
	}
	mutex_unlock(&f->lock);
}

/**
 * struct direct_read - a read of the data block from a byte up to the block's end
 * @to: buffer of the reader
 * @at: offset of the first byte in the data block
 * @n: number of bytes up to the end
 */
struct direct_read {
	char __user *to;
	size_t at;
	size_t n;
};

/*
 * Copy a sample to a reader, as a &seastar_look.  A page fault ends the copy with -EFAULT: the copy
 * may not wait.
 */
static int copy_directly(const struct seastar_sample *sample, void *ctx)
{
	const struct direct_read *read = ctx;
	const void *from = (const void *)&sample->data + read->at;
	size_t done, n;

	for (done = 0; done < read->n; done += n) {
		n = min_t(size_t, read->n - done, SZ_64K);
		/* a sample that is overwritten meanwhile is read again */
		if (data_race(copy_to_user_nofault(read->to + done, from + done, n)))
			return -EFAULT;
		cond_resched();
	}
	return 0;
}

/*
 * Return 1 if a read of @count bytes covers the rest of the data block and does not go on with the
 * sample of an earlier read; 0 if not; or -EINTR.
 */
static int is_direct(struct stats_file *f, loff_t at, size_t count, size_t size)
{
	bool goes_on;
	int err;

	err = mutex_lock_killable(&f->lock);
	if (err)
		return err;
	goes_on = f->sample && at;
	mutex_unlock(&f->lock);
	return !goes_on && count >= size - at;
}

/*
 * Copy the latest sample to the reader, without a copy in between.  Returns -EFAULT if @to cannot
 * be written, or if its pages are paged out again right after they were faulted in.
 */
static ssize_t read_directly(struct stats_file *f, char __user *to, loff_t at, size_t n)
{
	struct direct_read read = { .to = to, .at = at, .n = n };
	int err;

	if (READ_ONCE(f->sdev->gone))
		return -ENODEV;
	err = seastar_stats_look(f->sdev, copy_directly, &read);
	if (err == -EFAULT && !fault_in_writeable(to, n))
		err = seastar_stats_look(f->sdev, copy_directly, &read);
	if (err)
		return err;
	forget_sample(f, NULL);
	return n;
}

static ssize_t read_data(struct file *file, char __user *to, size_t count, loff_t pos)
{
	struct stats_file *f = file->private_data;
	struct seastar_sample *sample;
	size_t size = seastar_stats_data_size(f->sdev->routers);
	loff_t at = pos - sizeof(f->preface);
	ssize_t n;
	int err;

	if (at >= size)
		return 0;
	err = is_direct(f, at, count, size);
	if (err < 0)
		return err;
	if (err) {
		n = read_directly(f, to, at, size - at);
		if (n != -EFAULT)
			return n;
	}
	err = sample_for(file, at, &sample);
	if (err)
		return err;
	n = simple_read_from_buffer(to, count, &at, &sample->data, size);
	if (at >= size)
		forget_sample(f, sample);
	seastar_sample_put(sample);
	return n;
}

static ssize_t stats_read(struct file *file, char __user *to, size_t count,
			  loff_t *pos)
{
	struct stats_file *f = file->private_data;
	ssize_t n = 0, more = 0;

	if (READ_ONCE(f->sdev->gone))
		return -ENODEV;
	if (*pos < sizeof(f->preface)) {
		n = simple_read_from_buffer(to, count, pos, &f->preface,
					    sizeof(f->preface));
		if (n < 0)
			return n;
	}
	if (n < count) {
		more = read_data(file, to + n, count - n, *pos);
		if (more > 0)
			*pos += more;
	}
	return more < 0 && !n ? more : n + max_t(ssize_t, more, 0);
}

static loff_t stats_llseek(struct file *file, loff_t offset, int whence)
{
	struct stats_file *f = file->private_data;
	const struct seastar_stats_header *h = &f->preface.header;

	return fixed_size_llseek(file, offset, whence,
				 h->data_offset + h->data_size);
}

static int stats_release(struct inode *inode, struct file *file)
{
	struct stats_file *f = file->private_data;

	seastar_sample_put(f->sample);
	seastar_dev_put(f->sdev);
	mutex_destroy(&f->lock);
	kfree(f);
	return 0;
}

/* The owner keeps the module loaded while a file is open. */
static const struct file_operations stats_fops = {
	.owner = THIS_MODULE,
	.read = stats_read,
	.llseek = stats_llseek,
	.release = stats_release,
};

/* Make the state of an open file.  Takes over the reference to @sdev, even on failure. */
static struct stats_file *new_file(struct seastar_dev *sdev)
{
	struct stats_file *f = NULL;

	if (!seastar_fault(SEASTAR_FAULT_ALLOC))
		f = kzalloc(sizeof(*f), GFP_KERNEL_ACCOUNT);
	if (!f) {
		seastar_dev_put(sdev);
		return NULL;
	}
	f->sdev = sdev;
	mutex_init(&f->lock);
	describe_all(&f->preface, sdev);
	return f;
}

static int install(struct stats_file *f)
{
	struct file *file;
	int fd;

	fd = get_unused_fd_flags(O_CLOEXEC);
	if (fd < 0)
		return fd;
	file = anon_inode_getfile("[seastar-stats]", &stats_fops, f, O_RDONLY);
	if (IS_ERR(file)) {
		put_unused_fd(fd);
		return PTR_ERR(file);
	}
	file->f_mode |= FMODE_LSEEK | FMODE_PREAD;
	fd_install(fd, file);
	return fd;
}

/*
 * Copy a request from user space.  The structure begins with its size and may grow: the caller's
 * version may be shorter or longer than this one.
 */
static int get_request(struct seastar_stats_fd *request, const void __user *arg)
{
	u32 size;
	int err;

	BUILD_BUG_ON(offsetofend(struct seastar_stats_fd, name) != SEASTAR_STATS_FD_SIZE_VER0);
	if (get_user(size, (const u32 __user *)arg))
		return -EFAULT;
	if (size < SEASTAR_STATS_FD_SIZE_VER0)
		return -EINVAL;
	if (size > PAGE_SIZE)
		return -E2BIG;
	err = copy_struct_from_user(request, sizeof(*request), arg, size);
	if (err)
		return err;
	return request->flags ? -EINVAL : 0;
}

static int get_stats_fd(const void __user *arg)
{
	struct seastar_stats_fd request;
	struct seastar_dev *sdev;
	struct stats_file *f;
	int fd;

	fd = get_request(&request, arg);
	if (fd)
		return fd;
	if (strnlen(request.name, sizeof(request.name)) == sizeof(request.name))
		return -EINVAL;
	sdev = seastar_dev_find(request.name);
	if (!sdev)
		return -ENODEV;
	f = new_file(sdev);
	if (!f)
		return -ENOMEM;
	fd = install(f);
	if (fd < 0) {
		seastar_dev_put(sdev);
		kfree(f);
	}
	return fd;
}

/* The loading of the module can no longer fail. */
static bool published;

/*
 * Refuse to open /dev/seastar until the loading can no longer fail.  misc_open() holds a lock
 * meanwhile that misc_deregister() takes, too: so no call of this function outlives a failure.  The
 * kernel reads control_fops once more after the lock is free, but does not sleep before, so
 * synchronize_rcu_tasks() in seastar_registry_exit() waits for that.
 */
static int control_open(struct inode *inode, struct file *file)
{
	return READ_ONCE(published) ? 0 : -ENODEV;
}

static long control_ioctl(struct file *file, unsigned int cmd,
			  unsigned long arg)
{
	if (cmd != SEASTAR_IOC_STATS_FD)
		return -ENOTTY;
	return get_stats_fd((const void __user *)arg);
}

static const struct file_operations control_fops = {
	.owner = THIS_MODULE,
	.open = control_open,
	.unlocked_ioctl = control_ioctl,
	.compat_ioctl = compat_ptr_ioctl,
	.llseek = noop_llseek,
};

static struct miscdevice control = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "seastar",
	.fops = &control_fops,
	.mode = 0444,
};

/**
 * seastar_statsfd_init() - register /dev/seastar, which gives statistics files
 *
 * The file cannot be opened before seastar_statsfd_publish().
 *
 * Return: 0 or an error of the driver core.
 */
int seastar_statsfd_init(void)
{
	return misc_register(&control);
}

/**
 * seastar_statsfd_publish() - let users open /dev/seastar
 */
void seastar_statsfd_publish(void)
{
	WRITE_ONCE(published, true);
}

/**
 * seastar_statsfd_exit() - unregister /dev/seastar
 */
void seastar_statsfd_exit(void)
{
	misc_deregister(&control);
}
