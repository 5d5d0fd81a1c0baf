# SPDX-License-Identifier: GPL-2.0
"""What Sphinx is to make of this directory; "make docs" runs it."""

import glob
import importlib.util
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
# of a kernel's source, for its kernel-doc
KERNEL = os.environ['KERNEL_SOURCE']

project = 'kprobe_events'
html_show_copyright = False
html_show_sourcelink = False
# error messages are searched for as they are
smartquotes = False
exclude_patterns = ['examples']
highlight_language = 'none'

sys.path.insert(0, KERNEL + '/Documentation/sphinx')
extensions = ['kerneldoc']
kerneldoc_bin = KERNEL + '/scripts/kernel-doc'
kerneldoc_srctree = os.path.dirname(HERE)
# what it warns of is an error here
os.environ['KDOC_WERROR'] = '1'
# kernel-doc knows how the C domain of this Sphinx is written
primary_domain = 'c'
c_id_attributes = ['__init', '__kprobes', '__no_stack_protector', '__percpu',
                   'noinline_for_stack']

if importlib.util.find_spec('sphinx_rtd_theme'):
    extensions.append('sphinx_rtd_theme')
    html_theme = 'sphinx_rtd_theme'
else:
    html_theme = 'alabaster'


# Manual pages are written as for rst2man: a subtitle, and the section in a field.
MANUAL = re.compile(r'\n-+\n(.+)\n-+\n\n:Manual section: (\d)\n(:Manual .*\n)*')


def man_page(path):
    """The entry in man_pages of a page, if it is one."""
    with open(path) as page:
        found = MANUAL.search(page.read())
    name = os.path.basename(path)[:-4]
    return [(name, name, found[1], '', int(found[2]))] if found else []


PAGES = sorted(glob.glob(HERE + '/*.rst'))
# "errors.rst" in a text: plain, where these pages are read as they are
PLACES = {os.path.basename(path)[:-4]: path[len(HERE):-4] for path in PAGES}
MENTION = re.compile(r'(?<![`/\w-])(%s)\.rst\b(?!`)' % '|'.join(PLACES))


def rooms():
    """A section for each folder of the module, with the kernel-doc of its files."""
    text, folder = '', None
    paths = subprocess.run([HERE + '/../packaging/sources'], check=True,
                           stdout=subprocess.PIPE, text=True).stdout.split()
    for path in paths:
        with open(HERE + '/../' + path) as file:
            if '\n/**\n' not in file.read():
                continue
        if folder != os.path.dirname(path):
            folder = os.path.dirname(path)
            name = folder or 'trace_kprobe'
            text += '\n%s\n%s\n' % (name, '=' * len(name))
        # a function and a structure of one name are two things in C, but not to Sphinx, and
        # each architecture has functions of the same names
        spaces = [name for name in ('buildid', 'arm64') if name in path] or ['NULL']
        text += '\n.. c:namespace:: %s\n' % spaces[0]
        text += '\n.. kernel-doc:: %s\n' % path
    return text


def as_sphinx_has_it(_app, docname, source):
    """Sphinx has no subtitles: what comes behind one would be a level too deep."""
    if docname == 'rooms':
        source[0] += rooms()
    text = MANUAL.sub(r'\n.. only:: html\n\n   \1.\n', source[0])
    source[0] = MENTION.sub(lambda found: ':doc:`%s <%s>`' % (found[0], PLACES[found[1]]), text)


def setup(app):
    app.connect('source-read', as_sphinx_has_it)


man_pages = [page for path in PAGES for page in man_page(path)]
