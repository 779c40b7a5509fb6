/// A request that its sender may repeat without its being done twice.
package struct IdempotentRequest: Hashable, Sendable {
    /// Who sends it: the SHA-256 of all that tells him from others.
    package let sender: AccessDigest
    /// The key that the sender has given it (the `Idempotency-Key` header).
    package let key: RequestKey
    /// The SHA-256 of what is asked: method, address and body.
    package let content: AccessDigest

    /// A request of these parts.
    package init(sender: AccessDigest, key: String, content: AccessDigest) {
        self.sender = sender
        self.key = RequestKey(key)
        self.content = content
    }
}
