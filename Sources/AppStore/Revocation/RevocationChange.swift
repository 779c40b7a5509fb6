/// A chain whose status has become another.
public struct RevocationChange: Hashable, Sendable {
    /// The chain.
    public let chain: CertificateChainID
    /// What was known before.
    public let old: RevocationStatus
    /// What is known now.
    public let new: RevocationStatus

    /// Joins the two sides of a change.
    ///
    /// - Parameters:
    ///   - chain: The chain.
    ///   - old: What was known before.
    ///   - new: What is known now.
    package init(chain: CertificateChainID, old: RevocationStatus, new: RevocationStatus) {
        self.chain = chain
        self.old = old
        self.new = new
    }
}
