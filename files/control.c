// SPDX-License-Identifier: GPL-2.0
/*
 * The control files are in the root of tracefs, where clients look for them, unless the kernel
 * has a kprobe_events file there; then they are in trace_kprobe/. There error_log and README
 * always are, as the root contains the kernel's.
 *
 * Locks: a listing holds kpe_mutex while it fills one buffer, so each line was true at some time.
 */
#include <linux/cred.h>
#include <linux/fs.h>
#include <linux/mm.h>
#include <linux/seq_file.h>
#include "arch/image.h"
#include "files/control.h"
#include "kernel/error_log.h"
#include "kernel/mounts.h"
#include "kernel/symbols.h"
#include "kernel/tracefs.h"
#include "model/model.h"
#include "model/owner.h"
#include "places/place.h"
#include "points/builds.h"
#include "points/counts.h"
#include "transaction/transaction.h"
#include "types/program.h"

#define MAX_WRITE (16 << 20)	/* bytes of one write */

/* An open file of definitions, the private data of its seq_file */
struct writer {
	struct kpe_owner *owner;	/* of what is defined, or NULL */
	struct list_head builds;	/* build-id lines so far */
};

static struct dentry *own_dir;

/* ------------------------------------------------------------------ listing */

/* The mutex may be held for long, so the wait is killable. */
static void *list_start(struct seq_file *m, loff_t *pos)
{
	if (mutex_lock_killable(&kpe_mutex))
		return ERR_PTR(-EINTR);
	return seq_list_start(&kpe_probes, *pos);
}

/* with a header before the first probe */
static void *headed_start(struct seq_file *m, loff_t *pos)
{
	if (mutex_lock_killable(&kpe_mutex))
		return ERR_PTR(-EINTR);
	return seq_list_start_head(&kpe_probes, *pos);
}

static void *list_next(struct seq_file *m, void *v, loff_t *pos)
{
	return seq_list_next(v, &kpe_probes, pos);
}

static void list_stop(struct seq_file *m, void *v)
{
	if (!IS_ERR(v))
		mutex_unlock(&kpe_mutex);
}

#define LISTING(start_fn, show_fn) \
	{ .start = start_fn, .next = list_next, .stop = list_stop, .show = show_fn }

/*
 * As in /proc/kallsyms: kptr_restrict decides whether %pK prints the address, zero or a hash;
 * after a hash the reader's privilege decides. Who has opened the file must be as privileged:
 * a program with more rights may be given the file to read.
 */
static bool may_see(const struct seq_file *m, unsigned long addr)
{
	char shown[20], real[20];

	if (!file_ns_capable(m->file, &init_user_ns, CAP_SYSLOG))
		return false;
	snprintf(real, sizeof(real), "%016lx", addr);
	snprintf(shown, sizeof(shown), "%pK", (void *)addr);
	if (!strcmp(shown, real))
		return true;
	if (strspn(shown, "0") == strlen(shown))
		return false;
	return capable(CAP_SYSLOG);
}

static int show_definition(struct seq_file *m, void *v)
{
	const struct kpe_probe *probe = list_entry(v, struct kpe_probe, link);
	const struct kpe_args *args = probe->program->args;
	const struct kpe_definition *line = probe->line;
	const struct kpe_place *place = &line->place;
	unsigned int i;

	seq_putc(m, line->is_return ? 'r' : 'p');
	if (line->is_return && kpe_probe_maxactive(probe))
		seq_printf(m, "%u", kpe_probe_maxactive(probe));
	seq_printf(m, ":%s/%s ", kpe_event_group(probe->event), probe->event->name);
	if (place->kind != KPE_PLACE_ADDRESS)
		kpe_place_show(m, place);
	else if (may_see(m, place->addr))
		seq_printf(m, "0x%lx", place->addr);
	else
		seq_printf(m, "0x%p", (void *)place->addr);
	for (i = 0; i < args->nr_args; i++)
		seq_printf(m, " %s=%s", args->args[i].name, args->args[i].text);
	if (line->budget)
		seq_printf(m, " %s", line->budget->text);
	if (line->hist)
		seq_printf(m, " %s", line->hist->text);
	if (line->condition)
		seq_printf(m, " if %s", line->condition->text);
	seq_putc(m, '\n');
	return 0;
}

static const struct seq_operations definitions_ops = LISTING(list_start, show_definition);

static int show_profile(struct seq_file *m, void *v)
{
	const struct kpe_probe *probe = list_entry(v, struct kpe_probe, link);
	unsigned long hits, missed;

	hits = kpe_probe_hits(probe, &missed);
	seq_printf(m, "  %-44s %15lu %15lu\n", probe->event->name, hits, missed);
	return 0;
}

static const struct seq_operations profile_sops = LISTING(list_start, show_profile);
DEFINE_SEQ_ATTRIBUTE(profile);

static int show_status(struct seq_file *m, void *v)
{
	unsigned long start = kpe_text_start();

	if (v != &kpe_probes) {
		kpe_status_probe(m, list_entry(v, struct kpe_probe, link));
		return 0;
	}
	kpe_status_head(m);
	/* the base of offsets that do not change between boots */
	if (start && may_see(m, start))
		seq_printf(m, "# " KPE_IMAGE " is at 0x%lx\n", start);
	if (!IS_ENABLED(CONFIG_KALLSYMS_ALL))
		seq_puts(m, "# whether anything refers to a function is not known: the kernel has no CONFIG_KALLSYMS_ALL\n");
	return 0;
}

static const struct seq_operations status_sops = LISTING(headed_start, show_status);
DEFINE_SEQ_ATTRIBUTE(status);

static int show_export(struct seq_file *m, void *v)
{
	if (v == &kpe_probes)
		kpe_export_head(m);
	else
		kpe_export_probe(m, list_entry(v, struct kpe_probe, link));
	return 0;
}

static const struct seq_operations export_sops = LISTING(headed_start, show_export);
DEFINE_SEQ_ATTRIBUTE(export);

static int show_owned(struct seq_file *m, void *v)
{
	const struct kpe_probe *probe = list_entry(v, struct kpe_probe, link);
	const struct writer *writer = m->private;

	return probe->event->owner == writer->owner ? show_definition(m, v) : 0;
}

static const struct seq_operations owned_ops = LISTING(list_start, show_owned);

/* ------------------------------------------------------------------ opening */

static bool is_truncating(const struct file *file)
{
	return (file->f_mode & FMODE_WRITE) && (file->f_flags & O_TRUNC);
}

static struct writer *writer_open(struct file *file, const struct seq_operations *ops)
{
	struct writer *writer = __seq_open_private(file, ops, sizeof(*writer));

	if (writer)
		INIT_LIST_HEAD(&writer->builds);
	return writer;
}

static struct writer *writer_of(const struct file *file)
{
	return ((struct seq_file *)file->private_data)->private;
}

static int definitions_open(struct inode *inode, struct file *file)
{
	int ret = 0;

	if (!writer_open(file, &definitions_ops))
		return -ENOMEM;
	/* Last, as it cannot be undone. */
	if (is_truncating(file))
		ret = kpe_transaction_clear();
	if (ret)
		seq_release_private(inode, file);
	return ret;
}

static int definitions_release(struct inode *inode, struct file *file)
{
	kpe_builds_free(&writer_of(file)->builds);
	return seq_release_private(inode, file);
}

static int owned_open(struct inode *inode, struct file *file)
{
	struct writer *writer = writer_open(file, &owned_ops);

	if (!writer)
		return -ENOMEM;
	writer->owner = kpe_owner_make();
	if (writer->owner)
		return 0;
	seq_release_private(inode, file);
	return -ENOMEM;
}

static int owned_release(struct inode *inode, struct file *file)
{
	kpe_owner_end(writer_of(file)->owner);
	return definitions_release(inode, file);
}

/* The position stays, so that the definitions can be read back. */
static ssize_t owned_write(struct file *file, const char __user *from,
			   size_t count, loff_t *pos)
{
	struct writer *writer = writer_of(file);
	char *text;
	int ret;

	kpe_mounts_learn(&file->f_path);
	if (!count)
		return 0;
	if (count > MAX_WRITE)
		return -E2BIG;
	text = vmemdup_user(from, count);
	if (IS_ERR(text))
		return PTR_ERR(text);
	ret = kpe_transaction_write(writer->owner, &writer->builds, text, count);
	kvfree(text);
	return ret ? ret : count;
}

static ssize_t definitions_write(struct file *file, const char __user *from,
				 size_t count, loff_t *pos)
{
	ssize_t ret = owned_write(file, from, count, pos);

	if (ret > 0)
		*pos += ret;
	return ret;
}

static const struct file_operations definitions_fops = {
	.owner = THIS_MODULE,
	.open = definitions_open,
	.read = seq_read,
	.write = definitions_write,
	.llseek = seq_lseek,
	.release = definitions_release,
};

static const struct file_operations owned_fops = {
	.owner = THIS_MODULE,
	.open = owned_open,
	.read = seq_read,
	.write = owned_write,
	.llseek = seq_lseek,
	.release = owned_release,
};

/* ---------------------------------------------------------------- error_log */

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

/* Ignores its input, like the kernel's error_log. */
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

/* ------------------------------------------------------------ init and exit */

struct control {
	const char *name;
	umode_t mode;
	const struct file_operations *fops;
	struct dentry *dentry;		/* set while it is in the root */
};

/* The first one decides the directory of all. */
static struct control controls[] = {
	{ "kprobe_events", 0640, &definitions_fops },
	{ "kprobe_profile", 0440, &profile_fops },
	{ "kprobe_status", 0440, &status_fops },
	{ "kprobe_hist", 0640, &kpe_hist_fops },
	{ "kprobe_owned", 0640, &owned_fops },
	{ "kprobe_export", 0440, &export_fops },
};

static struct control own_controls[] = {
	{ "error_log", 0640, &errors_fops },
	{ "README", 0440, &kpe_readme_fops },
};

/* @dir: NULL is the root */
static int create_files(struct dentry *dir, struct control *c, size_t nr)
{
	struct dentry *dentry;

	for (; nr; nr--, c++) {
		dentry = kpe_tracefs_make(dir, c->name, S_IFREG | c->mode, c->fops);
		if (IS_ERR(dentry))
			return PTR_ERR(dentry);
		c->dentry = dir ? NULL : dentry;
	}
	return 0;
}

static void remove_from_root(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(controls); i++) {
		kpe_tracefs_remove(controls[i].dentry);
		controls[i].dentry = NULL;
	}
}

/* Return: 0 or a negative errno with no file left */
int kpe_control_init(void)
{
	int ret;

	/* as tracefs' own, for gid= */
	own_dir = kpe_tracefs_make(NULL, KPE_NAME, S_IFDIR | 0750, NULL);
	if (IS_ERR(own_dir))
		return PTR_ERR(own_dir);
	ret = create_files(own_dir, own_controls, ARRAY_SIZE(own_controls)) ?:
	      create_files(NULL, controls, ARRAY_SIZE(controls));
	/* The root has the kernel's; the own directory is new. */
	if (ret == -EEXIST) {
		remove_from_root();
		ret = create_files(own_dir, controls, ARRAY_SIZE(controls));
	}
	if (ret)
		kpe_control_exit();
	return ret;
}

void kpe_control_announce(void)
{
	pr_info("kprobe_events: definitions go to kprobe_events in %s of tracefs\n",
		controls[0].dentry ? "the root" : KPE_NAME "/");
}

/* None is open. */
void kpe_control_exit(void)
{
	remove_from_root();
	kpe_tracefs_remove(own_dir);
}
