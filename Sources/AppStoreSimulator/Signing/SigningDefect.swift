/// A way in which something signed can be wrong, as forgers and mistakes make it.
public enum SigningDefect: String, Hashable, Sendable, CaseIterable {
    /// One byte of the signature is changed.
    case changedByte
    /// The chain leads to another root.
    case foreignRoot
    /// The leaf's life is over.
    case expiredLeaf
    /// The chain has two certificates.
    case shortChain
    /// The leaf lacks Apple's marker.
    case noMarker
    /// The header says that nothing is signed.
    case noAlgorithm
}
