//! What can be awaited of an address: an answer, capacity, an actor's end.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use agon_actor::{Asking, Reply};

use super::address::{RemoteAddress, RemoteMessage, RemoteMonitor, SendError};
use super::asks::AskError;
use super::monitors::EndReason;
use super::receipt::RemoteReceipt;
use super::reply::RemoteReply;
use super::shared::Shared;
use crate::types::OnOutcome;
use crate::wire::Kind;

impl<M: RemoteMessage> RemoteAddress<M> {
    /// Sends the message that `question` makes around a [`RemoteReply`], and returns the answer as a future, for whatever executor: the node's
    /// thread limits the time, which begins now.
    ///
    /// The question is sent at once, whether or not the future is polled. Dropping the future gives up the answer.
    /// Its output is as that of [`ask`](Self::ask).
    pub fn ask_async<R: RemoteMessage>(
        &self,
        timeout: Duration,
        question: impl FnOnce(RemoteReply<R>) -> M,
    ) -> RemoteAsking<R> {
        let (reply, answer) = Reply::channel();
        let number = self.question(timeout, question, |answer| reply.send(answer));
        RemoteAsking { answer, asked: Some((Arc::clone(&self.shared), number)) }
    }

    /// Waits for capacity, for a time at most, and sends a message then: [`send_confirmed_within`](Self::send_confirmed_within) without
    /// blocking a thread.
    ///
    /// Those that wait get capacity in the order in which they began to. The message is sent when the future is ready, and not before: one that is
    /// dropped earlier has sent nothing.
    ///
    /// Its output is an error if there was no capacity in all that time, or the message cannot be encoded. At a node that has
    /// left, the receipt shows that the message was refused.
    pub fn send_confirmed_async_within(
        &self,
        within: Duration,
        message: M,
    ) -> impl Future<Output = Result<RemoteReceipt, SendError<M>>> + Send + 'static + use<M> {
        let (address, body) = (self.clone(), self.encode(&message));
        async move {
            let body = match body {
                Ok(body) => body,
                Err(why) => return Err(SendError::Encoding(message, why)),
            };
            let Self { shared, remote, credits, .. } = &address;
            let capacity = async {
                let credit = credits.taken().await;
                shared.reserved(remote, body.size()).await;
                credit
            };
            let Some(credit) = shared.within(within, capacity).await else { return Err(SendError::Full(message)) };
            let (receipt, show) = RemoteReceipt::new();
            let on_outcome: OnOutcome = Box::new(move |outcome| {
                drop(credit);
                show(outcome);
            });
            shared.post(remote, body, Kind::Acked, Some(on_outcome));
            Ok(receipt)
        }
    }
}

impl<M> RemoteAddress<M> {
    /// Waits until the actor terminates, or its node is gone or cannot be reached: [`monitor`](Self::monitor) as a future, for whatever
    /// executor. The actor is observed from now on; dropping the future ends that.
    pub fn ended(&self) -> RemoteEnd {
        let (reply, reason) = Reply::channel();
        let monitor = self.monitor(|reason| reply.send(reason));
        RemoteEnd { reason, monitor: Some(monitor) }
    }
}

/// The future of an answer: [`RemoteAddress::ask_async`].
///
/// Dropping it gives up the answer: what comes nevertheless is dropped, and nothing of the question is kept.
#[must_use = "without it the answer is lost"]
pub struct RemoteAsking<R> {
    answer: Asking<Result<R, AskError>>,
    /// Until there is an answer.
    asked: Option<(Arc<Shared>, u64)>,
}

impl<R: Send + 'static> RemoteAsking<R> {
    /// There will be no answer.
    pub(super) fn failed(why: AskError) -> Self {
        let (reply, answer) = Reply::channel();
        reply.send(Err(why));
        Self { answer, asked: None }
    }
}

impl<R> Future for RemoteAsking<R> {
    type Output = Result<R, AskError>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let answer = ready!(Pin::new(&mut self.answer).poll(cx));
        self.asked = None;
        Poll::Ready(answer.unwrap_or(Err(AskError::NoReply)))
    }
}

impl<R> Drop for RemoteAsking<R> {
    fn drop(&mut self) {
        if let Some((shared, number)) = self.asked.take() {
            shared.asks.cancel(number);
        }
    }
}

impl<R> fmt::Debug for RemoteAsking<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RemoteAsking(..)")
    }
}

/// The future of an actor's end: [`RemoteAddress::ended`].
#[must_use = "dropped, it observes nothing any more"]
pub struct RemoteEnd {
    reason: Asking<EndReason>,
    monitor: Option<RemoteMonitor>,
}

impl Future for RemoteEnd {
    type Output = EndReason;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<EndReason> {
        let reason = ready!(Pin::new(&mut self.reason).poll(cx));
        self.monitor = None;
        Poll::Ready(reason.unwrap_or(EndReason::NodeGone))
    }
}

impl Drop for RemoteEnd {
    fn drop(&mut self) {
        if let Some(monitor) = self.monitor.take() {
            monitor.cancel();
        }
    }
}

impl fmt::Debug for RemoteEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RemoteEnd(..)")
    }
}
