/// The current knowledge about the revocation of a chain.
public enum RevocationStatus: Hashable, Sendable {
    /// The chain is new, and no answer has arrived yet.
    case unchecked
    /// No certificate of the chain is revoked.
    case good(RevocationAssurance)
    /// A certificate of the chain is revoked since an instant, in milliseconds since 1970 in UTC.
    ///
    /// If both are revoked, the value names the earlier revocation.
    case revoked(since: Int64, certificate: ChainPosition)
    /// The status is unknown for the given reason, and no earlier answer is still valid.
    case unknown(RevocationError)
}

/// The basis of the status good.
public enum RevocationAssurance: String, Hashable, Sendable, CaseIterable {
    /// A responder has answered good for every certificate, and all answers are still valid.
    case answered
    /// A certificate names no responder and so cannot be checked; the others are good.
    ///
    /// Apple's Swift library accepts such a certificate. Apple's own chains always name a responder.
    case noResponder
}

extension RevocationStatus {
    /// Returns the combined status of two certificates: the worse one.
    ///
    /// Revoked is worst, then unknown, then unchecked; of two revocations the earlier one counts.
    ///
    /// - Parameter other: The status of another certificate.
    /// - Returns: One of the two.
    func worse(_ other: Self) -> Self {
        if case .revoked(let since, _) = self, case .revoked(let otherSince, _) = other {
            return otherSince < since ? other : self
        }
        return other.gravity > self.gravity ? other : self
    }

    private var gravity: Int {
        switch self {
        case .good(.answered): 0
        case .good(.noResponder): 1
        case .unchecked: 2
        case .unknown: 3
        case .revoked: 4
        }
    }
}

/// The position of a certificate in a chain, of the two that can be revoked.
///
/// The root is pinned by its bytes and never checked; to distrust it, remove it from the pinned roots.
public enum ChainPosition: String, Hashable, Sendable, CaseIterable {
    /// The certificate whose key signed the data.
    case leaf
    /// The certificate that issued the leaf.
    case intermediate
}

/// The revocation of a chain, by its certificate that was revoked first.
///
/// Instants are milliseconds since 1970 in UTC.
public struct ChainRevocation: Hashable, Sendable {
    /// The time of the revocation.
    public let since: Int64
    /// The time at which the revocation was learned.
    public let learnedAt: Int64

    /// Creates a revocation from both times.
    package init(since: Int64, learnedAt: Int64) {
        self.since = since
        self.learnedAt = learnedAt
    }
}

/// A change of a chain's status.
public struct RevocationChange: Hashable, Sendable {
    /// The identifier of the chain.
    public let chain: CertificateChainID
    /// The previous status.
    public let old: RevocationStatus
    /// The new status.
    public let new: RevocationStatus

    /// Creates a change from its parts.
    ///
    /// - Parameters:
    ///   - chain: The identifier of the chain.
    ///   - old: The previous status.
    ///   - new: The new status.
    package init(chain: CertificateChainID, old: RevocationStatus, new: RevocationStatus) {
        self.chain = chain
        self.old = old
        self.new = new
    }
}
