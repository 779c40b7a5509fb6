/// What is known about the revocation of a chain at this moment.
public enum RevocationStatus: Hashable, Sendable {
    /// The chain is new here, and no answer has come yet.
    case unchecked
    /// No certificate of the chain is revoked.
    case good(RevocationAssurance)
    /// A certificate of the chain is revoked since an instant in milliseconds since 1970, UTC.
    ///
    /// When both are, the earlier one is named.
    case revoked(since: Int64, certificate: ChainPosition)
    /// Nobody can say, for the reason given, and no earlier answer still holds.
    case unknown(RevocationError)
}

/// On what a chain's being good rests.
public enum RevocationAssurance: String, Hashable, Sendable, CaseIterable {
    /// A responder has said so of every certificate, and all its answers still hold.
    case answered
    /// A certificate names no responder, so that nobody can be asked about it; the others are good.
    ///
    /// Apple's Swift library accepts such a certificate. Apple's own chains always name one.
    case noResponder
}

extension RevocationStatus {
    /// The status of two certificates together: the worse one.
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

/// Which certificate of a chain is meant, of the two that can be revoked.
///
/// The root is pinned by its bytes; it is trusted or taken out of the pins, never asked about.
public enum ChainPosition: String, Hashable, Sendable, CaseIterable {
    /// The certificate whose key signed the data.
    case leaf
    /// The certificate that issued the leaf.
    case intermediate
}

/// The revocation of a chain, by the certificate of it that was revoked first.
///
/// Instants are milliseconds since 1970 in UTC.
public struct ChainRevocation: Hashable, Sendable {
    /// Since when the chain is revoked.
    public let since: Int64
    /// When that was learned of.
    public let learnedAt: Int64

    /// Joins both.
    package init(since: Int64, learnedAt: Int64) {
        self.since = since
        self.learnedAt = learnedAt
    }
}

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
