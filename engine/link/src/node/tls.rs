//! Encryption, and who may join: Zenoh's TLS with certificates at both ends, and its access control by the names in them.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use x509_parser::pem::Pem;

use super::builder::JoinError;
use super::keys::{Keys, KeysOfNode, is_name};
use super::threads::is_on_one_thread;

/// How endpoints over TLS begin.
pub(super) const SCHEME: &str = "tls/";

/// Zenoh writes a path behind an endpoint, with these between its parts.
const NOT_IN_PATHS: [char; 4] = [';', '#', '?', '|'];

/// Certificates of nodes that trust one authority, and which nodes may join. Its user calls [`one_thread`](crate::one_thread) first in `main`.
///
/// A node's certificate has the node's name as its common name (CN), and is signed by the authority. With it:
///
/// - nothing but TLS 1.3 is listened and connected to, and both ends show certificates of the authority: a node without one is not let in;
/// - a node has the name in its certificate, and no other: what it sends in the name of another is dropped by Zenoh's access control where it
///   arrives. It gets only what is for it, and what is published on topics;
/// - only nodes whose names are [admitted](Self::admit) are listened to; certificates of others are of no use here.
///
/// Names are checked where a connection ends. So nodes have to be connected to each other directly, and not by a router. Topics are for all nodes
/// that are admitted: who has published a value is not checked. A node that is admitted is trusted with the cluster's work: it can register
/// actors under any name, and answer a question that was put to another if it guesses its number.
#[derive(Clone, Debug)]
pub struct Tls {
    folder: PathBuf,
    nodes: Vec<String>,
}

impl Tls {
    /// The certificates of a folder, as PEM: `ca.pem`, that of the authority; `NAME.pem` and `NAME.key`, the certificate and the key of the node
    /// of that name.
    pub fn folder(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into(), nodes: Vec::new() }
    }

    /// The other nodes that may join, by their names.
    pub fn admit<N: Into<String>>(mut self, nodes: impl IntoIterator<Item = N>) -> Self {
        self.nodes.extend(nodes.into_iter().map(Into::into));
        self
    }

    /// What Zenoh is to be configured with, for the node of a name.
    pub(super) fn config(&self, node: &str, keys: &Keys) -> Result<[(&'static str, String); 3], JoinError> {
        if !is_on_one_thread() {
            return Err(JoinError::Threads);
        }
        for admitted in &self.nodes {
            if !is_name(admitted) {
                return Err(JoinError::BadName(admitted.clone()));
            }
        }
        let path = |name: String| {
            let path = self.folder.join(name);
            let path = path.canonicalize().map_err(|why| unreadable(&path, why))?;
            let text = path.to_str().filter(|text| !text.contains(NOT_IN_PATHS));
            let text = text.ok_or_else(|| unreadable(&path, "the path has one of ; # ? |, or is not Unicode"))?;
            Ok(text.to_owned())
        };
        let ca = path("ca.pem".to_owned())?;
        let (certificate, key) = (path(format!("{node}.pem"))?, path(format!("{node}.key"))?);
        let named = common_name(Path::new(&certificate))?;
        if named.as_deref() != Some(node) {
            let named = named.unwrap_or_else(|| "no node".to_owned());
            return Err(JoinError::Certificates(format!("{certificate} is a certificate for {named}, not for {node}")));
        }
        let tls = format!(
            "{{ root_ca_certificate: {ca:?}, enable_mtls: true, \
               listen_certificate: {certificate:?}, listen_private_key: {key:?}, \
               connect_certificate: {certificate:?}, connect_private_key: {key:?}, \
               verify_name_on_connect: false, close_link_on_expiration: true }}"
        );
        Ok([
            ("transport/link/protocols", "[\"tls\"]".to_owned()),
            // Names of nodes are checked, below, and not those of machines.
            ("transport/link/tls", tls),
            ("access_control", self.access(node, keys)),
        ])
    }

    /// Everything is denied that is not allowed to the one whose certificate has the node's name.
    fn access(&self, node: &str, keys: &Keys) -> String {
        let (all, topics) = (keys.all(), keys.topic("*"));
        let mut rules = format!(
            "{{ id: \"frames\", flows: [\"egress\"], permission: \"allow\", key_exprs: [{all:?}], messages: \
               [\"put\", \"declare_subscriber\", \"liveliness_token\", \"declare_liveliness_subscriber\", \"liveliness_query\"] }},\
             {{ id: \"asked\", flows: [\"ingress\"], permission: \"allow\", key_exprs: [{all:?}], messages: \
               [\"declare_liveliness_subscriber\", \"liveliness_query\"] }},\
             {{ id: \"topics\", flows: [\"ingress\"], permission: \"allow\", key_exprs: [{topics:?}], messages: \
               [\"put\", \"declare_subscriber\"] }},"
        );
        let (mut subjects, mut policies) = (String::new(), String::new());
        let mut names: Vec<&str> = self.nodes.iter().map(String::as_str).chain([node]).collect();
        names.sort_unstable();
        names.dedup();
        for (number, name) in names.into_iter().enumerate() {
            let KeysOfNode { tokens: [node, actors], frames_to_it, frames_from_it } = keys.of_node(name);
            for (what, message, of) in [
                ("tokens", "liveliness_token", vec![node, actors]),
                ("receives", "declare_subscriber", vec![frames_to_it]),
                ("sends", "put", vec![frames_from_it]),
            ] {
                write_to(
                    &mut rules,
                    format_args!(
                        "{{ id: \"{what}-{number}\", flows: [\"ingress\"], permission: \"allow\", key_exprs: {of:?}, \
                           messages: [{message:?}] }},"
                    ),
                );
            }
            let subject =
                format_args!("{{ id: \"{number}\", cert_common_names: [{name:?}], link_protocols: [\"tls\"] }},");
            write_to(&mut subjects, subject);
            let own = format!("\"tokens-{number}\", \"receives-{number}\", \"sends-{number}\"");
            let policy =
                format_args!("{{ rules: [\"frames\", \"asked\", \"topics\", {own}], subjects: [\"{number}\"] }},");
            write_to(&mut policies, policy);
        }
        format!(
            "{{ enabled: true, default_permission: \"deny\", rules: [{rules}], subjects: [{subjects}], \
               policies: [{policies}] }}"
        )
    }
}

fn write_to(text: &mut String, what: std::fmt::Arguments<'_>) {
    let _ = text.write_fmt(what); // a text takes everything
}

fn unreadable(path: &Path, why: impl std::fmt::Display) -> JoinError {
    JoinError::Certificates(format!("{}: {why}", path.display()))
}

/// For whom a certificate is.
fn common_name(path: &Path) -> Result<Option<String>, JoinError> {
    let bytes = fs::read(path).map_err(|why| unreadable(path, why))?;
    let first = Pem::iter_from_buffer(&bytes).next();
    let pem = first.ok_or_else(|| unreadable(path, "no certificate in it"))?.map_err(|why| unreadable(path, why))?;
    let certificate = pem.parse_x509().map_err(|why| unreadable(path, why))?;
    let name = certificate.subject().iter_common_name().next();
    Ok(name.and_then(|name| name.as_str().ok()).map(str::to_owned))
}
