//! What a clock on the wall shows.

use std::time::{SystemTime, UNIX_EPOCH};

/// A moment in the time zone of this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LocalTime {
    pub year: i32,
    /// From 1 to 12.
    pub month: i32,
    pub day: i32,
    pub hour: i32,
    pub minute: i32,
    pub second: i32,
    pub millisecond: i32,
}

impl LocalTime {
    pub(super) fn now() -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self::at(since.as_secs().cast_signed(), since.subsec_millis().cast_signed())
    }

    /// So many seconds after the beginning of 1970 in Greenwich.
    #[allow(unsafe_code, reason = "the standard library knows no time zones")]
    fn at(seconds: i64, millisecond: i32) -> Self {
        // SAFETY: all that is in it are numbers, and a pointer to the zone's name that is not followed: all of them may be zero.
        let mut parts: libc::tm = unsafe { std::mem::zeroed() };
        // Where the system counts in 32 bits, there is no time after 2038.
        let seconds = libc::time_t::try_from(seconds).unwrap_or(libc::time_t::MAX);
        // SAFETY: both are there for as long as the call takes, which keeps neither.
        unsafe {
            #[cfg(unix)]
            libc::localtime_r(&seconds, &mut parts);
            #[cfg(windows)]
            libc::localtime_s(&mut parts, &seconds);
        }
        Self {
            year: parts.tm_year + 1900,
            month: parts.tm_mon + 1,
            day: parts.tm_mday,
            hour: parts.tm_hour,
            minute: parts.tm_min,
            second: parts.tm_sec,
            millisecond,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::LocalTime;

    /// Zones are less than a day away from Greenwich.
    #[test]
    fn a_moment_has_the_parts_of_its_day() {
        let noon = LocalTime::at(1_709_208_000, 7); // of 29 February 2024
        assert_eq!((noon.year, noon.second, noon.millisecond), (2024, 0, 7));
        assert!(matches!((noon.month, noon.day), (2, 28 | 29) | (3, 1)));
        let later = LocalTime::at(1_709_208_000 + 59, 0);
        assert_eq!(later, LocalTime { second: 59, millisecond: 0, ..noon });
    }

    #[test]
    fn now_lies_in_this_century() {
        assert!((2024..2100).contains(&LocalTime::now().year));
    }
}
