# SPDX-License-Identifier: GPL-2.0-only
# The calls, messages and waits of a program, without its computing.  Receives may have the bytes of
# their buffers, and communicators may be numbered otherwise.
/^(rank|}|call|wait)/ {
	print
}
/: (send|recv) / {
	sub(/^l[0-9]+: /, "")
	if ($1 == "recv")
		$2 = "b"
	if ($6 >= 1073741824)
		$6 = "operation " $6 % 4096
	print
}
