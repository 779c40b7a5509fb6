/// Keeps what the nodes that share the books have to agree on.
///
/// Each method is one whole unit of work, as those of `Repository` are.
package protocol SharingRepository: Sendable {
    /// Takes a duty until an instant, or keeps it until then; answers whether it is this node's now.
    ///
    /// It is another's as long as that one's time is not over. The instants are the database's own, or nodes whose clocks
    /// differ would both have it.
    func take(
        _ duty: Duty,
        by node: NodeID,
        at now: Instant,
        until: Instant
    ) async throws(RepositoryError) -> Bool

    /// Leaves a duty to whoever comes next. Does nothing when it is another's.
    func leave(_ duty: Duty, by node: NodeID) async throws(RepositoryError)

    /// Takes note that something from Apple could not be kept at an instant; the newest counts.
    func noteOutage(at instant: Instant) async throws(RepositoryError)

    /// The newest instant at which something from Apple could not be kept, by any node.
    func newestOutage() async throws(RepositoryError) -> Instant?

    /// The certificates of Apple's that were ever reported as revoked; there are hardly any.
    func revokedCertificates() async throws(RepositoryError) -> [RevokedCertificate]

    /// Keeps what a node knows of a revocation, together with what is kept of it.
    func keep(_ revoked: RevokedCertificate) async throws(RepositoryError)

    /// Says which signing key belongs to these books, unless that was said before, and answers which one does.
    ///
    /// `fingerprint` names the key and tells nothing of it; without one it is only asked. One that replaces counts instead
    /// of what was said before.
    func signingKey(_ fingerprint: String?, replaces: Bool) async throws(RepositoryError) -> String?
}
