// SPDX-License-Identifier: GPL-2.0
/*
 * An internal mount pins tracefs; each entry holds one pin until it is removed.
 * The inodes are plain ones. They must not have tracefs' inode operations, which
 * expect private data behind the inode.
 *
 * An open file pins the module through its fops' owner. A bind mount of a file
 * does not, and survives the removal of the file. So each inode gets operations
 * of the kernel before the module is unloaded.
 *
 * The VFS warns if a file's operations belong to a module that is being unloaded,
 * as in a race of open() and rmmod. So an inode has operations without an owner,
 * the proxy. Its open() checks lockdown and replaces them with the file's own
 * operations, or fails. A process may sleep before that (fanotify) until the module
 * is unloaded. So the proxy is never freed, but loses its open() at exit.
 *
 * A failing module init does not wait for open files. So open() fails until init
 * has succeeded.
 *
 * Only module init and exit use the pin counter and the proxy, so these have no lock.
 */
#include <linux/cred.h>
#include <linux/fs.h>
#include <linux/kmemleak.h>
#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/security.h>
#include <linux/slab.h>
#include "compat/compat.h"
#include "compat/files.h"
#include "kernel/tracefs.h"

static struct vfsmount *tracefs_mount;
static int tracefs_pins;
static const struct file_operations *proxy;	/* NULL without any files */
const struct address_space_operations *kpe_tracefs_pages;

static int pin_tracefs(void)
{
	struct file_system_type *type = get_fs_type("tracefs");

	if (!type)
		return -ENODEV;
	/* tracefs is always built in. */
	module_put(type->owner);
	return simple_pin_fs(type, &tracefs_mount, &tracefs_pins);
}

static void unpin_tracefs(void)
{
	simple_release_fs(&tracefs_mount, &tracefs_pins);
}

static int proxy_open(struct inode *inode, struct file *file)
{
	const struct file_operations *fops = READ_ONCE(inode->i_private);
	int ret = security_locked_down(LOCKDOWN_TRACEFS);

	if (ret)
		return ret;
	if (READ_ONCE(THIS_MODULE->state) != MODULE_STATE_LIVE)
		return -ENODEV;
	fops = fops_get(fops);
	if (!fops)
		return -ENODEV;
	replace_fops(file, fops);
	return fops->open ? fops->open(inode, file) : 0;
}

/* It is const for all other users. */
static void set_proxy_open(int (*open)(struct inode *inode, struct file *file))
{
	WRITE_ONCE(*(typeof(open) *)&proxy->open, open);
}

/* Except for open(), the operations of an empty read-only file */
static int set_up_proxy(void)
{
	if (proxy)
		return 0;
	if (!kpe_tracefs_pages)
		kpe_tracefs_pages = kpe_zero_pages();
	if (!kpe_tracefs_pages)
		return -ENOMEM;
	proxy = kmemdup(&generic_ro_fops, sizeof(*proxy), GFP_KERNEL);
	if (!proxy)
		return -ENOMEM;
	kmemleak_not_leak(proxy);
	set_proxy_open(proxy_open);
	return 0;
}

/* Return: one of a directory, or of a file with @fops; NULL without memory */
static struct inode *make_inode(struct dentry *parent, umode_t mode,
				const struct file_operations *fops)
{
	struct inode *inode = new_inode(parent->d_sb);

	if (!inode)
		return NULL;
	inode->i_ino = get_next_ino();
	kpe_init_inode_times(inode);
	inode->i_mode = mode;
	inode->i_uid = d_inode(parent)->i_uid;
	inode->i_gid = d_inode(parent)->i_gid;
	if (S_ISDIR(mode)) {
		inode->i_op = &simple_dir_inode_operations;
		inode->i_fop = &simple_dir_operations;
		inc_nlink(inode);	/* for its "." */
	} else {
		/* truncate(2) may give it a size; then generic_ro_fops read its pages by a_ops */
		inode->i_mapping->a_ops = kpe_tracefs_pages;
		inode->i_private = (void *)fops;
		inode->i_fop = proxy;
	}
	return inode;
}

/* The new entry takes over the caller's pin. */
static struct dentry *create_entry(struct dentry *parent, const char *name, umode_t mode,
				   const struct file_operations *fops)
{
	struct dentry *dentry = kpe_start_creating(parent, name);
	struct inode *inode;

	if (IS_ERR(dentry))
		return dentry;
	inode = make_inode(parent, mode, fops);
	if (!inode) {
		kpe_fail_creating(dentry);
		return ERR_PTR(-ENOMEM);
	}
	kpe_end_creating(dentry, inode);
	return dentry;
}

/*
 * Make a file in a directory, or in the root of tracefs (NULL). The owner of @fops must be
 * THIS_MODULE. open() fails with -ENODEV before module init has succeeded and after rmmod has
 * begun; with -EPERM under lockdown. @mode: with S_IFREG; with S_IFDIR, make a directory.
 * Return: ERR_PTR: -EEXIST if the name is taken, -EPERM under lockdown, -ENODEV without
 * tracefs, -ENOMEM.
 */
struct dentry *kpe_tracefs_make(struct dentry *parent, const char *name, umode_t mode,
				const struct file_operations *fops)
{
	int ret = security_locked_down(LOCKDOWN_TRACEFS);
	struct dentry *dentry;

	if (!ret && S_ISREG(mode))
		ret = set_up_proxy();
	if (!ret)
		ret = pin_tracefs();
	if (ret)
		return ERR_PTR(ret);
	dentry = create_entry(parent ?: tracefs_mount->mnt_root, name, mode, fops);
	if (IS_ERR(dentry))
		unpin_tracefs();
	return dentry;
}

/* Runs for each entry after its name is removed, before its inode is freed. */
static void detach_entry(struct dentry *dentry)
{
	struct inode *inode = d_inode(dentry);

	if (S_ISREG(inode->i_mode)) {
		WRITE_ONCE(inode->i_fop, &generic_ro_fops);
		WRITE_ONCE(inode->i_private, NULL);
	}
	unpin_tracefs();
}

/*
 * With all entries below it; NULL or ERR_PTR do nothing. A file that a bind mount keeps visible
 * is then empty, or zeros if truncate(2) has given it a size, and refuses writes. An open file
 * keeps its operations, which pin the module.
 */
void kpe_tracefs_remove(struct dentry *dentry)
{
	if (IS_ERR_OR_NULL(dentry))
		return;
	/* Keep the mount while the last entry drops its pin. */
	if (WARN_ON_ONCE(pin_tracefs()))
		return;
	simple_recursive_removal(dentry, detach_entry);
	unpin_tracefs();
	if (!tracefs_pins && proxy) {
		set_proxy_open(NULL);
		proxy = NULL;
	}
	/* A task may run proxy_open() without a reference to the module; it does not sleep. */
	synchronize_rcu_tasks();
}

/* With the caller's rights; mounts on it are ignored. @flags: as of open(2), without O_CREAT */
struct file *kpe_tracefs_open(const char *path, int flags)
{
	struct path root = {
		.mnt = tracefs_mount, .dentry = tracefs_mount->mnt_root,
	};

	return kpe_open_from(&root, path, flags);
}

struct lister {
	struct dir_context ctx;
	char *names;		/* each with its NUL */
	size_t len;		/* bytes of @names */
	int err;
};

static kpe_wants_more add_name(struct dir_context *ctx, const char *name, int len,
			       loff_t pos, u64 ino, unsigned int type)
{
	struct lister *lister = container_of(ctx, struct lister, ctx);
	char *names;

	if (*name == '.' && (len == 1 || (len == 2 && name[1] == '.')))
		return KPE_MORE;
	/* A NUL after each name, and one at the end */
	names = krealloc(lister->names, lister->len + len + 2, GFP_KERNEL);
	if (!names) {
		lister->err = -ENOMEM;
		return KPE_NO_MORE;
	}
	memcpy(names + lister->len, name, len);
	lister->names = names;
	lister->len += len + 1;
	names[lister->len - 1] = '\0';
	names[lister->len] = '\0';
	return KPE_MORE;
}

/*
 * Context: with root's rights. Return: all names of a directory but "." and "..", each with its
 * NUL, then an empty one; for kfree(). NULL if there are none or no such directory; ERR_PTR if
 * they cannot all be listed, as without memory.
 */
char *kpe_tracefs_list(const char *path)
{
	struct lister lister = { .ctx.actor = add_name };
	struct file *dir = kpe_tracefs_open(path, O_RDONLY | O_DIRECTORY);
	int ret;

	if (IS_ERR(dir))
		return PTR_ERR(dir) == -ENOENT ? NULL : ERR_CAST(dir);
	ret = iterate_dir(dir, &lister.ctx) ?: lister.err;
	fput(dir);
	if (!ret)
		return lister.names;
	kfree(lister.names);
	return ERR_PTR(ret);
}

/*
 * Truncate a file that need not exist, like ">" in a shell: its open() does it. An open by path
 * would take tracefs' freeze protection under the caller's locks, while writes to the control
 * files take it first. So the file is looked up first and then opened by its dentry.
 * Context: with root's rights.
 */
void kpe_tracefs_truncate(const char *path)
{
	struct file *place = kpe_tracefs_open(path, O_PATH), *file;

	if (IS_ERR(place))
		return;
	file = dentry_open(&place->f_path, O_WRONLY | O_TRUNC, current_cred());
	if (!IS_ERR(file))
		fput(file);
	fput(place);
}

struct super_block *kpe_tracefs_super(void)
{
	return tracefs_mount->mnt_sb;
}
