// SPDX-License-Identifier: GPL-2.0
/*
 * resolve_test - what arguments come to at a place whose types are known
 *
 * The tables are about the functions of resolve_world.c. What an argument has come to is shown by
 * its export, which has registers, offsets and sizes instead of names.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <linux/errno.h>
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
 * @exported: its arguments as they are exported
 */
struct good {
	const char *line;
	const char *exported;
};

static const struct good good_lines[] = {
	/* parameters at the entry: registers, then the stack */
	{ "p vfs_read $arg*", "file=%di:x64 buf=%si:x64 count=%dx:u64 pos=%cx:x64" },
	{ "p vfs_read file c=count +8(pos) $arg2:ustring y=$arg3:u16 x=$arg3",
	  "file=%di:x64 c=%dx:u64 arg3=+8(%cx):x64 buf=+0(%si):ustring y=%dx:u16 x=%dx:x64" },
	{ "p vfs_read +0($arg1) $arg4:x8", "arg1=+0(%di):x64 pos=%cx:x8" },
	{ "p get_text $arg* %ax $arg1 x=$arg2:u8 +0($arg3)",
	  "arg1=%ax:x64 arg2=%di:x64 x=%si:u8 arg4=+0(%dx):x64" },
	{ "p kinds narrow cold a=narrow:enum b=cold:enum",
	  "narrow=%si:u8 cold=%dx:s8 a=%si:u8 b=%dx:s8" },
	{ "p unnamed $arg*", "arg1=%di:x64 file=%si:x64 arg3=%dx:x64" },
	{ "p long_name $arg*", "arg1=%di:s32" },
	{ "p vfs_read%return $arg1", "file=a000:x64" },
	{ "p nobtf $arg5 $arg6 $arg7 x=$arg8:u8 y=$arg2048",
	  "arg1=%r8:x64 arg2=%r9:x64 arg3=$stack1:x64 x=$stack2:u8 y=$stack2042:x64" },
	{ "p mod:mod_func $arg* local->l_file->f_mode x=(local)%si->l_count",
	  "file=%di:x64 local=%si:x64 arg3=+8(+8(%si)):u32 x=+0(%si):s32" },
	{ "p mod:mod_func file->f_inode->i_sb->s_flags", "arg1=+0(+8(+40(%di))):u64" },
	/* of another name, the same function; what the compiler made has words only */
	{ "p inlined.part.0 part", "part=%di:s32" },
	{ "p inlined.llvm.123 whole", "whole=%di:s32" },
	{ "p inlined.localalias.2 $arg1", "whole=%di:s32" },
	{ "p vfs_read.isra.0 $arg1 %di x=$arg3:u8", "arg1=%di:x64 arg2=%di:x64 x=%dx:u8" },
	{ "r get_file.constprop.0 $retval", "arg1=%ax:x64" },
	{ "r kfree.part.0 $retval a0", "arg1=%ax:x64 a0=a0:x64" },
	/* structures by value, and results that are written to memory */
	{ "p values $arg*",
	  "a=%di:x64 b=%si:x64 c=$stack1:x64 d=%cx:s32 e=%r8:x64 f=$stack4:s32 g=$stack5:u16" },
	{ "p values x=$arg4 +0($arg3) y=$arg9 a.x b.x b.y",
	  "x=%cx:x64 arg2=+0($stack1):x64 y=$stack3:x64 arg4=%di:u64 arg5=%si:u64 arg6=%dx:u64" },
	{ "p values c.x[2] e.y:x8 +8(b.y) (file)e.y->f_mode",
	  "arg1=$stack3:u64 arg2=%r9:x8 arg3=+8(%dx):x64 arg4=+8(%r9):u32" },
	{ "r values $arg4 $arg7:x8 b.y x=entry(b.y) entry(e) z=entry($arg4)",
	  "d=a003:s32 g=a010:x8 arg3=a002:u64 x=entry(%dx):u64 e=entry(%r8):x64 z=entry(%cx):x64" },
	{ "r huge_value b", "b=a2047:x64" },
	{ "p wides a b c d e f g h",
	  "a=%di:x64 b=%dx:x64 c=%r8:s32 d=$stack1:x64 e=%r9:u64 f=$stack3:u64 g=$stack5:x64 h=$stack7:u16",
	},
	{ "r packed a b c", "a=a001:s32 b=a006:x64 c=a002:s32" },
	{ "p pair p.first p.second p.low p.high p.half",
	  "arg1=%di:s32 arg2=%di:sb32@32/64 arg3=%si:b3@0/64 arg4=%si:sb5@3/64 arg5=%si:b16@16/64",
	},
	{ "p pair p.last p.second:u8 p.second:s16 p.first:u8 p.half:u32",
	  "arg1=%si:b8@32/64 arg2=%di:b8@32/64 arg3=%di:sb16@32/64 arg4=%di:u8 arg5=%si:b32@16/64",
	},
	{ "p pair p.low:u8 p.high:s8 nums[3] dents[1].flags dents[2].d_text:string",
	  "arg1=%si:u8 arg2=%si:s8 arg3=+6(%dx):u16 arg4=+24(%cx):u32 arg5=+0(+56(%cx)):string" },
	/* kept for the return: words */
	{ "r vfs_read $arg* $retval",
	  "file=a000:x64 buf=a001:x64 count=a002:u64 pos=a003:x64 arg5=%ax:s64" },
	{ "r nobtf x=$arg2048 y=$retval", "x=a2047:x64 y=%ax:x64" },
	{ "r kfree rv x=rv ra y=ra:symstr $retval z=+0($retval):u8",
	  "rv=rv:x64 x=%ax:x64 ra=ra:x64 y=ra:symstr arg5=%ax:x64 z=+0(%ax):u8" },
	{ "r get_file $retval rv $retval->f_mode x=rv->f_mode (inode)$retval->i_mode",
	  "arg1=%ax:x64 rv=rv:x64 arg3=+8(%ax):u32 x=+8(%ax):u32 arg5=+0(%ax):u16" },
	/* words of v11, known to filters by a second name; a parameter of that name wins */
	{ "p vfs_read a2 a7 x=a7:s8 s3:u16 y=s3 a0",
	  "a2=a2:x64 a7=a7:x64 x=$stack2:s8 s3=s3:u16 y=$stack3:x64 a0=a0:x64" },
	{ "p v11 a0 a1 rv s0 s1", "a0=a0:x64 a1=%di:s32 rv=%si:u16 s0=%dx:s8 s1=s1:x64" },
	{ "r v11 a0 a1 x=entry(a1) y=entry(a0) z=entry(rv)",
	  "a0=a0:x64 a1=a000:s32 x=entry(%di):s32 y=entry(%di):x64 z=entry(%si):u16" },
	{ "p vfs_read+20 a1 x=a1 s2 $current->pid (inode)%si->i_mode",
	  "a1=a1:x64 x=%si:x64 s2=s2:x64 arg4=+8($current):s32 arg5=+0(%si):u16" },
	/* other sources */
	{ "p vfs_read %r15 %flags:x16 $stack $stack0 $stack2048",
	  "arg1=%r15:x64 arg2=%flags:x16 arg3=$stack:x64 arg4=$stack0:x64 arg5=$stack2048:x64" },
	{ "p vfs_read $comm \\\"a=\"b:c\" \\-1:s8 \\0x10:string \\\"(file*)\"",
	  "arg1=$comm arg2=\\\"a=\"b:c\" arg3=\\0xffffffffffffffff:s8 arg4=\\0x10:string arg5=\\\"(file*)\"",
	},
	{ "p vfs_read x=$COMM:string y=\\\"\" $current $current->pid $current->comm:string",
	  "x=$comm y=\\\"\" arg3=$current:x64 arg4=+8($current):s32 arg5=+40($current):string" },
	{ "p vfs_read $current->in_execve $current->files->f_mode",
	  "arg1=+4($current):b1@1/32 arg2=+8(+56($current)):u32" },
	/* members */
	{ "p vfs_read file->f_lock file->f_mode m=file->f_mode:x16 file->f_count file->f_low",
	  "arg1=+0(%di):u64 arg2=+8(%di):u32 m=+8(%di):x16 arg4=+16(%di):s64 arg5=+16(%di):u32" },
	{ "p vfs_read file->f_path file->f_path.dentry file->f_path.dentry->flags file->f_call",
	  "arg1=+24(%di):x64 arg2=+32(%di):x64 arg3=+0(+32(%di)):u32 arg4=+80(%di):x64" },
	{ "p vfs_read file->f_path.dentry->d_inode->i_list.prev->next file->f_kind file->f_flag",
	  "arg1=+0(+40(+16(+32(%di)))):x64 arg2=+88(%di):s32 arg3=+92(%di):u8" },
	{ "p vfs_read file->f_huge file->f_char file->f_big file->f_path.dentry->d_inode->i_mode",
	  "arg1=+112(%di):x64 arg2=+176(%di):s8 arg3=+96(%di):s64 arg4=+0(+16(+32(%di))):u16" },
	{ "p vfs_read file->f_inode->i_sb->s_flags +4(file->f_inode):u32 file->f_bit",
	  "arg1=+0(+8(+40(%di))):u64 arg2=+4(+40(%di)):u32 arg3=+48(%di):b3@0/32" },
	{ "p vfs_read file->f_sbit file->f_span file->f_long",
	  "arg1=+48(%di):sb5@3/32 arg2=+51(%di):b4@6/64 arg3=+48(%di):b30@34/64" },
	{ "p kinds kinds->k_mode kinds->k_below kinds->k_narrow kinds->k_cold",
	  "arg1=+0(%di):b2@0/32 arg2=+0(%di):sb3@2/32 arg3=+4(%di):u8 arg4=+5(%di):s8" },
	{ "p kinds kinds->k_whole a=kinds->k_below:enum b=kinds->k_mode:enum",
	  "arg1=+8(%di):s32 a=+0(%di):sb3@2/32 b=+0(%di):b2@0/32" },
	/* elements */
	{ "p vfs_read file->f_ints[0] x=file->f_ints[3] file->f_argv[1]:string file->f_name[2]",
	  "arg1=+128(%di):s32 x=+140(%di):s32 arg3=+0(+152(%di)):string arg4=+66(%di):s8" },
	{ "p vfs_read file->f_inode[0x2].i_mode file[1].f_path.dentry[1].d_inode->i_name[15]",
	  "arg1=+128(+40(%di)):u16 arg2=+31(+40(+256(%di))):s8" },
	{ "p vfs_read pos[2] buf[7] file->f_text[3]:x16 file->f_ints",
	  "arg1=+16(%cx):s64 arg2=+7(%si):s8 arg3=+3(+72(%di)):x16 arg4=+128(%di):x64" },
	{ "p vfs_read x=file->f_ints:s32[4] (file)%di->f_ints[2]",
	  "x=+128(%di):s32[4] arg2=+136(%di):s32" },
	{ "r vfs_read entry(file->f_ints[1]) $current->comm[4]",
	  "arg1=entry(+132(%di)):s32 arg2=+44($current):s8" },
	/* strings */
	{ "p vfs_read buf:string x=buf:ustring count:string +0(buf):string",
	  "buf=+0(%si):string x=+0(%si):ustring count=+0(%dx):string arg4=+0(%si):string" },
	{ "p vfs_read file->f_name:string file->f_text:string file->f_path.dentry->d_text:string",
	  "arg1=+64(%di):string arg2=+0(+72(%di)):string arg3=+0(+8(+32(%di))):string" },
	{ "p vfs_read file->f_argv:string[4] file->f_call:symbol file->f_call:symstr",
	  "arg1=+144(%di):string[4] arg2=+80(%di):symbol arg3=+80(%di):symstr" },
	{ "p kinds kinds->k_texts:string[2] texts:ustring[64] +0(texts):string[2]",
	  "arg1=+0(+16(%di)):string[2] texts=+0(%cx):ustring[64] arg3=+0(%cx):string[2]" },
	{ "p kinds +0(kinds->k_any):string[2] kinds->k_row:string",
	  "arg1=+0(+24(%di)):string[2] arg2=+40(%di):string" },
	/* names of files */
	{ "p vfs_read file:%pD x=$arg1:%pD d=file->f_path.dentry:%pd",
	  "arg1=+0(+40(+72(%di))):string x=+0(+40(+72(%di))):string d=+0(+40(+32(%di))):string" },
	{ "p vfs_read y=+8(%di):%pd", "y=+0(+40(+8(%di))):string" },
	{ "p f +0(+0(+0(+0(+0(+0(@0)))))):%pd",
	  "arg1=+0(+40(+0(+0(+0(+0(+0(+0(@0x0)))))))):string" },
	{ "p f this_cpu_ptr(+0(+0(+0(+0(\\0))))):%pD",
	  "arg1=+0(+40(+72(this_cpu_ptr(+0(+0(+0(@0x0))))))):string" },
	/* casts */
	{ "p vfs_read (inode)file->i_mode (inode)%di->i_mode (inode)$arg1->i_count",
	  "arg1=+0(%di):u16 arg2=+0(%di):u16 arg3=+4(%di):s32" },
	{ "p vfs_read (inode)(file->f_inode)->i_count (inode)(+8(%di))->i_count (file_t)%si->f_bit",
	  "arg1=+4(+40(%di)):s32 arg2=+4(+8(%di)):s32 arg3=+48(%si):b3@0/32" },
	{ "p vfs_read (task_struct)%si->comm:string +8((inode)%si->i_sb):u16 (local)%si->l_count",
	  "arg1=+40(%si):string arg2=+8(+8(%si)):u16 arg3=+0(%si):s32" },
	{ "p vfs_read (list)((list)%si->next)->prev x=(entity,group_node)%di->weight",
	  "arg1=+8(+0(%si)):x64 x=-8(%di):u64" },
	{ "p vfs_read (task_struct,se.group_node)(file->f_inode)->comm:string (inode)@sym->i_count",
	  "arg1=+16(+40(%di)):string arg2=+4(@sym):s32" },
	{ "p vfs_read (task_struct,se.group_node)%di->state (task_struct,comm)%si->files->f_mode",
	  "arg1=-24(%di):u32 arg2=+8(+16(%si)):u32" },
	{ "p vfs_read (file,f_high)%si->f_low (file,f_bit)%si->f_lock (inode)(@sym+8)->i_count",
	  "arg1=-4(%si):u32 arg2=-48(%si):u64 arg3=+4(@sym+8):s32" },
	{ "p 0x1000 (inode)%si->i_mode", "arg1=+0(%si):u16" },
	{ "p vfs_read (inode)this_cpu_read(@sym)->i_count (inode)this_cpu_ptr(@sym)->i_count",
	  "arg1=+4(this_cpu_read(@sym)):s32 arg2=+4(this_cpu_ptr(@sym)):s32" },
	/* without a member in a cast the distance is kept */
	{ "p vfs_read x=(path)((file,f_path)buf):path y=(file)((dentry,d_text)buf):path",
	  "x=-24(%si):path y=+56(%si):path" },
	{ "p vfs_read x=(path)this_cpu_ptr((file,f_path)buf):path",
	  "x=-24(this_cpu_ptr(%si)):path" },
	{ "p vfs_read y=(path)+8((file,f_path)buf):path", "y=+0(-16(%si)):path" },
	/* as C writes them */
	{ "p vfs_read (struct file *)%di->f_mode x=(struct file *) $arg1->f_ints[1]",
	  "arg1=+8(%di):u32 x=+132(%di):s32" },
	{ "p vfs_read (const volatile struct file *const)%di->f_mode ((struct file *)%di)->f_mode",
	  "arg1=+8(%di):u32 arg2=+8(%di):u32" },
	{ "p vfs_read (struct inode *)((struct file *)%di->f_inode)->i_mode",
	  "arg1=+0(+40(%di)):u16" },
	{ "p vfs_read ((file)(%si))->f_ints[1] ((struct inode *)file->f_inode)->i_mode",
	  "arg1=+132(%si):s32 arg2=+0(+40(%di)):u16" },
	{ "p vfs_read ((inode)(file)%di->f_inode)->i_mode x=(file const*)%si->f_mode",
	  "arg1=+0(+40(%di)):u16 x=+8(%si):u32" },
	{ "p vfs_read (struct file *, f_mode)%di->f_lock:u32 (struct file)%di->f_mode:%pd",
	  "arg1=-8(%di):u32 arg2=+0(+40(+8(%di))):string" },
	/* memory */
	{ "p vfs_read -8(%si):x32 +u16(-0x10(buf)):u8[3] -u1(%si):char @0x10",
	  "arg1=-8(%si):x32 arg2=+u16(-16(%si)):u8[3] arg3=-u1(%si):char arg4=@0x10:x64" },
	{ "p vfs_read @0:u8[2] +4(@16):s32 +0(\\16) +0(\\16):string x=+4(\\16)",
	  "arg1=@0x0:u8[2] arg2=+4(@0x10):s32 arg3=@0x10:x64 arg4=@0x10:string x=+4(\\0x10):x64" },
	/* only what is read there has moved at the next boot */
	{ "p vfs_read @0xffffffff81000000 @0xffffffff82ffffff:u8 +4(@0xffffffff81000010)",
	  "arg1=@_text+0:x64 arg2=@_text+33554431:u8 arg3=+4(@_text+16):x64" },
	{ "p vfs_read x=+8(\\0xffffffff81000000) +0(-8(\\0xffffffff81000010)):u8[4]",
	  "x=@_text+8:x64 arg2=+0(@_text+8):u8[4]" },
	{ "p vfs_read x=\\0xffffffff81000000:string +4(\\0xffffffff81000000):string[2]",
	  "x=@_text+0:string arg2=@_text+4:string[2]" },
	{ "r vfs_read entry(+8(\\0xffffffff81000000):u16) entry(\\0xffffffff81000000:string)",
	  "arg1=entry(@_text+8):u16 arg2=entry(@_text+0):string" },
	{ "p vfs_read x=(inode)(@0xffffffff81000000)->i_count +4(+8(\\0xffffffff81000000))",
	  "x=+4(@_text+0):s32 arg2=+4(@_text+8):x64" },
	/* a number is what it is, and so is an address of a process */
	{ "p vfs_read \\0xffffffff81000000 x=\\0xffffffff83000000:u32 y=\\-1:s64",
	  "arg1=\\0xffffffff81000000:x64 x=\\0xffffffff83000000:u32 y=\\0xffffffffffffffff:s64" },
	{ "p vfs_read +u8(\\0x7fffffffe000) \\0x400000:ustring \\0x10:symbol",
	  "arg1=+u8(\\0x7fffffffe000):x64 arg2=\\0x400000:ustring arg3=\\0x10:symbol" },
	{ "p vfs_read +8(\\-8)", "arg1=+8(\\0xfffffffffffffff8):x64" },
	/* variables, also of CPUs and modules */
	{ "p vfs_read @sym @sym+0x10:string @sym-1:u8 x=(inode)(@sym+8)->i_count @mod:x+8",
	  "arg1=@sym:x64 arg2=@sym+16:string arg3=@sym-1:u8 x=+4(@sym+8):s32 arg5=@mod:x+8:x64" },
	{ "p vfs_read this_cpu_read(@current_file) x=this_cpu_ptr(@this_cpu+8)",
	  "arg1=this_cpu_read(@__per_cpu_start+8192):x64 x=this_cpu_ptr(@__per_cpu_start+8):x64" },
	{ "p vfs_read y=this_cpu_ptr(@this_cpu) z=this_cpu_ptr(@this_cpu-8)",
	  "y=this_cpu_ptr(@__per_cpu_start):x64 z=this_cpu_ptr(@__per_cpu_start-8):x64" },
	{ "p vfs_read this_cpu_read(@current) this_cpu_read(@int) (file)&sym->f_mode",
	  "arg1=this_cpu_read(@current):x64 arg2=this_cpu_read(@int):x64 arg3=@sym+8:u32" },
	{ "p vfs_read x=(file)this_cpu_read(@current_file)->f_mode &sym &mod:sym:symbol",
	  "x=+8(this_cpu_read(@__per_cpu_start+8192)):u32 arg2=&sym:x64 arg3=&mod:sym:symbol" },
	{ "p vfs_read @vmlinux:x+8:u8 &mod:x+8 this_cpu_read(@mod:x) @mod:u8",
	  "arg1=@vmlinux:x+8:u8 arg2=&mod:x+8:x64 arg3=this_cpu_read(@mod:x):x64 arg4=@mod:u8" },
	{ "p vfs_read @current_file->f_mode +4(@mod:x):s16 @mod:u8:u8",
	  "arg1=+8(this_cpu_read(@__per_cpu_start+8192)):u32 arg2=+4(@mod:x):s16 arg3=@mod:u8:u8" },
	{ "p vfs_read @vmlinux:current_file->f_mode:u8 @mod:.data+8",
	  "arg1=+8(this_cpu_read(@__per_cpu_start+8192)):u8 arg2=@mod:.data+8:x64" },
	{ "p vfs_read @current_file->f_inode:%pD @mod:x:u8[2]",
	  "arg1=+0(+40(+72(+40(this_cpu_read(@__per_cpu_start+8192))))):string arg2=@mod:x:u8[2]" },
	{ "p vfs_read (file)@mod:x->f_mode (file)(@mod:x+8)->f_mode this_cpu_ptr(&x)",
	  "arg1=+8(@mod:x):u32 arg2=+8(@mod:x+8):u32 arg3=this_cpu_ptr(@x):x64" },
	{ "p vfs_read x=+8(this_cpu_ptr(+0(@sym))) this_cpu_ptr(@sym)",
	  "x=+8(this_cpu_ptr(+0(@sym))):x64 arg2=this_cpu_ptr(@sym):x64" },
	{ "r vfs_read entry(@mod:x) entry(@mod:x:u8) entry(&x) entry(@mod:x):u8",
	  "arg1=entry(@mod:x):x64 arg2=entry(@mod:x):u8 arg3=entry(&x):x64 arg4=entry(@mod:x):u8" },
	{ "r vfs_read +8(entry(@mod:x))", "arg1=+8(entry(@mod:x)):x64" },
	{ "p vfs_read this_cpu_read(@sym+8):u8[2] this_cpu_read(+0(@x))",
	  "arg1=this_cpu_read(@sym+8):u8[2] arg2=this_cpu_read(+0(@x)):x64" },
	{ "p vfs_read this_cpu_ptr(%di) this_cpu_read(+8(@sym))",
	  "arg1=this_cpu_ptr(%di):x64 arg2=this_cpu_read(+8(@sym)):x64" },
	{ "p vfs_read +8(this_cpu_ptr(\\8)) this_cpu_ptr(@8)",
	  "arg1=+8(this_cpu_ptr(\\0x8)):x64 arg2=this_cpu_ptr(@0x8):x64" },
	{ "p vfs_read this_cpu_ptr(+0(\\8)) this_cpu_ptr(+0(@8))",
	  "arg1=this_cpu_ptr(+0(\\0x8)):x64 arg2=this_cpu_ptr(+0(@0x8)):x64" },
	{ "p vfs_read this_cpu_ptr(this_cpu_read(@8)) +u0(this_cpu_ptr(%si))",
	  "arg1=this_cpu_ptr(this_cpu_read(@0x8)):x64 arg2=+u0(this_cpu_ptr(%si)):x64" },
	{ "p vfs_read this_cpu_read(file->f_inode) this_cpu_read(buf)",
	  "arg1=this_cpu_read(+40(%di)):x64 arg2=this_cpu_read(%si):x64" },
	{ "p vfs_read this_cpu_read(buf):string this_cpu_ptr(file->f_inode)",
	  "arg1=this_cpu_read(%si):string arg2=this_cpu_ptr(+40(%di)):x64" },
	/* what was at the entry, and the time since: parameters are registers then */
	{ "r vfs_read entry(file) entry(file->f_path.dentry->flags) x=entry(buf):string y=file",
	  "file=entry(%di):x64 arg2=entry(+0(+32(%di))):u32 x=entry(+0(%si)):string y=a000:x64" },
	{ "r vfs_read entry(count:x32) (inode)entry(file->f_inode)->i_mode +8(entry(%di)):u16",
	  "count=entry(%dx):x32 arg2=+0(entry(+40(%di))):u16 arg3=+8(entry(%di)):u16" },
	{ "r vfs_read (inode)(entry(file->f_inode))->i_sb->s_flags entry(count):x32 $kstack",
	  "arg1=+0(+8(entry(+40(%di)))):u64 count=entry(%dx):x32 kstack=$kstack[8]" },
	{ "r vfs_read entry((inode)file->i_mode) entry($current->pid) +0(entry(file->f_bit)):u8",
	  "arg1=entry(+0(%di)):u16 arg2=entry(+8($current)):s32 arg3=+0(entry(+48(%di))):u8" },
	{ "r vfs_read entry(file:%pD) entry(file->f_path.dentry):%pd",
	  "arg1=entry(+0(+40(+72(%di)))):string arg2=entry(+0(+40(+32(%di)))):string" },
	{ "r vfs_read +0(entry(buf)):%pd e=entry($kstack[2]) $kstack[64]",
	  "arg1=+0(+40(+0(entry(%si)))):string e=entry($kstack[2]) kstack=$kstack[64]" },
	{ "r values entry(g) g2=g t=entry(ra)",
	  "g=entry($stack5):u16 g2=a010:u16 t=entry($stack0):x64" },
	{ "r vfs_read entry($ustack) $elapsed x=$elapsed:x32 entry(a1)",
	  "ustack=entry($ustack[8]) elapsed=$elapsed:u64 x=$elapsed:x32 a1=entry(a1):x64" },
	{ "r vfs_read y=entry(a9) $elapsed x=entry(\\\"a=b:c\") z=entry($comm)",
	  "y=entry($stack4):x64 elapsed=$elapsed:u64 x=entry(\\\"a=b:c\") z=entry($comm)" },
	{ "r vfs_read entry(%ip):symstr a=entry(file->f_argv:string[2]) entry(file->f_sbit)",
	  "arg1=entry(%ip):symstr a=entry(+144(%di)):string[2] arg3=entry(+48(%di)):sb5@3/32" },
	{ "r vfs_read entry(this_cpu_read(@this_cpu))",
	  "arg1=entry(this_cpu_read(@__per_cpu_start)):x64" },
	/* bytes that another value counts */
	{ "p vfs_read n=count:u32 a=+u0($arg2):hex[n] b=buf:ustring(count) c=buf:string(8)",
	  "n=%dx:u32 a=+u0(%si):hex[n] b=+0(%si):ustring(%dx:u64) c=+0(%si):string(\\0x8:x64)" },
	{ "r vfs_read a=entry(buf:hex[count]) b=entry(buf):ustring(4)",
	  "a=entry(+0(%si)):hex[%dx:u64] b=entry(+0(%si)):ustring(\\0x4:x64)" },
	{ "r vfs_read c=buf:string(count)", "c=+0(a001):string(a002:u64)" },
	/* types */
	{ "p vfs_read %ax:u8 %ax:u16 %ax:u32 %ax:u64 %ax:s8 %ax:s16",
	  "arg1=%ax:u8 arg2=%ax:u16 arg3=%ax:u32 arg4=%ax:u64 arg5=%ax:s8 arg6=%ax:s16" },
	{ "p vfs_read %ax:s32 %ax:s64 %ax:x8 %ax:char %ax:symbol %ax:symstr",
	  "arg1=%ax:s32 arg2=%ax:s64 arg3=%ax:x8 arg4=%ax:char arg5=%ax:symbol arg6=%ax:symstr" },
	{ "p vfs_read %ax:b64@0/64 %ax:sb1@7/8 +0(%ax):sb2@3/16[64] %di:fmode_t %si:ssize_t",
	  "arg1=%ax:b64@0/64 arg2=%ax:sb1@7/8 arg3=+0(%ax):sb2@3/16[64] arg4=%di:u32 arg5=%si:s64",
	},
	{ "p vfs_read %di:loff_t +0(%si):size_t[4] +0(%si):string[1] +u0(%si):ustring[2]",
	  "arg1=%di:s64 arg2=+0(%si):u64[4] arg3=+0(%si):string[1] arg4=+u0(%si):ustring[2]" },
	{ "r vfs_read entry(%di:fmode_t) entry(+0(%di)):fmode_t[2]",
	  "arg1=entry(%di):u32 arg2=entry(+0(%di)):u32[2]" },
	{ "p vfs_read +u8(%si):string", "arg1=+u8(%si):string" },
	/* a path at a variable, whose "@SYM:path" is refused */
	{ "p vfs_read (file)&sym->f_path:path x=(path)(&mod:sym-8):path y=(file)@sym:path",
	  "arg1=(path)(&sym+24):path x=(path)(&mod:sym-8):path y=+64(@sym):path" },
	{ "r vfs_read x=entry((path)&sym):path y=(dentry)&sym:path",
	  "x=entry((path)(&sym)):path y=@sym:dentry" },
	{ "p vfs_read (path)\\0x10:path (path)@0x10:path",
	  "arg1=(path)(\\0x10):path arg2=+0(@0x10):path" },
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
		dump_arg(&args->args[i], shown, 512);
		shown += strlen(shown);
		shown += sprintf(shown, "\n");
	}
}

/* A name that is given is not the v11 word's. */
static void without_words(char *shown)
{
	char *word;

	while ((word = strstr(shown, " word")))
		memmove(word, word + 5, strlen(word + 5) + 1);
}

/* A line of what is listed comes to the same. */
static void check_listed(const struct parsed *p)
{
	char first[MAX_SHOWN], again[MAX_SHOWN] = "", text[MAX_SHOWN], *end = text;
	const char *line = p->line->text;
	struct parsed r;
	unsigned int i;

	end += sprintf(text, "%.*s", (int)(2 + strcspn(line + 2, " ")), line);
	for (i = 0; i < p->args->nr_args; i++)
		end += sprintf(end, " %s=%s", p->args->args[i].name, p->args->args[i].text);
	show(p->args, first);
	r = take(text);
	if (r.line)
		show(r.args, again);
	without_words(first);
	without_words(again);
	if (strcmp(first, again))
		unit_fail("%s: listed as %s, which is %s%s", line, text, again,
			  error_name(r.e.code));
	parsed_free(&r);
}

static void check_row(const struct good *row)
{
	struct parsed r = take(row->line);
	char exported[MAX_SHOWN];

	check_promises(row->line, strlen(row->line), &r);
	if (!r.line) {
		unit_fail("%s: %s at %u", row->line, error_name(r.e.code), r.e.col);
	} else {
		if (export_line(r.args, exported, sizeof(exported)) ||
		    strcmp(exported + strlen("p f "), row->exported))
			unit_fail("%s: %s, not %s", row->line, exported, row->exported);
		check_listed(&r);
		check_exported(&r, r.info);
	}
	parsed_free(&r);
}

UNIT_CASE(test_good, "resolve: arguments over types")
{
	for_each_row(row, good_lines)
		check_row(row);
}

UNIT_CASE(test_bad, "resolve: errors and their columns")
{
	check_bad(bad_lines, ARRAY_SIZE(bad_lines), take);
}

/* Neither in the image nor numbers: another one at the next boot */
UNIT_CASE(test_moving_addresses, "resolve: addresses that are not exported")
{
	static const char * const lines[] = {
		"p f @0xffffffff83000000", "p f x=@0xffff888000000000:u8",
		"p f +4(@0xffffffff80ffffff)", "p f +1(\\0xffffffff82ffffff)",
		"p f -1(\\0xffffffff81000000)", "p f \\0xffffffffc0000000:string",
		"p f +0(\\0xffffffffc0000000):string", "p f \\0xffffffff81000000:ustring",
		"p f \\0xffffffff81000000:string[1]", "p f +u0(\\0xffffffff81000000)",
		"p f \\0xffffffff81000000:symbol", "p f this_cpu_ptr(@0xffffffff81000000)",
		"p f this_cpu_ptr(\\0xffffffff81000000)",
		"p f this_cpu_ptr(+0(\\0xffffffff81000000))", "r f entry(@0xffffffff83000000)",
		"r f entry(\\0xffffffffc0000000:symbol)",
	};
	char exported[MAX_SHOWN];

	for_each_row(row, lines) {
		struct parsed r = take(*row);

		if (!r.line || export_line(r.args, exported, sizeof(exported)) != -EADDRNOTAVAIL)
			unit_fail("%s: %s", *row, error_name(r.e.code));
		parsed_free(&r);
	}
}

static void check_fits(const char *text, bool fits, bool can_be_exported)
{
	struct parsed r = take(text);

	if (r.e.code != (fits ? KPE_ERR_NONE : KPE_ERR_ARG_TOO_LONG))
		unit_fail("%zu characters: %s", strlen(text), error_name(r.e.code));
	check_promises(text, strlen(text), &r);
	if (r.line && check_exported(&r, r.info) != can_be_exported)
		unit_fail("%s: %s", text, can_be_exported ? "not exported" : "exported");
	parsed_free(&r);
}

/* What is listed and exported has the limits of what is taken. */
UNIT_CASE(test_limits, "resolve: too long or too deep to be listed or exported")
{
	char text[600], name[256];
	unsigned int n;

	memset(name, 's', sizeof(name));
	for (n = 200; n < KPE_MAX_ARG_TEXT; n++) {
		/* "+0x0(+0x28(@sss)):string" is 21 longer than "sss" */
		snprintf(text, sizeof(text), "p f @%.*s:%%pd", n, name);
		check_fits(text, n + 21 <= KPE_MAX_ARG_TEXT, true);
		/* "entry()" around it, 7 more */
		snprintf(text, sizeof(text), "r f entry(@%.*s):%%pd", n, name);
		check_fits(text, n + 28 <= KPE_MAX_ARG_TEXT, true);
		/* exported with ":x64" behind it */
		snprintf(text, sizeof(text), "p f @%.*s", n, name);
		check_fits(text, true, n + 5 <= KPE_MAX_ARG_TEXT);
	}
	/* members are no levels, but the steps that they become are */
	strcpy(text, "p vfs_read file->f_inode->i_list.next");
	for (n = 2; n <= KPE_MAX_NESTED + 1; n++) {
		check_fits(text, true, n <= KPE_MAX_NESTED);
		strcat(text, "->next");
	}
}

/* What needs no types is there all the same. */
UNIT_CASE(test_no_types, "resolve: without types")
{
	static const struct good rows[] = {
		{ "p vfs_read $arg3 $arg9:u8 $current",
		  "arg1=%dx:x64 arg2=$stack3:u8 arg3=$current:x64" },
		{ "r kfree $retval", "arg1=%ax:x64" }, { "p v11 a1", "a1=a1:x64" },
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
