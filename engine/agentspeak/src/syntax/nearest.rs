//! The name that is probably meant by one that is not known.

/// The nearest of some names, if one is near: the first of those at the smallest distance.
pub(crate) fn nearest<'a>(name: &str, among: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let most = match name.chars().filter(|it| it.is_alphanumeric()).count() {
        0..=1 => return None,
        2..=5 => 1,
        _ => 2,
    };
    let near = |other: &'a str| Some((distance(name, other, most)?, other));
    among.into_iter().filter_map(near).filter(|(far, _)| *far > 0).min_by_key(|(far, _)| *far).map(|(_, name)| name)
}

/// Is the name another one but for one letter more, less, different or exchanged?
pub(crate) fn is_slip(name: &str, other: &str) -> bool {
    distance(name, other, 1) == Some(1)
}

/// How many letters are more, less, different, or exchanged with the next; nothing, if that is more than `most`.
fn distance(one: &str, other: &str, most: usize) -> Option<usize> {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    if one.len().abs_diff(other.len()) > most {
        return None;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=other.len()).collect();
    for (i, letter) in one.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, wanted) in other.iter().enumerate() {
            let mut least = (last[j] + usize::from(letter != wanted)).min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *letter == other[j - 1] && one[i - 1] == *wanted {
                least = least.min(before[j - 1] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut last, row);
    }
    last.last().copied().filter(|far| *far <= most)
}

#[test]
fn the_nearest_name_is_found() {
    let names = ["tell", "untell", "achieve", "unachieve", "askOne", "askAll"];
    for (name, meant) in [
        ("achive", Some("achieve")),
        ("unachive", Some("unachieve")),
        ("tel", Some("tell")),
        ("tlel", Some("tell")),
        ("askone", Some("askOne")),
        ("propose", None),
        ("te", None),
        ("t", None),
    ] {
        assert_eq!(nearest(name, names), meant, "{name}");
    }
}
