use std::collections::VecDeque;

/// Puts one behind the others. Most agents never have more than one event, intention or message at a time, so the first has room for
/// itself alone.
pub(super) fn line_up<T>(line: &mut VecDeque<T>, one: T) {
    if line.capacity() == 0 {
        line.reserve_exact(1);
    }
    line.push_back(one);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_one_has_room_for_one() {
        let mut line = VecDeque::new();
        for number in 0..100 {
            line_up(&mut line, number);
            assert_eq!(line.pop_front(), Some(number));
        }
        assert_eq!(line.capacity(), 1);
        (0..9).for_each(|number| line_up(&mut line, number));
        assert_eq!(line, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    }
}
