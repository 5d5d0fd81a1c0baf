# description: kprobe-define, which says why a definition is refused
# kernels: 6.1-*
# share: 6.1-nokpe 6.1-cloud
# seconds: 240

tool() { sh /kpe/tools/kprobe-define "$@"; }

# what it says when it is refused; its exit status goes into $status
refusal() # WORD...
{
	status=0
	tool "$@" >/tmp/case/said 2>/tmp/case/all || status=$?
	# the trace of this shell is no part of it
	sed '/^+/d' /tmp/case/all
}

test_words_are_one_definition()
{
	eq "$(tool p:one vfs_read 'n=$arg3:u64')" "p:kprobes/one vfs_read n=\$arg3:u64
enable it: echo 1 > $T/events/kprobes/one/enable"
	listed 'p:kprobes/one vfs_read n=$arg3:u64'
	eq "$(tool --list)" 'p:kprobes/one vfs_read n=$arg3:u64'
	tool -:one
	listed
}

test_a_file_is_one_transaction()
{
	lines 'p:one vfs_read' 'p:two vfs_write' >/tmp/case/good
	lines 'p:three vfs_read' 'p:four no_such_function' >/tmp/case/bad
	tool </tmp/case/good
	listed 'p:kprobes/one vfs_read' 'p:kprobes/two vfs_write'
	not tool </tmp/case/bad
	listed 'p:kprobes/one vfs_read' 'p:kprobes/two vfs_write'
}

test_a_refusal_has_its_reason()
{
	eq "$(refusal p:one vfs_read %none)" 'kprobe-define: error: Invalid register name
  Command: p:one vfs_read %none
                          ^'
	refusal p:one vfs_read %none >/dev/null
	eq "$status" 1
	# the same once more is another entry of the log
	like "$(refusal p:one vfs_read %none)" '*Invalid register name*'
	listed
}

test_status()
{
	lines 'p:one vfs_read' 'p:one vfs_write' 'p:my/a_long_name_of_an_event vfs_read' >/tmp/case/good
	tool </tmp/case/good
	eq "$(tool --status)" 'event                         state    points      hits  recorded left out  lost
kprobes/one                   disabled      2         0         0        0     0
my/a_long_name_of_an_event    disabled      1         0         0        0     0'
}

test_parameters()
{
	config DEBUG_INFO_BTF || { ok; return; }
	eq "$(tool --parameters vfs_read | tr -s ' ')" 'file struct file *
buf char *
count size_t
pos loff_t *'
	eq "$(tool --members open_how | tr -s ' ')" 'flags __u64 0
mode __u64 8
resolve __u64 16'
	# the kernel's file is one that everybody can read, and some have none
	eq "$(KPROBE_BTF='' tool --parameters vfs_read | tr '\n' ' ')" 'file buf count pos '
	like "$(refusal --parameters vfs_raed)" 'kprobe-define: error: Invalid probed address or symbol (did you mean vfs_read*'
	listed
}

# modinfo is asked for what is not loaded
test_a_misspelt_module()
{
	eq "$(refusal p:later smoe_module:some_function)" \
		'kprobe-define: warning: no module smoe_module is installed'
	tool -:later
}

test_without_the_module()
{
	unload
	like "$(refusal p:one vfs_read)" '*load it, as root*'
	refusal p:one vfs_read >/dev/null
	eq "$status" 1
	load
}
