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
