/// Which certificate of a chain is meant, of the two that can be revoked.
///
/// The root is pinned by its bytes; it is trusted or taken out of the pins, never asked about.
public enum ChainPosition: String, Hashable, Sendable, CaseIterable {
    /// The certificate whose key signed the data.
    case leaf
    /// The certificate that issued the leaf.
    case intermediate
}
