//! How frames get onto Zenoh.

use std::sync::Arc;

use bytes::Bytes;
use zenoh::bytes::ZBytes;
use zenoh::pubsub::Publisher;
use zenoh::qos::{CongestionControl, Priority};
use zenoh::{Session, Wait};

/// For the frames to one node. What cannot be put is lost, and is sent again in time.
///
/// Zenoh has a queue and a lock for each priority, and a thread that waits for space in a queue holds its lock. So the two have different priorities: a
/// thread of Zenoh's that puts impatiently must not wait for one that puts patiently, which may wait for that same thread to write.
#[derive(Clone)]
pub(super) struct Publishers {
    patient: Arc<Publisher<'static>>,
    impatient: Arc<Publisher<'static>>,
}

impl Publishers {
    /// Nothing if Zenoh refuses them.
    pub(super) fn declare(session: &Session, key: &str) -> Option<Self> {
        let publisher = |congestion, priority, express| {
            let publisher = session.declare_publisher(key.to_owned()).congestion_control(congestion);
            publisher.priority(priority).express(express).wait().ok().map(Arc::new)
        };
        Some(Self {
            patient: publisher(CongestionControl::Block, Priority::Data, false)?,
            impatient: publisher(CongestionControl::Drop, Priority::DataHigh, true)?,
        })
    }

    /// Puts a frame, and waits where the network is slow.
    pub(super) fn put(&self, frame: ZBytes) {
        let _ = self.patient.put(frame).wait();
    }

    /// Puts a frame at once, or loses it.
    pub(super) fn try_put(&self, frame: ZBytes) {
        let _ = self.impatient.put(frame).wait();
    }
}

/// A frame of its head and its messages, which are not copied.
pub(super) fn frame(head: Vec<u8>, parts: Vec<Bytes>) -> ZBytes {
    let mut writer = ZBytes::writer();
    writer.append(ZBytes::from(head));
    for part in parts {
        writer.append(ZBytes::from(part));
    }
    writer.finish()
}
