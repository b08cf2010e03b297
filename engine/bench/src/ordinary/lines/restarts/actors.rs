//! The programs of ractor and kameo.

use std::convert::Infallible;
use std::time::Duration;

use kameo::actor::{ActorRef, Spawn as _};
use kameo::mailbox;
use ractor::{ActorProcessingErr, ActorRuntime, SupervisionEvent};

use super::{Coordinator, Fail, ToCoordinator, iteration, quiet};
use crate::ordinary::hosts;
use crate::ordinary::line::{Iteration, Scale};

// --- ractor: the supervisor is notified of the failure and spawns the next child -------------------------------------------

type RactorCoordinator = ractor::ActorRef<ToCoordinator<ractor::ActorRef<Fail>>>;

pub fn ractor(Scale { workers, count }: Scale) -> Iteration {
    quiet();
    let runtime = hosts::tokio(workers);
    let (coordinator, outcome) = Coordinator::new();
    let coordinator = runtime.block_on(async {
        let coordinator = ActorRuntime::spawn_instant(None, RactorCoordinating, coordinator).expect("it has no name").0;
        ActorRuntime::spawn_instant(None, RactorSupervisor, coordinator.clone()).expect("it has no name to clash");
        coordinator
    });
    iteration(outcome, move || {
        let _running = &runtime;
        let _ = coordinator.send_message(ToCoordinator::Begin(count));
    })
}

struct RactorCoordinating;

impl ractor::Actor for RactorCoordinating {
    type Msg = ToCoordinator<ractor::ActorRef<Fail>>;
    type State = Coordinator<ractor::ActorRef<Fail>>;
    type Arguments = Self::State;

    async fn pre_start(
        &self,
        _: RactorCoordinator,
        coordinator: Self::State,
    ) -> Result<Self::State, ActorProcessingErr> {
        Ok(coordinator)
    }

    async fn handle(
        &self,
        _: RactorCoordinator,
        message: Self::Msg,
        coordinator: &mut Self::State,
    ) -> Result<(), ActorProcessingErr> {
        if let Some(child) = coordinator.next(message) {
            let _ = child.send_message(Fail);
        }
        Ok(())
    }
}

struct RactorSupervisor;

impl ractor::Actor for RactorSupervisor {
    type Msg = ();
    type State = RactorCoordinator;
    type Arguments = RactorCoordinator;

    async fn pre_start(
        &self,
        me: ractor::ActorRef<()>,
        coordinator: RactorCoordinator,
    ) -> Result<RactorCoordinator, ActorProcessingErr> {
        ActorRuntime::spawn_linked(None, RactorChild, coordinator.clone(), me.get_cell()).await?;
        Ok(coordinator)
    }

    async fn handle_supervisor_evt(
        &self,
        me: ractor::ActorRef<()>,
        event: SupervisionEvent,
        coordinator: &mut RactorCoordinator,
    ) -> Result<(), ActorProcessingErr> {
        if let SupervisionEvent::ActorFailed(..) = event {
            ActorRuntime::spawn_linked(None, RactorChild, coordinator.clone(), me.get_cell()).await?;
        }
        Ok(())
    }
}

struct RactorChild;

impl ractor::Actor for RactorChild {
    type Msg = Fail;
    type State = RactorCoordinator;
    type Arguments = RactorCoordinator;

    async fn pre_start(
        &self,
        _: ractor::ActorRef<Fail>,
        coordinator: RactorCoordinator,
    ) -> Result<RactorCoordinator, ActorProcessingErr> {
        Ok(coordinator)
    }

    async fn post_start(
        &self,
        me: ractor::ActorRef<Fail>,
        coordinator: &mut RactorCoordinator,
    ) -> Result<(), ActorProcessingErr> {
        let _ = coordinator.send_message(ToCoordinator::Started(me));
        Ok(())
    }

    async fn handle(
        &self,
        _: ractor::ActorRef<Fail>,
        Fail: Fail,
        _: &mut RactorCoordinator,
    ) -> Result<(), ActorProcessingErr> {
        panic!("on request");
    }
}

// --- kameo: the child keeps its reference ----------------------------------------------------------------------------

pub fn kameo(Scale { workers, count }: Scale) -> Iteration {
    quiet();
    let runtime = hosts::tokio(workers);
    let (coordinator, outcome) = Coordinator::new();
    let (coordinator, supervisor) = runtime.block_on(async {
        let coordinator = KameoCoordinator::spawn_with_mailbox(KameoCoordinator(coordinator), mailbox::unbounded());
        let supervisor = KameoSupervisor::spawn_with_mailbox(KameoSupervisor, mailbox::unbounded());
        KameoChild::supervise(&supervisor, coordinator.clone())
            .restart_limit(u32::MAX, Duration::from_secs(1))
            .spawn_with_mailbox(mailbox::unbounded())
            .await;
        (coordinator, supervisor)
    });
    iteration(outcome, move || {
        let _running = (&runtime, &supervisor);
        let _ = coordinator.tell(ToCoordinator::Begin(count)).try_send();
    })
}

struct KameoCoordinator(Coordinator<ActorRef<KameoChild>>);

impl kameo::Actor for KameoCoordinator {
    type Args = Self;
    type Error = Infallible;

    async fn on_start(coordinator: Self, _: ActorRef<Self>) -> Result<Self, Infallible> {
        Ok(coordinator)
    }
}

impl kameo::message::Message<ToCoordinator<ActorRef<KameoChild>>> for KameoCoordinator {
    type Reply = ();

    async fn handle(
        &mut self,
        message: ToCoordinator<ActorRef<KameoChild>>,
        _: &mut kameo::message::Context<Self, ()>,
    ) {
        if let Some(child) = self.0.next(message) {
            let _ = child.tell(Fail).try_send();
        }
    }
}

struct KameoSupervisor;

impl kameo::Actor for KameoSupervisor {
    type Args = Self;
    type Error = Infallible;

    async fn on_start(supervisor: Self, _: ActorRef<Self>) -> Result<Self, Infallible> {
        Ok(supervisor)
    }
}

struct KameoChild;

impl kameo::Actor for KameoChild {
    type Args = ActorRef<KameoCoordinator>;
    type Error = Infallible;

    async fn on_start(coordinator: ActorRef<KameoCoordinator>, me: ActorRef<Self>) -> Result<Self, Infallible> {
        let _ = coordinator.tell(ToCoordinator::Started(me)).try_send();
        Ok(Self)
    }
}

impl kameo::message::Message<Fail> for KameoChild {
    type Reply = ();

    async fn handle(&mut self, Fail: Fail, _: &mut kameo::message::Context<Self, ()>) {
        panic!("on request");
    }
}
