//! What modules above keep for a system, by type: the runtime knows nothing of it.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use crate::sync::shim::lock;

#[derive(Default)]
pub(crate) struct Extensions(Mutex<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>);

impl Extensions {
    /// What the system keeps of this type, if anything.
    pub(crate) fn find<T: Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        let found = lock(&self.0).get(&TypeId::of::<T>()).cloned()?;
        Some(found.downcast().expect("kept under its own type"))
    }

    /// The same; made if the system keeps nothing of this type yet.
    pub(crate) fn get<T: Default + Send + Sync + 'static>(&self) -> Arc<T> {
        let found = Arc::clone(lock(&self.0).entry(TypeId::of::<T>()).or_insert_with(|| Arc::<T>::default()));
        found.downcast().expect("kept under its own type")
    }

    /// From now on the system keeps this.
    pub(crate) fn set<T: Send + Sync + 'static>(&self, value: T) {
        lock(&self.0).insert(TypeId::of::<T>(), Arc::new(value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_each_type() {
        let extensions = Extensions::default();
        assert!(extensions.find::<String>().is_none());
        assert!(Arc::ptr_eq(&extensions.get::<String>(), &extensions.get::<String>()));
        extensions.set("another".to_owned());
        assert_eq!(*extensions.get::<String>(), "another");
        assert!(extensions.find::<u32>().is_none());
    }
}
