//! Where a thread sleeps until it is woken: at a condition variable, or in a [driver](crate::sync::driver).

use std::sync::PoisonError;
use std::time::{Duration, Instant};

use crate::sync::driver::Driver;
use crate::sync::shim::{Condvar, Mutex};

pub(crate) struct Parker {
    woken: Mutex<bool>,
    wake: Condvar,
    driver: Option<Driver>,
}

impl Parker {
    pub(crate) fn new() -> Self {
        Self { woken: Mutex::new(false), wake: Condvar::new(), driver: None }
    }

    /// The place of a thread that drives this.
    #[cfg(feature = "tokio")]
    pub(crate) fn driving(driver: Driver) -> Self {
        Self { driver: Some(driver), ..Self::new() }
    }

    /// What is driven here.
    #[inline]
    pub(crate) fn driver(&self) -> Option<&Driver> {
        self.driver.as_ref()
    }

    /// Sleeps until woken, or until the deadline. A wake-up that came before counts.
    pub(crate) fn park(&self, deadline: Option<Instant>) {
        if let Some(driver) = &self.driver {
            return driver.park(deadline);
        }
        let mut woken = self.woken.lock().unwrap_or_else(PoisonError::into_inner);
        while !*woken {
            woken = match deadline {
                None => self.wake.wait(woken).unwrap_or_else(PoisonError::into_inner),
                Some(deadline) => {
                    let left = deadline.saturating_duration_since(Instant::now());
                    if left == Duration::ZERO {
                        break;
                    }
                    self.wake.wait_timeout(woken, left).unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
        *woken = false;
    }

    pub(crate) fn unpark(&self) {
        if let Some(driver) = &self.driver {
            return driver.unpark();
        }
        let mut woken = self.woken.lock().unwrap_or_else(PoisonError::into_inner);
        if !*woken {
            *woken = true;
            drop(woken);
            self.wake.notify_one();
        }
    }
}
