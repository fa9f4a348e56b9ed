//! What a search saves, in memory: sections as JSON, in order.

use serde::Serialize;
use serde::de::DeserializeOwned;
use xiaochu::search::{LoadError, Sink, Source};

/// Names and texts of the sections that were put and not yet taken.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Sections(pub(crate) Vec<(String, String)>);

impl Sink for Sections {
    type Error = serde_json::Error;

    fn put<T: Serialize>(&mut self, name: &str, value: &T) -> Result<(), Self::Error> {
        self.0.push((name.to_owned(), serde_json::to_string(value)?));
        Ok(())
    }
}

impl Source for Sections {
    fn take<T: DeserializeOwned>(&mut self, name: &str) -> Result<T, LoadError> {
        let fault = |reason: String| LoadError::Section { name: name.to_owned(), reason };
        if self.0.first().is_none_or(|(first, _)| first != name) {
            return Err(fault("not there".to_owned()));
        }
        serde_json::from_str(&self.0.remove(0).1).map_err(|error| fault(error.to_string()))
    }
}
