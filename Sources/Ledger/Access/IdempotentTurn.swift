/// Whose turn it is when a request is begun that may be a repetition.
package enum IdempotentTurn: Hashable, Sendable {
    /// The caller's: nobody has done it yet, and nobody else will while the lease stands.
    case begun(IdempotentLease)
    /// Somebody else's, who is at it now.
    case inProgress
    /// Nobody's: it was done, and this was the answer.
    case answered(IdempotentAnswer)
    /// Nobody's: the key was used for something else.
    case otherContent
    /// Nobody's: the sender has begun as many already as he may.
    case tooMany
}
