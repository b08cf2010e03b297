//! How often the work is done.

use std::io::BufRead;

use crate::Failure;

/// Does the work so many times, with the iterations' numbers from 0. With `iterations` 0 each line of `orders` is how
/// many times more, until one is 0 or there are no more.
pub fn repeat(
    iterations: u64,
    mut orders: impl BufRead,
    mut work: impl FnMut(u64) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let on_request = iterations == 0;
    let mut more = iterations;
    for index in 0.. {
        if more == 0 && on_request {
            more = order(&mut orders)?;
        }
        if more == 0 {
            break;
        }
        more -= 1;
        work(index)?;
    }
    Ok(())
}

/// How many iterations the next line asks for; no line asks for none.
fn order(orders: &mut impl BufRead) -> Result<u64, Failure> {
    let mut line = String::new();
    if orders.read_line(&mut line).map_err(|error| Failure::work(format!("standard input: {error}")))? == 0 {
        return Ok(0);
    }
    let line = line.strip_suffix('\n').unwrap_or(&line);
    // `parse` would take a sign as well.
    let digits = line.bytes().all(|byte| byte.is_ascii_digit());
    line.parse()
        .ok()
        .filter(|_| digits)
        .ok_or_else(|| Failure::work(format!("standard input: {line:?} is no number of iterations")))
}

#[cfg(test)]
mod tests {
    use std::io::{self, BufReader, Read};

    use super::repeat;
    use crate::Failure;

    /// The numbers of the iterations that are done, and how it ends.
    fn done(iterations: u64, orders: &[u8]) -> (Vec<u64>, Result<(), String>) {
        let mut done = Vec::new();
        let end = repeat(iterations, orders, |index| {
            done.push(index);
            Ok(())
        });
        (done, end.map_err(|failure| failure.to_string()))
    }

    #[test]
    fn the_command_line_sets_how_often() {
        assert_eq!(done(3, b""), (vec![0, 1, 2], Ok(())));
    }

    #[test]
    fn numbers_count_on_from_order_to_order() {
        assert_eq!(done(0, b"2\n1\n0\n5\n"), (vec![0, 1, 2], Ok(())));
    }

    #[test]
    fn the_end_of_the_orders_is_the_end() {
        assert_eq!(done(0, b"2\n"), (vec![0, 1], Ok(())));
        assert_eq!(done(0, b"2"), (vec![0, 1], Ok(())));
        assert_eq!(done(0, b""), (vec![], Ok(())));
        assert_eq!(done(0, b"0\n"), (vec![], Ok(())));
    }

    #[test]
    fn what_is_no_number_is_refused() {
        let lines: [&[u8]; 8] = [b"x", b"", b"-1", b"+1", b" 1", b"1 2", b"1.5", b"18446744073709551616"];
        for line in lines {
            let (done, end) = done(0, &[b"1\n", line, b"\n"].concat());
            assert_eq!(done, [0]);
            let shown = String::from_utf8_lossy(line);
            assert_eq!(end, Err(format!("standard input: {shown:?} is no number of iterations")));
        }
        assert!(done(0, b"\xff\n").1.is_err());
    }

    #[test]
    fn an_order_is_read_when_the_one_before_is_done() {
        struct Hasty;
        impl Read for Hasty {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                panic!("nothing is to be read yet")
            }
        }
        assert!(repeat(2, BufReader::new(Hasty), |_| Ok(())).is_ok());
        let orders = BufReader::new((&b"2\n"[..]).chain(Hasty));
        let end = repeat(0, orders, |index| if index < 1 { Ok(()) } else { Err(Failure::work("stopped")) });
        assert_eq!(end.unwrap_err().to_string(), "stopped");
    }
}
