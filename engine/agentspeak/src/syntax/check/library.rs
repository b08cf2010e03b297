//! The internal actions of Jason's standard library, with the fewest and the most arguments that each takes.

use crate::Dialect;

const ANY: usize = usize::MAX;

/// How many arguments a standard internal action takes; nothing if there is none of this name.
pub(super) fn arguments(name: &str, dialect: Dialect) -> Option<(usize, usize)> {
    let older = OLDER.iter().find(|(known, _)| dialect == Dialect::Jason32 && *known == name);
    if let Some((_, arguments)) = older {
        return *arguments;
    }
    let found = ACTIONS.binary_search_by(|(known, ..)| (*known).cmp(name)).ok()?;
    Some((ACTIONS[found].1, ACTIONS[found].2))
}

/// What messages may want of an agent that has no plans of its own for that.
pub(crate) const PERFORMATIVES: &[&str] =
    &["tell", "untell", "achieve", "unachieve", "askOne", "askAll", "askHow", "tellHow", "untellHow", "signal"];

/// The names, for suggestions.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    ACTIONS.iter().map(|(name, ..)| *name)
}

/// What was otherwise in Jason 3.2.
const OLDER: &[(&str, Option<(usize, usize)>)] = &[
    (".max", Some((2, 2))),
    (".min", Some((2, 2))),
    (".namespace_get_prop", None),
    (".namespace_set_prop", None),
    (".signal", Some((1, 1))),
];

/// In the order of the names.
const ACTIONS: &[(&str, usize, usize)] = &[
    (".abolish", 1, 1),
    (".add_annot", 3, 3),
    (".add_nested_source", 3, 3),
    (".add_plan", 1, 3),
    (".all_names", 1, 1),
    (".asserta", 1, 1),
    (".assertz", 1, 1),
    (".at", 2, 2),
    (".atom", 1, 1),
    (".belief", 1, 1),
    (".broadcast", 2, 2),
    (".clone", 0, ANY),
    (".concat", 0, ANY),
    (".copy_term", 2, 2),
    (".count", 2, 2),
    (".create_agent", 1, 3),
    (".current_intention", 1, 1),
    (".date", 3, 3),
    (".delete", 3, 4),
    (".desire", 1, 2),
    (".df_deregister", 1, 2),
    (".df_register", 1, 2),
    (".df_search", 2, 3),
    (".df_subscribe", 1, 2),
    (".difference", 3, 3),
    (".done", 0, 1),
    (".drop_all_desires", 0, 0),
    (".drop_all_events", 0, 0),
    (".drop_all_intentions", 0, 0),
    (".drop_desire", 0, 1),
    (".drop_event", 0, 1),
    (".drop_future_intention", 1, 1),
    (".drop_intention", 0, 1),
    (".empty", 1, 1),
    (".eval", 2, 2),
    (".fail", 0, ANY),
    (".fail_goal", 1, 1),
    (".findall", 3, 3),
    (".foreach", 2, 2),
    (".fork", 2, ANY),
    (".get_src_info", 2, 2),
    (".ground", 1, 1),
    (".if_then_else", 2, 3),
    (".include", 1, 2),
    (".intend", 1, 2),
    (".intention", 2, 4),
    (".internal_action", 1, 1),
    (".intersection", 3, 3),
    (".join", 0, ANY),
    (".kill_agent", 1, 2),
    (".length", 2, 2),
    (".list", 1, 1),
    (".list_files", 2, 3),
    (".list_plans", 0, ANY),
    (".list_rules", 0, ANY),
    (".literal", 1, 1),
    (".log", 0, ANY),
    (".loop", 2, 2),
    (".lower_case", 2, 2),
    (".map.clear", 0, ANY),
    (".map.copy", 0, ANY),
    (".map.create", 0, ANY),
    (".map.get", 0, ANY),
    (".map.key", 0, ANY),
    (".map.put", 0, ANY),
    (".map.remove", 0, ANY),
    (".map.value", 0, ANY),
    (".max", 2, 3),
    (".member", 2, 2),
    (".min", 2, 3),
    (".my_name", 1, 1),
    (".namespace", 1, 1),
    (".namespace_get_prop", 2, 4),
    (".namespace_set_prop", 3, 3),
    (".nano_time", 1, 1),
    (".nth", 3, 3),
    (".number", 1, 1),
    (".perceive", 0, 0),
    (".plan_label", 2, 2),
    (".prefix", 2, 2),
    (".print", 0, ANY),
    (".print_unifier", 0, ANY),
    (".printf", 0, ANY),
    (".println", 0, ANY),
    (".puts", 1, 2),
    (".queue.add", 0, ANY),
    (".queue.add_all", 0, ANY),
    (".queue.clear", 0, ANY),
    (".queue.copy", 0, ANY),
    (".queue.create", 0, ANY),
    (".queue.head", 0, ANY),
    (".queue.remove", 0, ANY),
    (".queue.to_list", 0, ANY),
    (".random", 1, 3),
    (".range", 3, 4),
    (".relevant_plan", 2, 2),
    (".relevant_plans", 2, 3),
    (".relevant_rules", 2, 2),
    (".remove_plan", 1, 2),
    (".remove_source_annot", 0, ANY),
    (".rename_apart", 2, 2),
    (".replace", 4, 4),
    (".resume", 1, 1),
    (".reverse", 2, 2),
    (".save_agent", 1, 2),
    (".send", 3, 5),
    (".set.add", 0, ANY),
    (".set.add_all", 0, ANY),
    (".set.clear", 0, ANY),
    (".set.copy", 0, ANY),
    (".set.create", 0, ANY),
    (".set.difference", 0, ANY),
    (".set.intersection", 0, ANY),
    (".set.remove", 0, ANY),
    (".set.to_list", 0, ANY),
    (".set.union", 0, ANY),
    (".set_random_seed", 0, ANY),
    (".setof", 3, 3),
    (".shuffle", 2, 2),
    (".signal", 1, 2),
    (".sort", 2, 2),
    (".stopMAS", 0, 2),
    (".string", 1, 1),
    (".structure", 1, 1),
    (".sublist", 2, 2),
    (".substring", 2, 4),
    (".succeed_goal", 1, 1),
    (".suffix", 2, 2),
    (".suspend", 0, 1),
    (".suspended", 2, 2),
    (".term2string", 2, 2),
    (".time", 3, 4),
    (".type", 2, 2),
    (".union", 3, 3),
    (".upper_case", 2, 2),
    (".verbose", 0, ANY),
    (".version", 1, 1),
    (".wait", 1, 3),
];

#[test]
fn names_are_in_order() {
    assert!(ACTIONS.is_sorted_by_key(|(name, ..)| *name));
    let of = |name| Dialect::ALL.map(|dialect| arguments(name, dialect));
    assert_eq!(of(".print"), [Some((0, ANY)); 2]);
    assert_eq!(of(".min"), [Some((2, 2)), Some((2, 3))]);
    assert_eq!(of(".namespace_set_prop"), [None, Some((3, 3))]);
}
