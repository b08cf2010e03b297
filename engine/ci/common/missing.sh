# For a checker that cannot run here: `missing NAME WHAT HOW` ends the script. A check that was not made is a failure, unless
# AGON_SKIP_CHECKERS names the checker (as in AGON_SKIP_CHECKERS=miri,tsan): then the script reports the setting and ends with
# status 77 ('skipped').
missing() {
    echo "$1.sh: nothing was checked: $2 here." >&2
    case ",${AGON_SKIP_CHECKERS:-}," in
    *",$1,"*)
        echo "$1.sh: SKIPPED, as AGON_SKIP_CHECKERS=$AGON_SKIP_CHECKERS names it." >&2
        exit 77
        ;;
    esac
    echo "$1.sh: get it with: $3" >&2
    echo "$1.sh: FAILED. AGON_SKIP_CHECKERS=$1 skips it." >&2
    exit 1
}
