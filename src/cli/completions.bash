_chartroom() {
    local -a words reply
    read -ra words <<< "${COMP_LINE:0:COMP_POINT}"
    [[ ${COMP_LINE:0:COMP_POINT} == *[[:space:]] ]] && words+=("")
    local index=$((${#words[@]} - 1)) breaks="" lead=""
    local word=${words[index]}
    [[ $COMP_WORDBREAKS == *=* ]] && breaks+="="
    [[ $COMP_WORDBREAKS == *:* ]] && breaks+=":"
    [[ -n $breaks ]] && lead=${word%"${word##*[$breaks]}"}
    local IFS=$'\013'
    reply=($(_CLAP_IFS="$IFS" _CLAP_COMPLETE_INDEX="$index" COMPLETE=bash \
        'chartroom' -- "${words[@]}" 2>/dev/null)) || return
    COMPREPLY=("${reply[@]#"$lead"}")
    if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[=/] ]]; then
        compopt -o nospace 2>/dev/null
    fi
}
if ((BASH_VERSINFO[0] > 4 || BASH_VERSINFO[0] == 4 && BASH_VERSINFO[1] >= 4)); then
    complete -o bashdefault -o nosort -F _chartroom chartroom
else
    complete -o bashdefault -F _chartroom chartroom
fi
