// SPDX-License-Identifier: GPL-2.0
/*
 * resolve_test - what arguments come to at a place whose types are known
 *
 * The tables are about the functions of resolve_world.c.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "definition_unit.h"
#include "export_unit.h"
#include "resolve_world.h"
#include "types_unit.h"
#include "unit.h"

#define MAX_SHOWN	8192

/**
 * struct good - a definition that is taken
 * @line: it
 * @shown: its arguments: name, source, steps, type
 * @listed: how they are listed; NULL: as they are written
 */
struct good {
	const char *line;
	const char *shown;
	const char *listed;
};

static const struct good good_lines[] = {
	/* parameters */
	{ "p vfs_read file", "file = param(0) : x8", "file=file" },
	{ "p vfs_read count", "count = param(2) : u8", "count=count" },
	{ "p vfs_read c=count", "c = param(2) : u8", "c=count" },
	{ "p vfs_read +8(pos)", "param(3) +8 : x8", "arg1=+8(pos)" },
	{ "p vfs_read $arg3", "count = param(2) : u8", "count=count" },
	{ "p vfs_read $arg3:u16", "count = param(2) : u2", "count=count:u16" },
	{ "p vfs_read x=$arg3", "x = param(2) : x8", "x=$arg3" },
	{ "p vfs_read +0($arg1)", "param(0) +0 : x8", "arg1=+0($arg1)" },
	{ "p vfs_read %ax $arg2 $arg4:x8",
	  "arg1 = %ax : x8, buf = param(1) : x8, pos = param(3) : x1",
	  "arg1=%ax buf=buf pos=pos:x8" },
	{ "p vfs_read $arg*",
	  "file = param(0) : x8, buf = param(1) : x8, count = param(2) : u8, pos = param(3) : x8",
	  "file=file buf=buf count=count pos=pos" },
	{ "p vfs_read x=%ax $arg* %bx",
	  "x = %ax : x8, file = param(0) : x8, buf = param(1) : x8, count = param(2) : u8, pos = param(3) : x8, arg6 = %bx : x8",
	  "x=%ax file=file buf=buf count=count pos=pos arg6=%bx" },
	{ "r vfs_read $arg* $retval",
	  "file = param(0) : x8, buf = param(1) : x8, count = param(2) : u8, pos = param(3) : x8, arg5 = retval : s8",
	  "file=file buf=buf count=count pos=pos arg5=$retval" },
	{ "p get_text $arg* %ax", "%ax : x8", "arg1=%ax" },
	/* without parameters there are words only */
	{ "p get_text $arg1 x=$arg2:u8 +0($arg3)",
	  "arg1 = param(0) : x8, x = param(1) : u1, arg3 = param(2) +0 : x8",
	  "arg1=$arg1 x=$arg2:u8 arg3=+0($arg3)" },
	{ "p kinds narrow cold", "narrow = param(1) : u1, cold = param(2) : s1" },
	{ "r kinds $retval", "retval : u1" }, { "p print $arg*", "fmt = param(0) : x8", "fmt=fmt" },
	{ "p unnamed $arg*", "arg1 = param(0) : x8, file = param(1) : x8, arg3 = param(2) : x8",
	  "arg1=$arg1 file=file arg3=$arg3" },
	{ "p unnamed $arg1 $arg2", "arg1 = param(0) : x8, file = param(1) : x8",
	  "arg1=$arg1 file=file" },
	{ "p long_name $arg*", "param(0) : s4", "arg1=a12345678901234567890123456789012" },
	{ "p prctl $arg*", "x = param(0) : s4, arg3 = param(1) : s4", "x=x arg3=arg3" },
	{ "p vfs_read%return $arg1", "file = param(0) : x8", "file=file" },
	{ "p mod:mod_func $arg*", "file = param(0) : x8, local = param(1) : x8",
	  "file=file local=local" },
	{ "p inlined.part.0 part", "part = param(0) : s4", "part=part" },
	/* of another name, the same function */
	{ "p inlined.llvm.123 whole", "whole = param(0) : s4", "whole=whole" },
	{ "p inlined.localalias.2 $arg1", "whole = param(0) : s4", "whole=whole" },
	/* what the compiler made has words only */
	{ "p vfs_read.isra.0 $arg1 %di x=$arg3:u8",
	  "arg1 = param(0) : x8, arg2 = %di : x8, x = param(2) : u1",
	  "arg1=$arg1 arg2=%di x=$arg3:u8" },
	{ "r get_file.constprop.0 $retval", "retval : x8", "arg1=$retval" },
	{ "r kfree.part.0 $retval a0",
	  "arg1 = retval : x8, a0 = param(0) : x8 word", "arg1=$retval a0=a0" },
	/* structures by value, and results that are written to memory */
	{ "p values $arg*",
	  "a = param(0) : x8, b = param(1) : x8, c = param(6) : x8, d = param(3) : s4, e = param(4) : x8, f = param(9) : s4, g = param(10) : u2",
	  "a=a b=b c=c d=d e=e f=f g=g" },
	{ "p values x=$arg4 +0($arg3)", "x = param(3) : x8, arg2 = param(6) +0 : x8",
	  "x=$arg4 arg2=+0($arg3)" },
	{ "p values x=$arg9", "x = param(8) : x8", "x=$arg9" },
	{ "p big_result a", "a = param(1) : s4", "a=a" },
	{ "r huge_value b", "b = param(2047) : x8", "b=b" },
	{ "p two_result a", "a = param(0) : s4", "a=a" },
	{ "p wides a b c d e f g h",
	  "a = param(0) : x8, b = param(2) : x8, c = param(4) : s4, d = param(6) : x8, e = param(5) : u8, f = param(8) : u8, g = param(10) : x8, h = param(12) : u2",
	  "a=a b=b c=c d=d e=e f=f g=g h=h" },
	{ "r packed a b c", "a = param(1) : s4, b = param(6) : x8, c = param(2) : s4" },
	/* words of v11; a parameter of that name wins */
	{ "p vfs_read a2 a0", "a2 = param(2) : x8 word, a0 = param(0) : x8 word", "a2=a2 a0=a0" },
	{ "p v11 a1", "a1 = param(0) : s4", "a1=a1" },
	{ "p v11 a0 a1", "a0 = param(0) : x8 word, a1 = param(0) : s4", "a0=a0 a1=a1" },
	{ "p v11 rv s0 s1", "rv = param(1) : u2, s0 = param(2) : s1, s1 = stack(1) : x8 word",
	  "rv=rv s0=s0 s1=s1" },
	{ "r get_file rv", "rv = retval : x8 word", "rv=rv" },
	{ "r get_file rv->f_mode", "retval +8 : u4", "arg1=rv->f_mode" },
	{ "r kfree rv ra", "rv = retval : x8 word, ra = retaddr : x8 word", "rv=rv ra=ra" },
	{ "p vfs_read+20 a1 s2", "a1 = param(1) : x8 word, s2 = stack(2) : x8 word",
	  "a1=a1 s2=s2" },
	/* results */
	{ "r kfree $retval x=+0($retval):u8", "arg1 = retval : x8, x = retval +0 : u1" },
	{ "r vfs_read $retval", "retval : s8", "arg1=$retval" },
	{ "r get_file $retval", "retval : x8", "arg1=$retval" },
	{ "r get_file $retval->f_mode", "retval +8 : u4", "arg1=$retval->f_mode" },
	{ "r get_text $retval:string", "retval +0 : string4", "arg1=$retval:string" },
	{ "r two_result $retval", "retval : x8", "arg1=$retval" },
	{ "r nobtf $retval", "retval : x8", "arg1=$retval" },
	/* members */
	{ "p vfs_read file->f_lock", "param(0) +0 : u8" },
	{ "p vfs_read file->f_mode", "param(0) +8 : u4" },
	{ "p vfs_read m=file->f_mode:x16", "m = param(0) +8 : x2" },
	{ "p vfs_read file->f_count", "param(0) +16 : s8" },
	{ "p vfs_read file->f_low", "param(0) +16 : u4" },
	{ "p vfs_read file->f_path", "param(0) +24 : x8" },
	{ "p vfs_read file->f_path.dentry", "param(0) +32 : x8" },
	{ "p vfs_read file->f_path.dentry->flags", "param(0) +32 +0 : u4" },
	{ "p vfs_read file->f_path.dentry->d_inode->i_list.prev->next",
	  "param(0) +32 +16 +40 +0 : x8" },
	{ "p vfs_read file->f_call", "param(0) +80 : x8" },
	{ "p vfs_read file->f_kind", "param(0) +88 : s4" },
	{ "p vfs_read file->f_flag", "param(0) +92 : u1" },
	{ "p vfs_read file->f_huge", "param(0) +112 : x8" },
	/* elements, and members of structures that are passed by value */
	{ "p vfs_read file->f_ints[0]", "param(0) +128 : s4" },
	{ "p vfs_read x=file->f_ints[3]", "x = param(0) +140 : s4" },
	{ "p vfs_read file->f_argv[1]:string", "param(0) +152 +0 : string4" },
	{ "p vfs_read file->f_name[2]", "param(0) +66 : s1" },
	{ "p vfs_read file->f_inode[0x2].i_mode", "param(0) +40 +128 : u2" },
	{ "p vfs_read file[1].f_path.dentry[1].d_inode->i_name[15]", "param(0) +256 +40 +31 : s1" },
	{ "p vfs_read pos[2] buf[7]", "arg1 = param(3) +16 : s8, arg2 = param(1) +7 : s1" },
	{ "p vfs_read file->f_text[3]:x16", "param(0) +72 +3 : x2" },
	{ "r vfs_read entry(file->f_ints[1]) $current->comm[4]",
	  "arg1 = entry(param(0) +132 : s4) : s4, arg2 = current +44 : s1" },
	{ "p vfs_read (file)%di->f_ints[2]", "%di +136 : s4" },
	{ "p values a.x b.x b.y c.x[2] e.y:x8",
	  "arg1 = param(0) : u8, arg2 = param(1) : u8, arg3 = param(2) : u8, arg4 = param(8) : u8, arg5 = param(5) : x1",
	  NULL },
	{ "r values entry(b.y) b.y", "arg1 = entry(param(2) : u8) : u8, arg2 = param(2) : u8" },
	{ "p pair p.first p.second p.low p.high p.half p.last",
	  "arg1 = param(0) : s4, arg2 = param(0) : sb8(32@32), arg3 = param(1) : b8(3@0), arg4 = param(1) : sb8(5@3), arg5 = param(1) : b8(16@16), arg6 = param(1) : b8(8@32)",
	  NULL },
	{ "p pair p.second:u8 p.second:s16 p.first:u8 p.half:u32",
	  "arg1 = param(0) : b8(8@32), arg2 = param(0) : sb8(16@32), arg3 = param(0) : u1, arg4 = param(1) : b8(32@16)",
	  NULL },
	/* a written type begins at a byte, as in memory */
	{ "p pair p.low:u8 p.high:s8", "arg1 = param(1) : u1, arg2 = param(1) : s1" },
	{ "p values +8(b.y) (file)e.y->f_mode",
	  "arg1 = param(2) +8 : x8, arg2 = param(5) +8 : u4" },
	{ "p pair nums[3] dents[1].flags dents[2].d_text:string",
	  "arg1 = param(2) +6 : u2, arg2 = param(3) +24 : u4, arg3 = param(3) +56 +0 : string4" },
	/* casts without a member in casts: the distance is kept */
	{ "p vfs_read x=(path)((file,f_path)buf):path y=(file)((dentry,d_text)buf):path",
	  "x = param(1) -24 : path4, y = param(1) +56 : path4" },
	{ "p vfs_read x=(path)this_cpu_ptr((file,f_path)buf):path",
	  "x = param(1) percpu -24 : path4" },
	{ "p vfs_read x=(path)+8((file,f_path)buf):path", "x = param(1) -16 +0 : path4" },
	/* casts as C writes them */
	{ "p vfs_read (struct file *)%di->f_mode", "%di +8 : u4", "arg1=(file)%di->f_mode" },
	{ "p vfs_read x=(struct file *) $arg1->f_ints[1] %ax",
	  "x = param(0) +132 : s4, arg2 = %ax : x8",
	  "x=(file)$arg1->f_ints[1] arg2=%ax" },
	{ "p vfs_read (struct inode *)((struct file *)%di->f_inode)->i_mode",
	  "%di +40 +0 : u2", "arg1=(inode)((file)%di->f_inode)->i_mode" },
	{ "p vfs_read ((struct file *)%di)->f_mode ((file)(%si))->f_ints[1]",
	  "arg1 = %di +8 : u4, arg2 = %si +132 : s4",
	  "arg1=((file)%di)->f_mode arg2=((file)(%si))->f_ints[1]" },
	{ "p vfs_read ((struct inode *)file->f_inode)->i_mode ((inode)(file)%di->f_inode)->i_mode",
	  "arg1 = param(0) +40 +0 : u2, arg2 = %di +40 +0 : u2",
	  "arg1=((inode)file->f_inode)->i_mode arg2=((inode)(file)%di->f_inode)->i_mode" },
	{ "p vfs_read (struct file *, f_mode)%di->f_lock:u32", "%di -8 : u4",
	  "arg1=(file,f_mode)%di->f_lock:u32" },
	{ "p vfs_read (struct file)%di->f_mode:%pd", "%di +8 +40 +0 : string4",
	  "arg1=+0x0(+0x28((file)%di->f_mode)):string" },
	{ "p vfs_read (const volatile struct file *const)%di->f_mode x=(file const*)%si->f_mode",
	  "arg1 = %di +8 : u4, x = %si +8 : u4",
	  "arg1=(file)%di->f_mode x=(file)%si->f_mode" },
	/* no cast */
	{ "p vfs_read \\\"(file*)\"", "\"(file*)\" : string4", "arg1=\\\"(file*)\"" },
	/* integer typedefs */
	{ "p vfs_read %di:fmode_t %si:ssize_t", "arg1 = %di : u4, arg2 = %si : s8" },
	{ "p vfs_read %di:loff_t +0(%si):size_t[4]", "arg1 = %di : s8, arg2 = %si +0 : u8[4]" },
	{ "r vfs_read entry(%di:fmode_t) entry(+0(%di)):fmode_t[2]",
	  "arg1 = entry(%di : u4) : u4, arg2 = entry(%di +0 : u4[2]) : u4[2]" },
	{ "p vfs_read file->f_ints", "param(0) +128 : x8" },
	{ "p vfs_read file->f_ints:s32[4]", "param(0) +128 : s4[4]" },
	{ "p vfs_read file->f_char", "param(0) +176 : s1" },
	{ "p vfs_read +4(file->f_inode):u32", "param(0) +40 +4 : u4" },
	{ "p mod:mod_func local->l_file->f_mode", "param(1) +8 +8 : u4" },
	/* bitfields */
	{ "p vfs_read file->f_bit", "param(0) +48 : b4(3@0)" },
	{ "p vfs_read file->f_sbit", "param(0) +48 : sb4(5@3)" },
	{ "p vfs_read file->f_span", "param(0) +51 : b8(4@6)" },
	{ "p vfs_read file->f_long", "param(0) +48 : b8(30@34)" },
	{ "p vfs_read $current->in_execve", "current +4 : b4(1@1)" },
	{ "p kinds kinds->k_mode", "param(0) +0 : b4(2@0)" },
	{ "p kinds kinds->k_below", "param(0) +0 : sb4(3@2)" },
	{ "p kinds kinds->k_narrow", "param(0) +4 : u1" },
	{ "p kinds kinds->k_cold", "param(0) +5 : s1" },
	{ "p kinds kinds->k_whole", "param(0) +8 : s4" },
	/* strings */
	{ "p vfs_read buf:string", "buf = param(1) +0 : string4", "buf=buf:string" },
	{ "p vfs_read $arg2:ustring", "buf = param(1) +0 : ustring4", "buf=buf:ustring" },
	{ "p vfs_read count:string", "count = param(2) +0 : string4", "count=count:string" },
	{ "p vfs_read +0(buf):string", "param(1) +0 : string4" },
	{ "p vfs_read file->f_name:string", "param(0) +64 : string4" },
	{ "p vfs_read file->f_text:string", "param(0) +72 +0 : string4" },
	{ "p vfs_read file->f_path.dentry->d_text:string", "param(0) +32 +8 +0 : string4" },
	{ "p vfs_read file->f_argv:string[4]", "param(0) +144 : string4[4]" },
	{ "p kinds kinds->k_texts:string[2]", "param(0) +16 +0 : string4[2]" },
	{ "p kinds texts:ustring[64]", "texts = param(3) +0 : ustring4[64]" },
	{ "p kinds +0(texts):string[2] +0(kinds->k_any):string[2]",
	  "arg1 = param(3) +0 : string4[2], arg2 = param(0) +24 +0 : string4[2]" },
	{ "p kinds kinds->k_row:string", "param(0) +40 : string4" },
	{ "p vfs_read $current->comm:string", "current +40 : string4" },
	{ "p vfs_read file->f_call:symbol", "param(0) +80 : symbol8" },
	{ "p vfs_read file->f_call:symstr", "param(0) +80 : symstr4" },
	/* names of files */
	{ "p vfs_read file:%pD", "param(0) +72 +40 +0 : string4",
	  "arg1=+0x0(+0x28(+0x48(file))):string" },
	{ "p vfs_read $arg1:%pD", "param(0) +72 +40 +0 : string4",
	  "arg1=+0x0(+0x28(+0x48(file))):string" },
	{ "p vfs_read d=file->f_path.dentry:%pd", "d = param(0) +32 +40 +0 : string4",
	  "d=+0x0(+0x28(file->f_path.dentry)):string" },
	{ "p vfs_read x=+8(%di):%pd", "x = %di +8 +40 +0 : string4",
	  "x=+0x0(+0x28(+8(%di))):string" },
	{ "p f +0(+0(+0(+0(+0(+0(@0)))))):%pd", "0x0 +0 +0 +0 +0 +0 +0 +0 +40 +0 : string4" },
	{ "p f this_cpu_ptr(+0(+0(+0(+0(\\0))))):%pD",
	  "0x0 +0 +0 +0 +0 percpu +72 +40 +0 : string4" },
	/* the current task */
	{ "p vfs_read $current", "current : x8" },
	{ "p vfs_read $current->pid", "current +8 : s4" },
	{ "p vfs_read $current->files->f_mode", "current +56 +8 : u4" },
	{ "p vfs_read+20 $current->pid", "current +8 : s4" },
	/* casts */
	{ "p vfs_read (inode)file->i_mode", "param(0) +0 : u2" },
	{ "p vfs_read (inode)%di->i_mode", "%di +0 : u2" },
	{ "p vfs_read (inode)$arg1->i_count", "param(0) +4 : s4" },
	{ "p vfs_read (inode)@sym->i_count", "sym+0 +0 +4 : s4" },
	{ "p vfs_read (inode)(@sym+8)->i_count", "sym+8 +0 +4 : s4" },
	{ "p vfs_read (inode)(file->f_inode)->i_count", "param(0) +40 +4 : s4" },
	{ "p vfs_read (inode)(+8(%di))->i_count", "%di +8 +4 : s4" },
	{ "p vfs_read (inode)this_cpu_read(@sym)->i_count", "percpu sym+0 percpu +0 +4 : s4" },
	{ "p vfs_read (inode)this_cpu_ptr(@sym)->i_count", "percpu sym+0 percpu +4 : s4" },
	{ "p vfs_read (file_t)%si->f_bit", "%si +48 : b4(3@0)" },
	{ "p vfs_read (task_struct)%si->comm:string", "%si +40 : string4" },
	{ "p vfs_read (list)((list)%si->next)->prev", "%si +0 +8 : x8" },
	{ "p vfs_read (task_struct,se.group_node)%si->pid", "%si -16 : s4" },
	{ "p vfs_read (task_struct,se.group_node)(file->f_inode)->comm:string",
	  "param(0) +40 +16 : string4" },
	{ "p vfs_read (task_struct,comm)%si->files->f_mode", "%si +16 +8 : u4" },
	{ "p vfs_read (file,f_high)%si->f_low", "%si -4 : u4" },
	/* bits that begin where a byte does */
	{ "p vfs_read (file,f_bit)%si->f_lock", "%si -48 : u8" },
	{ "p vfs_read +8((inode)%si->i_sb):u16", "%si +8 +8 : u2" },
	{ "p vfs_read+20 (inode)%si->i_mode", "%si +0 : u2" },
	{ "p 0x1000 (inode)%si->i_mode", "%si +0 : u2" },
	{ "r get_file (inode)$retval->i_mode", "retval +0 : u2" },
	/* what is only declared in one place is defined in another */
	{ "p vfs_read file->f_inode->i_sb->s_flags", "param(0) +40 +8 +0 : u8" },
	{ "p mod:mod_func file->f_inode->i_sb->s_flags", "param(0) +40 +8 +0 : u8" },
	{ "p mod:mod_func (local)%si->l_count", "%si +0 : s4" },
	{ "p vfs_read (local)%si->l_count", "%si +0 : s4" },
	/* what was at the entry */
	{ "r vfs_read entry(file)", "file = entry(param(0) : x8) : x8", "file=entry(file)" },
	{ "r vfs_read entry(count:x32)", "count = entry(param(2) : x4) : x4",
	  "count=entry(count:x32)" },
	{ "r vfs_read entry(count):x32", "count = entry(param(2) : x4) : x4",
	  "count=entry(count):x32" },
	{ "r vfs_read entry(buf):string", "buf = entry(param(1) +0 : string4) : string4",
	  "buf=entry(buf):string" },
	{ "r vfs_read file x=entry(file) entry(file->f_mode)",
	  "file = param(0) : x8, x = entry(param(0) : x8) : x8, arg3 = entry(param(0) +8 : u4) : u4",
	  "file=file x=entry(file) arg3=entry(file->f_mode)" },
	{ "r vfs_read entry(file->f_bit)", "entry(param(0) +48 : b4(3@0)) : b4(3@0)" },
	{ "r vfs_read entry((inode)file->i_mode)", "entry(param(0) +0 : u2) : u2" },
	{ "r vfs_read entry($current->pid)", "entry(current +8 : s4) : s4" },
	{ "r vfs_read entry(file:%pD)", "entry(param(0) +72 +40 +0 : string4) : string4",
	  "arg1=entry(+0x0(+0x28(+0x48(file))):string)" },
	{ "r vfs_read entry(file->f_path.dentry):%pd",
	  "entry(param(0) +32 +40 +0 : string4) : string4",
	  "arg1=entry(+0x0(+0x28(file->f_path.dentry)):string)" },
	{ "r vfs_read (inode)entry(file->f_inode)->i_mode", "entry(param(0) +40 : x8) +0 : u2" },
	{ "r vfs_read (inode)(entry(file->f_inode))->i_sb->s_flags",
	  "entry(param(0) +40 : x8) +8 +0 : u8" },
	{ "r vfs_read +0(entry(file->f_mode)):u8", "entry(param(0) +8 : x8) +0 : u1" },
	{ "r vfs_read +0(entry(file->f_bit)):u8", "entry(param(0) +48 : x8) +0 : u1" },
	{ "r vfs_read +0(entry(buf)):%pd", "entry(param(1) : x8) +0 +40 +0 : string4",
	  "arg1=+0x0(+0x28(+0(entry(buf)))):string" },
	{ "r values entry(e) entry($arg4)",
	  "e = entry(param(4) : x8) : x8, arg2 = entry(param(3) : x8) : x8" },
	{ "r v11 entry(a1) entry(a0)",
	  "a1 = entry(param(0) : s4) : s4, a0 = entry(param(0) : x8) : x8 word" },
	{ "r v11 entry(rv)", "rv = entry(param(1) : u2) : u2" },
	{ "r kfree $elapsed entry(object)",
	  "elapsed = elapsed : u8 word, object = entry(param(0) : x8) : x8",
	  "elapsed=$elapsed object=entry(object)" },
	{ "r kfree $elapsed $elapsed", "elapsed = elapsed : u8 word, arg2 = elapsed : u8",
	  "elapsed=$elapsed arg2=$elapsed" },
	/* per-CPU variables */
	{ "p vfs_read this_cpu_read(file->f_inode)", "param(0) +40 percpu +0 : x8" },
	{ "p vfs_read this_cpu_read(buf)", "param(1) percpu +0 : x8" },
	{ "p vfs_read this_cpu_read(buf):string", "param(1) percpu +0 : string4" },
	{ "p vfs_read @current_file->f_inode:%pD",
	  "percpu current_file+0 percpu +0 +40 +72 +40 +0 : string4" },
	{ "p vfs_read @current_file->f_mode", "percpu current_file+0 percpu +0 +8 : u4" },
	{ "p vfs_read @vmlinux:current_file->f_mode:u8",
	  "percpu vmlinux:current_file+0 percpu +0 +8 : u1" },
	{ "p vfs_read @mod:x @vmlinux:x+8:u8",
	  "arg1 = mod:x+0 +0 : x8, arg2 = vmlinux:x+8 +0 : u1" },
	{ "p vfs_read +4(@mod:x):s16 @mod:u8:u8",
	  "arg1 = mod:x+0 +0 +4 : s2, arg2 = mod:u8+0 +0 : u1" },
	{ "p vfs_read @mod:.data+8 @mod:x:u8[2]",
	  "arg1 = mod:.data+8 +0 : x8, arg2 = mod:x+0 +0 : u1[2]" },
	{ "p vfs_read @mod:u8", "mod+0 +0 : u1" },
	{ "p vfs_read &x &mod:x+8 x=&x:symbol",
	  "arg1 = x+0 : x8, arg2 = mod:x+8 : x8, x = x+0 : symbol8" },
	{ "p vfs_read (file)&x->f_mode (file)@mod:x->f_mode (file)(@mod:x+8)->f_mode",
	  "arg1 = x+0 +8 : u4, arg2 = mod:x+0 +0 +8 : u4, arg3 = mod:x+8 +0 +8 : u4" },
	{ "r vfs_read entry(@mod:x) entry(@mod:x:u8)",
	  "arg1 = entry(mod:x+0 +0 : x8) : x8, arg2 = entry(mod:x+0 +0 : u1) : u1" },
	{ "r vfs_read entry(&x) entry(@mod:x):u8",
	  "arg1 = entry(x+0 : x8) : x8, arg2 = entry(mod:x+0 +0 : u1) : u1" },
	{ "r vfs_read +8(entry(@mod:x))", "entry(mod:x+0 +0 : x8) +8 : x8" },
	{ "p vfs_read this_cpu_read(@mod:x) this_cpu_ptr(&x)",
	  "arg1 = percpu mod:x+0 percpu +0 : x8, arg2 = percpu x+0 percpu : x8" },
	{ "p vfs_read this_cpu_read(+0(@x))", "x+0 +0 +0 percpu +0 : x8" },
	{ "p vfs_read this_cpu_ptr(file->f_inode)", "param(0) +40 percpu : x8" },
};

static const struct bad bad_lines[] = {
	/* as the kernel's own test has them */
	NONE(LINE, NO_BTFARG, "p kfree ^$arg10"),
	BAD(LINE, TYPECAST_NOT_ALIGNED, "p vfs_read arg1=(task_struct,^in_execve)file->comm"),
	NONE(LINE, NO_BTF_FIELD, "p vfs_read arg1=(task_struct,^foo_bar)file->pid",
	     "p vfs_read arg1=(task_struct,^->pid)file->comm",
	     "p vfs_read arg1=(task_struct,^.pid)file->comm",
	     "p vfs_read arg1=(task_struct,^.)file->comm"),
	BAD(LINE, NO_PTR_STRCT, "p vfs_read arg1=(^task_struct1234)file->pid"),
	/* parameters */
	NONE(LINE, NO_BTFARG, "r vfs_read ^$retvalx", "p vfs_read ^$arg99999999999999999999",
	     "r vfs_read ^$arg99999999999999999999:u8", "p vfs_read ^file>x", "r vfs_read ^$arg5",
	     "p vfs_read ^this_cpu_write(buf)", "p vfs_read ^this_cpu_ptr"),
	NONE(LINE, NO_BTFARG, "p vfs_read ^$arg5:u8", "p vfs_read ^$arg4294967297",
	     "r vfs_read +0(^$retval1->x)", "p print ^$arg2", "p vfs_read %ax ^Count",
	     "p vfs_read x=+8(+8(^hoge)):u8", "p vfs_read ^hoge->f_mode",
	     "p inlined.part.0 ^whole"),
	NONE(LINE, NO_BTF_ENTRY, "p get_text ^hoge", "r get_text ^hoge", "r nobtf ^$retvalx",
	     "p inlined.isra.0 ^whole", "p inlined.constprop.0 ^$arg*", "p inlined.cold ^whole",
	     "p inlined.llvm.1.cold ^whole", "p inlined.llvm ^whole",
	     "r get_file.isra.0 $retval->^f_mode", "p nobtf ^count", "p nobtf ^file->f_mode",
	     "p nobtf %ax ^$arg*", "p mod:nobtf ^file", "p other:mod_func ^file"),
	BAD(LINE, BAD_VAR, "p get_text ^$arg1x"),
	BAD(LINE, BAD_ARG_NUM, "p get_text ^$arg2049", "p vfs_read x=^$arg2049"),
	NONE(LINE, BAD_VAR, "r vfs_read ^$arg0x"),
	BAD(LINE, NOFENTRY_ARGS, "p vfs_read+20 %ax x=^$arg9",
	    "p vfs_read+20 %ax +0(+8(^$arg2)):string", "p vfs_read+20 a0 ^$arg2 $arg3"),
	BAD(LINE, NOSUP_BTFARG, "p vfs_read+20 x=+0(^count):u8"),
	BIG(LINE, TOO_MANY_ARGS, "p too_many ^$arg*", "p too_many ^%ax $arg*", "p many ^$arg* %ax"),
	/* what was at the entry */
	NONE(LINE, NO_BTFARG, "r vfs_read entry(^hoge)", "r vfs_read x=+0(entry(^hoge))"),
	NONE(LINE, NO_BTF_FIELD, "r vfs_read entry(file->^hoge):u8"),
	NO(LINE, NOSUP_DAT_ARG, "r vfs_read entry(file.^f_mode)"),
	BAD(LINE, BAD_FETCH_ARG, "r vfs_read entry(file)^->f_mode"),
	BAD(LINE, NOT_AT_ENTRY, "r vfs_read entry(^$retval->x)", "r vfs_read entry(^rv->x)"),
	BAD(LINE, COMM_CANT_DEREF, "r vfs_read (inode)entry(^$comm)->i_mode"),
	BAD(LINE, ENTRY_WORD, "r vfs_read (inode)(entry(file:^u64))->i_mode"),
	BAD(LINE, BAD_TYPE4STR, "r vfs_read entry(file->^f_mode:string)"),
	BAD(LINE, ELAPSED_NO_ADDR, "r vfs_read (inode)^$elapsed->i_mode"),
	BAD(LINE, USED_ARG_NAME, "r vfs_read file ^entry(file)", "r vfs_read entry(file) ^$arg*"),
	NONE(LINE, NO_BTF_ENTRY, "r nobtf entry(^file)"),
	/* names */
	BAD(LINE, USED_ARG_NAME, "p twice ^$arg*", "p twice x ^x"),
	/* before what it is the name of */
	BAD(LINE, USED_ARG_NAME, "p vfs_read %di ^arg1", "p vfs_read count ^count:string[2]",
	    "p vfs_read x=%di ^x=hoge", "p vfs_read x=%di ^x=a0->f", "p vfs_read+20 x=%di ^x=$arg1",
	    "p vfs_read $arg1 ^file", "p vfs_read file=%ax ^$arg*", "p vfs_read $arg* ^file=%ax",
	    "r prctl $arg* ^$retval", "p prctl x arg3 ^%dx", "p prctl %si arg3 ^arg3=%dx",
	    "p reserved ^common_pid", "p reserved ^$arg1", "p reserved ^$arg*"),
	NONE(LINE, NO_BTFARG, "p vfs_read x=%di y=^hoge"),
	/* members */
	NONE(LINE, NO_BTF_FIELD, "p vfs_read $current->^", "p vfs_read $current->files->^x",
	     "p vfs_read file->f_path.^", "p vfs_read file->f_path.^.dentry",
	     "p vfs_read file->^->x"),
	NONE(LINE, NO_BTF_FIELD, "p vfs_read file->^hoge", "p vfs_read file->^",
	     "p vfs_read file->^f_mod", "p vfs_read file->f_path.^hoge",
	     "p vfs_read file->f_path.dentry->^hoge:u8", "p vfs_read file->^.f_mode",
	     "p values b.^z"),
	NO(LINE, NOSUP_DAT_ARG, "p vfs_read file.^f_mode", "p vfs_read hoge.^f_mode",
	   "r get_text $retvalx.^y", "p values d.^x", "r vfs_read $retval.^x",
	   "p vfs_read count.^x"),
	BAD(LINE, NO_PTR_STRCT, "p pair p.second->^x", "p pair +0(p.^second)",
	    "p pair +0(p.^first)", "p pair x=(file)(p.^second)->f_mode",
	    "p pair x=this_cpu_ptr(p.^low)", "p packed +0(b.^y):u8"),
	BAD(LINE, BAD_BITFIELD, "p pair p.second:^x32", "p pair p.half:^u64",
	    "r packed x=(file)entry(^b.y)->f_mode"),
	BAD(LINE, BAD_TYPE4STR, "p pair p.^first:string"),
	BAD(LINE, TYPECAST_REQ_FIELD, "r vfs_read x=(path)entry(^(file,f_path)buf):path"),
	/* elements */
	BAD(LINE, INDEX_RANGE, "p vfs_read file->f_ints[^4]", "p vfs_read file->f_name[^8]",
	    "p values c.x[^3]"),
	BAD(LINE, NO_ARRAY, "p vfs_read count[^0]", "p vfs_read file->f_mode[^0]",
	    "p vfs_read file->f_bit[^0]", "p values a[^0]", "p kfree object[^1]",
	    "p vfs_read file->f_inode->i_gone[^1]"),
	BAD(LINE, BAD_INDEX, "p vfs_read file->f_ints[^x]", "p vfs_read file->f_ints[^-1]",
	    "p vfs_read file->f_ints[^]", "p vfs_read file->f_ints[^2147483648]"),
	BAD(LINE, ARRAY_NO_CLOSE, "p vfs_read file->f_ints[1^"),
	BAD(LINE, BAD_FETCH_ARG, "p vfs_read file->f_ints[1]^x"),
	NONE(LINE, NO_BTFARG, "p vfs_read ^hoge[1]"),
	/* casts, typedefs */
	BAD(LINE, NO_PTR_STRCT, "p vfs_read (struct ^hoge *)%di->x",
	    "p vfs_read (struct ^file **)%di->f_mode", "p vfs_read (const ^*)%di->x",
	    "p vfs_read (^const)%di->x", "p vfs_read (^struct const)%di->x", "p vfs_read count->^x",
	    "p values b->^x", "p vfs_read file->f_mode->^x", "p vfs_read file->f_path->^mnt",
	    "r vfs_read $retval->^x", "p vfs_read a0->^f_mode"),
	NONE(LINE, NO_BTF_FIELD, "p vfs_read (struct file *)%di->^hoge",
	     "p vfs_read (struct file *,^hoge)%di->f_mode", "r get_file $retval->^x",
	     "p vfs_read $current->^x"),
	BAD(LINE, BAD_TYPE, "p vfs_read %di:^file_t", "p vfs_read %di:^hoge_t"),
	BAD(LINE, BAD_HYPHEN, "p vfs_read file^-f_mode", "p vfs_read file^-",
	    "p vfs_read file^-->x"),
	BAD(LINE, BAD_BTF_TID, "p vfs_read file->f_mode.^", "p vfs_read file->f_call->^x",
	    "p vfs_read file->f_ints.^x", "p vfs_read file->f_mode.^x",
	    "p vfs_read file->f_inode->i_gone->^x", "p kfree object->^x"),
	NONE(LINE, NO_RETVAL, "r kfree ^$retval->x"),
	NONE(LINE, NO_BTF_ENTRY, "r nobtf $retval->^x"),
	/* casts */
	BAD(LINE, NO_PTR_STRCT, "p vfs_read (^hoge)%ax->x", "p vfs_read (^)%ax->x",
	    "p vfs_read (^size_t)%ax->x", "p vfs_read (^struct)%ax->x",
	    "p vfs_read (list)((^hoge)%ax->next)->next"),
	NONE(LINE, NO_BTF_FIELD, "p vfs_read (inode)%ax->^x", "p vfs_read (inode)%ax->^",
	     "p vfs_read (inode,^)%ax->i_mode", "p vfs_read (task_struct,se.^)%ax->pid",
	     "p vfs_read (task_struct,se.^hoge)%ax->pid"),
	BAD(LINE, BAD_BTF_TID, "p vfs_read (task_struct,pid.^x)%ax->pid"),
	NONE(LINE, NO_BTFARG, "p vfs_read (inode)(^hoge)->i_mode"),
	/* types */
	BAD(LINE, BAD_TYPE4STR, "p vfs_read x=^file:string", "p vfs_read ^$arg1:string",
	    "p vfs_read file->^f_mode:string", "p vfs_read file->^f_path:string",
	    "p vfs_read file->^f_argv:string", "p vfs_read file->^f_bit:string",
	    "r get_file ^$retval:string", "p vfs_read file->^f_name:string[2]",
	    "p vfs_read file->^f_text:string[2]", "p vfs_read file->^f_bit:ustring[2]",
	    "p kinds kinds->^k_any:string[2]", "p kinds kinds->^k_row:string[2]",
	    "p pair ^nums:string", "p pair ^flags:string",
	    "p vfs_read ^count:string[2]", "r get_text ^$retval:string[2]"),
	BAD(LINE, BAD_STRING, "p vfs_read this_cpu_ptr(buf):^string", "p vfs_read x=$arg2:^string",
	    "p vfs_read buf:^u8[2]", "p vfs_read a1:^string", "p vfs_read file->f_call:^symstr[2]"),
	BAD(LINE, BAD_TYPE, "p vfs_read @x:^nothing", "p vfs_read @mod:^"),
	BAD(LINE, BAD_MEM_ADDR, "p vfs_read ^@mod:x+:u8", "p vfs_read ^&x->f_mode"),
	BAD(LINE, TYPECAST_SYM_OFFSET, "p vfs_read (file)^&x+8->f_mode"),
	BIG(LINE, TOO_MANY_NESTED, "p f ^+0(+0(+0(+0(+0(+0(+0(" EIGHT("%di") "))))))):%pd",
	    "p f x=^+0(+0(+0(+0(+0(+0(" EIGHT("@0") ")))))):%pD",
	    "p f ^(list)(+0(+0(+0(+0(" EIGHT("this_cpu_read(@x)") ")))))->next:%pD"),
};

/* Where a line's place is: SYM at its entry, SYM+OFF, MOD:SYM, or an address */
static const struct kpe_function_info *site_of(const char *line)
{
	static char module[64], symbol[64];
	static struct kpe_function_info info;
	const char *word = strchr(line, ' ') + 1;
	const char *colon;
	int len = strcspn(word, " +%");

	colon = memchr(word, ':', len);
	snprintf(module, sizeof(module), "%.*s", colon ? (int)(colon - word) : 0, word);
	if (colon)
		len -= colon + 1 - word;
	snprintf(symbol, sizeof(symbol), "%.*s", len, colon ? colon + 1 : word);
	info = (struct kpe_function_info){
		.at_entry = word[strcspn(word, " +")] != '+' && *word != '0',
		.module = module, .function = { symbol },
	};
	return &info;
}

static struct parsed take(const char *line)
{
	return parse_at(line, strlen(line), site_of(line));
}

static void show(const struct kpe_args *args, char *shown)
{
	unsigned int i;

	*shown = '\0';
	for (i = 0; i < args->nr_args; i++) {
		if (i)
			strcat(shown, ", ");
		shown += strlen(shown);
		dump_arg(&args->args[i], shown, 512);
	}
}

static void list(const struct kpe_args *args, char *listed)
{
	unsigned int i;

	*listed = '\0';
	for (i = 0; i < args->nr_args; i++)
		listed += sprintf(listed, "%s%s=%s", i ? " " : "",
				  args->args[i].name, args->args[i].text);
}

static void check_row(const struct good *row)
{
	char shown[MAX_SHOWN], listed[MAX_SHOWN];
	struct parsed r = take(row->line);

	check_promises(row->line, strlen(row->line), &r);
	if (r.line) {
		show(r.args, shown);
		list(r.args, listed);
		if (!is_wanted(shown, row->shown))
			unit_fail("%s: %s, not %s", row->line, shown, row->shown);
		if (row->listed && strcmp(listed, row->listed))
			unit_fail("%s: listed as %s, not %s", row->line, listed, row->listed);
	} else {
		unit_fail("%s: %s at %u", row->line, error_name(r.e.code), r.e.col);
	}
	parsed_free(&r);
}

UNIT_CASE(test_good, "resolve: arguments over types")
{
	for_each_row(row, good_lines)
		check_row(row);
}

/* A name that is given is not the v11 word's. */
static void without_words(char *shown)
{
	char *word;

	while ((word = strstr(shown, " word")))
		memmove(word, word + 5, strlen(word + 5) + 1);
}

/* A line of what is listed comes to the same. */
static void check_listed(const char *line)
{
	char first[MAX_SHOWN], again[MAX_SHOWN], listed[MAX_SHOWN];
	struct parsed r = take(line);
	char *text;

	show(r.args, first);
	list(r.args, listed);
	text = format("%c %.*s %s", *line, (int)strcspn(line + 2, " "), line + 2, listed);
	parsed_free(&r);
	r = take(text);
	if (r.line)
		show(r.args, again);
	without_words(first);
	without_words(again);
	if (!r.line || strcmp(first, again))
		unit_fail("%s: listed as %s, which is %s", line, text,
			  r.line ? again : error_name(r.e.code));
	parsed_free(&r);
	free(text);
}

UNIT_CASE(test_listed, "resolve: what is listed means the same")
{
	for_each_row(row, good_lines)
		check_listed(row->line);
}

/* Nor is it lost on a machine without types. */
UNIT_CASE(test_exported, "resolve: what is exported means the same")
{
	struct parsed r;

	for_each_row(row, good_lines) {
		r = take(row->line);
		if (!check_exported(&r, r.info))
			unit_fail("%s: too long or too deep", row->line);
		parsed_free(&r);
	}
}

UNIT_CASE(test_bad, "resolve: errors and their columns")
{
	check_bad(bad_lines, ARRAY_SIZE(bad_lines), take);
}

static void check_fits(const char *text, bool fits)
{
	struct parsed r = take(text);

	if (r.e.code != (fits ? KPE_ERR_NONE : KPE_ERR_ARG_TOO_LONG))
		unit_fail("%zu characters: %s", strlen(text), error_name(r.e.code));
	check_promises(text, strlen(text), &r);
	parsed_free(&r);
}

/* The listing of a path has a limit, too: that of what is taken. */
UNIT_CASE(test_long_paths, "resolve: paths too long to be listed")
{
	char text[600], name[256];
	unsigned int len;

	memset(name, 's', sizeof(name));
	for (len = 200; len < 245; len++) {
		/* "+0x0(+0x28(@sss)):string" is 21 longer than "sss" */
		snprintf(text, sizeof(text), "p f @%.*s:%%pd", len, name);
		check_fits(text, len + 21 <= KPE_MAX_ARG_TEXT);
		/* "entry()" around it, 7 more */
		snprintf(text, sizeof(text), "r f entry(@%.*s):%%pd", len, name);
		check_fits(text, len + 28 <= KPE_MAX_ARG_TEXT);
	}
}

/* What needs no types is there all the same. */
UNIT_CASE(test_no_types, "resolve: without types")
{
	static const struct good rows[] = {
		{ "p vfs_read $arg3", "arg1 = param(2) : x8", "arg1=$arg3" },
		{ "p vfs_read $arg9:u8", "arg1 = param(8) : u1", "arg1=$arg9:u8" },
		{ "r kfree $retval", "arg1 = retval : x8", "arg1=$retval" },
		{ "p v11 a1", "a1 = param(1) : x8 word", "a1=a1" },
		{ "p vfs_read $current", "arg1 = current : x8", NULL },
	};
	const struct bad bad =
		BTF(PROBE, "^file", "^(file)%di->f_mode", "^(struct file *)%di->f_mode",
		    "x=+8(^(const union file *,f_mode)%di->f_mode)", "^@x->y");

	types_are(NULL, NULL);
	for_each_row(row, rows)
		check_row(row);
	check_bad(&bad, 1, take);
	world_known();
}

/* Without memory for types nobody says that there are none, or others. */
UNIT_CASE(test_types_missed, "resolve: without memory for types")
{
	static const char * const lines[] = {
		"p vfs_read $arg1", "p vfs_read count", "p vfs_read $arg*",
		"p vfs_read x=(file)%di->f_mode", "r vfs_read $retval->x",
	};
	struct parsed r;

	for_each_row(row, lines) {
		types_miss(true);
		r = take(*row);
		if (r.ret != -ENOMEM || r.e.code != KPE_ERR_NO_MEMORY)
			unit_fail("%s: %d %s", *row, r.ret, error_name(r.e.code));
		parsed_free(&r);
		types_miss(false);
		r = take("p vfs_read $arg1");
		if (r.ret)
			unit_fail("after %s: %d", *row, r.ret);
		parsed_free(&r);
	}
}

/* The sign is that of the enum, also where names are shown. */
UNIT_CASE(test_enums, "resolve: signs of enums")
{
	static const struct {
		const char *line;
		const char *shown;
		const char *exported;
	} rows[] = {
		{ "p kinds narrow:enum cold:enum",
		  "narrow = param(1) : enum1, cold = param(2) : senum1",
		  "p f narrow=%si:u8 cold=%dx:s8" },
		{ "p kinds a=kinds->k_below:enum b=kinds->k_mode:enum",
		  "a = param(0) +0 : senum4(3@2), b = param(0) +0 : enum4(2@0)",
		  "p f a=+0(%di):sb3@2/32 b=+0(%di):b2@0/32" },
	};

	for_each_row(row, rows) {
		char shown[MAX_SHOWN] = "";
		struct parsed r = take(row->line);

		if (r.line)
			show(r.args, shown);
		if (strcmp(shown, row->shown))
			unit_fail("%s: %s %s", row->line, error_name(r.e.code), shown);
		if (r.line && (export_line(r.args, shown, sizeof(shown)) ||
			       strcmp(shown, row->exported)))
			unit_fail("%s: exported as %s", row->line, shown);
		parsed_free(&r);
	}
}

UNIT_CASE(test_hints, "resolve: hints")
{
	static const char read_it[] = "write :string behind it if it is the address of a text";
	static const struct {
		const char *line;
		const char *hint;
	} rows[] = {
		{ "p vfs_read fiel", "did you mean file" },
		{ "p vfs_read conut->x", "did you mean count" },
		{ "p vfs_read comm", "write $comm" },
		{ "p vfs_read if $comm == bash", "text is written in quotes" },
		{ "p vfs_read file.f_mode", "write -> behind a pointer" },
		{ "p vfs_read file->f_path.dentry.d_inode", "write -> behind a pointer" },
		{ "p vfs_read (struct nothing_like_it *)file->x", "there is no such structure" },
		{ "p vfs_read nothing_like_it", NULL }, { "p vfs_read $arg9", NULL },
		{ "p vfs_read file->f_mdoe", "did you mean f_mode" },
		{ "p vfs_read file->f_coutn", "did you mean f_count" },
		{ "p vfs_read file->f_inode->i_nothing_like_it", NULL },
		{ "p vfs_read (fiel)buf->f_mode", "did you mean file" },
		{ "p vfs_read (fiel_t)buf->f_mode", "did you mean file_t" },
		{ "p vfs_read (fmdoe_t)buf->x", "there is no such structure" },
		{ "p vfs_read (file,f_mdoe)buf->f_mode", "did you mean f_mode" },
		{ "p vfs_read %di:fmdoe_t", NULL }, { "p vfs_read %di:fiel_t", NULL },
		{ "p vfs_read (differs)buf->x", "modules have different structures of this name" },
		{ "p mod:mod_func (lokal)file->x", "did you mean local" },
		{ "p vfs_read @none:sym", "nor is a module of this name loaded" },
		{ "p vfs_read @none:u8", NULL }, { "p vfs_read @none:size_t", NULL },
		{ "p inlined.isra.0 whole", "a clone may have other parameters: use registers" },
		{ "p nobtf whole", NULL }, { "p vfs_read if file->f_text == \"x\"", read_it },
		{ "p vfs_read if file->f_name == \"x\"", read_it },
		{ "p vfs_read buf if buf ~ \"x*\"", read_it },
		{ "p vfs_read if %si == \"x\"", read_it },
		{ "p vfs_read if $comm == file->f_name", read_it },
		{ "p vfs_read if file->f_mode == \"x\"", NULL },
		{ "p vfs_read if %si:x64 == \"x\"", NULL }, { "p vfs_read if $comm == 5", NULL },
		/* of many places, reasons are counted */
		{ "p vfs_rea* fiel", NULL },
	};
	struct parsed r;

	for_each_row(row, rows) {
		r = take(row->line);
		if (!r.ret || strcmp(r.e.more ?: "", row->hint ?: ""))
			unit_fail("%s: %d %s", row->line, r.ret, r.e.more ?: "-");
		parsed_free(&r);
	}
}

/* The second name that a function may have counts if the first is unknown. */
UNIT_CASE(test_second_name, "resolve: names of a function")
{
	static const char line[] = "p x count";
	static const struct {
		const char *first;
		const char *second;
		enum kpe_err code;
	} sites[] = {
		{ "vfs_read", "kfree", KPE_ERR_NONE }, { "nobtf", "vfs_read", KPE_ERR_NONE },
		{ "nobtf", "vfs_read.llvm.1", KPE_ERR_NONE },
		{ "nobtf", "vfs_read.isra.0", KPE_ERR_NO_BTF_ENTRY },
		{ "kfree", "vfs_read", KPE_ERR_NO_BTFARG },
		{ "nobtf", "none", KPE_ERR_NO_BTF_ENTRY },
		{ NULL, "vfs_read", KPE_ERR_NO_BTF_ENTRY },
	};
	struct parsed r;

	for_each_row(row, sites) {
		const struct kpe_function_info info = {
			.at_entry = true, .module = "",
			.function = { row->first, row->second },
		};

		r = parse_at(line, strlen(line), &info);
		if (r.e.code != row->code)
			unit_fail("%s, %s: %s", row->first ?: "-",
				  row->second, error_name(r.e.code));
		parsed_free(&r);
	}
}

static struct parsed take_starved(const char *line)
{
	fail_each_allocation(line, take);
	return take(line);
}

UNIT_CASE(test_out_of_memory, "resolve: out of memory")
{
	for_each_row(row, good_lines)
		fail_each_allocation(row->line, take);
	check_bad(bad_lines, ARRAY_SIZE(bad_lines), take_starved);
}
