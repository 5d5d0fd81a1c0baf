// SPDX-License-Identifier: GPL-2.0
/*
 * control - the control files
 *
 * On a kernel that has no kprobe_events file the two control files are in the
 * tracefs root, where every client looks for them. Where the kernel's own
 * tracer has that name, they are in trace_kprobe/. error_log and README are
 * always there: the root has files of the kernel's by these names.
 *
 * Locks: a listing holds kpe_mutex from one buffer's start to its end, so a
 * reader sees whole lines, and each line of a state that existed.
 */
#include <linux/cred.h>
#include <linux/fs.h>
#include <linux/mm.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/uaccess.h>
#include "control.h"
#include "probe.h"
#include "tracefs.h"
#include "transaction.h"

#define MAX_WRITE (16 << 20)	/* bytes of one write */

static struct dentry *own_dir;
static struct dentry *events_file;	/* NULL if it is in own_dir */
static struct dentry *profile_file;

/* ----------------------------------------------------------------- listing */

static void *list_start(struct seq_file *m, loff_t *pos)
{
	mutex_lock(&kpe_mutex);
	return seq_list_start(&kpe_probes, *pos);
}

static void *list_next(struct seq_file *m, void *v, loff_t *pos)
{
	return seq_list_next(v, &kpe_probes, pos);
}

static void list_stop(struct seq_file *m, void *v)
{
	mutex_unlock(&kpe_mutex);
}

/*
 * Addresses are for those who may read them in /proc/kallsyms: %pK shows the
 * address, a zero or a hash, as kptr_restrict says; a hash means that it is up
 * to the reader's privilege.
 */
static bool may_see(unsigned long addr)
{
	char shown[20], real[20];

	snprintf(real, sizeof(real), "%016lx", addr);
	snprintf(shown, sizeof(shown), "%pK", (void *)addr);
	if (!strcmp(shown, real))
		return true;
	if (strspn(shown, "0") == strlen(shown))
		return false;
	return capable(CAP_SYSLOG);
}

static void show_place(struct seq_file *m, const struct kpe_place *place)
{
	char *buf;
	size_t size;

	if (place->kind == KPE_PLACE_ADDRESS) {
		if (may_see(place->addr))
			seq_printf(m, "0x%lx", place->addr);
		else
			seq_printf(m, "0x%p", (void *)place->addr);
		return;
	}
	size = seq_get_buf(m, &buf);
	seq_commit(m, min_t(size_t, kpe_place_print(place, buf, size), size));
}

static int show_definition(struct seq_file *m, void *v)
{
	const struct kpe_probe *probe;
	const struct kpe_line *line;
	unsigned int i;

	probe = list_entry(v, struct kpe_probe, link);
	line = probe->line;
	seq_putc(m, line->is_return ? 'r' : 'p');
	if (line->is_return && kpe_probe_maxactive(probe))
		seq_printf(m, "%u", kpe_probe_maxactive(probe));
	seq_printf(m, ":%s/%s ", probe->event->group, probe->event->name);
	show_place(m, &line->place);
	for (i = 0; i < line->nr_args; i++)
		seq_printf(m, " %s=%s", line->args[i].name, line->args[i].text);
	seq_putc(m, '\n');
	return 0;
}

static const struct seq_operations definitions_ops = {
	.start = list_start,
	.next = list_next,
	.stop = list_stop,
	.show = show_definition,
};

static int show_profile(struct seq_file *m, void *v)
{
	const struct kpe_probe *probe = list_entry(v, struct kpe_probe, link);

	seq_printf(m, "  %-44s %15lu %15lu\n", probe->event->name,
		   kpe_probe_hits(probe), kpe_probe_missed(probe));
	return 0;
}

static const struct seq_operations profile_ops = {
	.start = list_start,
	.next = list_next,
	.stop = list_stop,
	.show = show_profile,
};

/* ------------------------------------------------------------------ opening */

static bool is_truncating(const struct file *file)
{
	return (file->f_mode & FMODE_WRITE) && (file->f_flags & O_TRUNC);
}

static int definitions_open(struct inode *inode, struct file *file)
{
	int ret = 0;

	if (is_truncating(file))
		ret = kpe_transaction_clear();
	return ret ? ret : seq_open(file, &definitions_ops);
}

static int profile_open(struct inode *inode, struct file *file)
{
	return seq_open(file, &profile_ops);
}

static ssize_t definitions_write(struct file *file, const char __user *from,
				 size_t count, loff_t *pos)
{
	char *text;
	int ret;

	if (!count)
		return 0;
	if (count > MAX_WRITE)
		return -E2BIG;
	text = vmemdup_user(from, count);
	if (IS_ERR(text))
		return PTR_ERR(text);
	ret = kpe_transaction_write(text, count);
	kvfree(text);
	if (ret)
		return ret;
	*pos += count;
	return count;
}

static const struct file_operations definitions_fops = {
	.owner = THIS_MODULE,
	.open = definitions_open,
	.read = seq_read,
	.write = definitions_write,
	.llseek = seq_lseek,
	.release = seq_release,
};

static const struct file_operations profile_fops = {
	.owner = THIS_MODULE,
	.open = profile_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = seq_release,
};

/* ---------------------------------------------------- error_log and README */

static int show_errors(struct seq_file *m, void *v)
{
	kpe_error_show(m);
	return 0;
}

static int errors_open(struct inode *inode, struct file *file)
{
	if (is_truncating(file))
		kpe_error_clear();
	return single_open(file, show_errors, NULL);
}

/* As in the kernel's own error_log, what is written does not matter. */
static ssize_t errors_write(struct file *file, const char __user *from,
			    size_t count, loff_t *pos)
{
	return count;
}

static const struct file_operations errors_fops = {
	.owner = THIS_MODULE,
	.open = errors_open,
	.read = seq_read,
	.write = errors_write,
	.llseek = seq_lseek,
	.release = single_release,
};

static int show_readme(struct seq_file *m, void *v)
{
	kpe_readme_show(m);
	return 0;
}

static int readme_open(struct inode *inode, struct file *file)
{
	return single_open(file, show_readme, NULL);
}

static const struct file_operations readme_fops = {
	.owner = THIS_MODULE,
	.open = readme_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = single_release,
};

/* ------------------------------------------------------------ coming, going */

static int create_in_own_dir(const char *name, umode_t mode,
			     const struct file_operations *fops)
{
	return PTR_ERR_OR_ZERO(kpe_tracefs_file(own_dir, name, mode, fops));
}

static int create_in_root(void)
{
	events_file = kpe_tracefs_file(NULL, "kprobe_events", 0640,
				       &definitions_fops);
	if (IS_ERR(events_file))
		return PTR_ERR(events_file);
	profile_file = kpe_tracefs_file(NULL, "kprobe_profile", 0440,
					&profile_fops);
	return PTR_ERR_OR_ZERO(profile_file);
}

static int create_definitions(void)
{
	int ret = create_in_root();

	if (ret != -EEXIST)
		return ret;
	kpe_tracefs_remove(events_file);
	events_file = NULL;
	profile_file = NULL;
	ret = create_in_own_dir("kprobe_events", 0640, &definitions_fops);
	return ret ? ret : create_in_own_dir("kprobe_profile", 0440,
					     &profile_fops);
}

static int create_files(void)
{
	int ret;

	own_dir = kpe_tracefs_dir(KPE_NAME);
	if (IS_ERR(own_dir))
		return PTR_ERR(own_dir);
	ret = create_in_own_dir("error_log", 0640, &errors_fops);
	if (!ret)
		ret = create_in_own_dir("README", 0440, &readme_fops);
	return ret ? ret : create_definitions();
}

/**
 * kpe_control_init() - create the control files
 *
 * Context: module init. Return: 0 or a negative errno with no file left.
 */
int kpe_control_init(void)
{
	int ret = create_files();

	if (ret) {
		kpe_control_exit();
		return ret;
	}
	pr_info("kprobe_events: definitions go to kprobe_events in %s of tracefs\n",
		events_file ? "the root" : KPE_NAME "/");
	return 0;
}

/**
 * kpe_control_exit() - take the control files away
 *
 * Context: module init or exit; none is open.
 */
void kpe_control_exit(void)
{
	kpe_tracefs_remove(profile_file);
	kpe_tracefs_remove(events_file);
	kpe_tracefs_remove(own_dir);
}
