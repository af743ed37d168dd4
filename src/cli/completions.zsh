#compdef chartroom
_chartroom() {
    local -a replies more whole
    local reply
    replies=("${(@f)$(_CLAP_IFS=$'\n' _CLAP_COMPLETE_INDEX=$((CURRENT - 1)) COMPLETE=zsh \
        'chartroom' -- "${words[@]}" 2>/dev/null)}")
    for reply in $replies; do
        # What ends in one of these signs goes on.
        if [[ ${reply%%:*} == *[=/] ]]; then more+=("$reply"); else whole+=("$reply"); fi
    done
    (($#more)) && _describe -V 'names' more -S ''
    (($#whole)) && _describe -V 'values' whole
}
if [[ ${funcstack[1]-} == _chartroom ]]; then _chartroom "$@"; else compdef _chartroom chartroom; fi
