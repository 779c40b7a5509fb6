/// The leave to do a request that its sender may repeat.
///
/// A later lease of the same request has a larger number, so that whoever comes too late is told from whoever is at it now.
package struct IdempotentLease: Hashable, Sendable {
    /// The request.
    package let request: IdempotentRequest
    /// Which lease of the request it is.
    package let number: Int64

    /// A lease of these values.
    package init(request: IdempotentRequest, number: Int64) {
        self.request = request
        self.number = number
    }

    /// The number of a new lease: larger than that of the one before, and than all that were given before now, although the
    /// row of one that was abandoned is gone.
    package static func number(after earlier: Int64?, at now: Instant) -> Int64 {
        max(now.milliseconds, (earlier ?? .min) &+ 1)
    }
}
