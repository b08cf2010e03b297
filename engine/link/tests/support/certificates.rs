//! An authority that signs certificates, in a folder that is there as long as this.
#![allow(dead_code)] // each test uses some

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair, date_time_ymd};

pub struct Authority {
    folder: PathBuf,
    issuer: CertifiedIssuer<'static, KeyPair>,
}

fn named(name: &str) -> CertificateParams {
    let mut params = CertificateParams::default();
    params.distinguished_name.push(DnType::CommonName, name);
    params
}

impl Authority {
    pub fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("agon-link-certificates-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let mut params = named("authority");
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let issuer = CertifiedIssuer::self_signed(params, KeyPair::generate().expect("a key")).expect("a certificate");
        fs::write(folder.join("ca.pem"), issuer.pem()).expect("a file");
        Self { folder, issuer }
    }

    /// With certificates for nodes.
    pub fn of(nodes: &[&str]) -> Self {
        let authority = Self::new();
        nodes.iter().for_each(|node| authority.certify(node, node));
        authority
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// A certificate in the files of one node, for the node of a name.
    pub fn certify(&self, files: &str, name: &str) {
        self.sign(files, named(name));
    }

    /// One that is valid no longer.
    pub fn certify_until_2001(&self, name: &str) {
        let mut params = named(name);
        params.not_before = date_time_ymd(2000, 1, 1);
        params.not_after = date_time_ymd(2001, 1, 1);
        self.sign(name, params);
    }

    fn sign(&self, files: &str, params: CertificateParams) {
        let key = KeyPair::generate().expect("a key");
        let certificate = params.signed_by(&key, &self.issuer).expect("a certificate");
        fs::write(self.folder.join(format!("{files}.pem")), certificate.pem()).expect("a file");
        fs::write(self.folder.join(format!("{files}.key")), key.serialize_pem()).expect("a file");
    }
}

impl Drop for Authority {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}
