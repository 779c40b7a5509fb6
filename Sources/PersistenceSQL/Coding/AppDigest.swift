import Ledger

/// A digest in one app.
struct AppDigest: Hashable, Sendable {
    /// The app's number.
    let app: Int64
    /// The digest.
    let digest: EvidenceDigest
}
