# SPDX-License-Identifier: GPL-2.0-only
# usage: zsh -f offers.zsh DIRECTORY LINE
# What an interactive zsh with the completions of a directory offers when Tab is typed after a line,
# a word a line; then, after "line", the line as it is then.
zmodload zsh/zpty
zmodload zsh/zselect
work=$(mktemp -d)
cat >$work/.zshrc <<RC
PS1=
fpath=(${(q)1} \$fpath)
autoload -Uz compinit
compinit -u -D
setopt no_list_beep no_auto_list
compadd() {
	local -a hits

	if [[ \${@[1,(i)(-|--)]} != *-(O|A|D)\ * ]]; then
		builtin compadd -O hits "\$@"
		(( ! \$#hits )) || print -rl -- \$hits >>$work/hits
	fi
	builtin compadd "\$@"
}
offer() {
	zle complete-word
	print -r -- "line \$BUFFER" >>$work/hits
	: >$work/done
}
zle -N offer
bindkey '^I' offer
: >$work/ready
RC

# until FILE: it is there, for a minute
until_there() {
	local -i tries

	for (( tries = 0; tries < 6000; tries++ )); do
		[[ ! -e $1 ]] || return 0
		zselect -t 1
	done
	print -u 2 "zsh does not get to $1"
	return 1
}

zpty shell env ZDOTDIR=$work zsh -i
until_there $work/ready || exit
zpty -w -n shell "$2"$'\t'
until_there $work/done || exit
zpty -d shell
cat $work/hits
rm -r $work
