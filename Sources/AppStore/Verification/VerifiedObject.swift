/// A payload whose signature leads to a trusted signer, with the object it was signed in.
public struct VerifiedObject<Payload: SignedPayload>: Hashable, Sendable {
    /// What was signed.
    public let payload: Payload
    /// When it was signed, by its own word.
    public let signedAt: Timestamp
    /// The signed object, taken apart.
    public let object: SignedObject
}
