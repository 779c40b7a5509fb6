/// A request that its sender may repeat without the server carrying it out twice.
package struct IdempotentRequest: Hashable, Sendable {
    /// The SHA-256 of everything that identifies the sender.
    package let sender: ContentDigest
    /// The key that the sender gave to the request (the `Idempotency-Key` header).
    package let key: RequestKey
    /// The SHA-256 of the request's content: method, address and body.
    package let content: ContentDigest

    /// Creates a request with these values.
    package init(sender: ContentDigest, key: String, content: ContentDigest) {
        self.sender = sender
        self.key = RequestKey(key)
        self.content = content
    }
}

/// The key that a sender gives to a request that they may repeat (the `Idempotency-Key` header).
package typealias RequestKey = Identifier<IdempotentRequest>

/// The result of beginning a request that may be a repetition.
package enum IdempotencyStatus: Hashable, Sendable {
    /// The caller carries out the request: no other caller has, and none will while the lease is valid.
    case begun(IdempotentLease)
    /// Another caller is carrying out the request now.
    case inProgress
    /// The request was carried out, with this answer.
    case answered(IdempotentResponse)
    /// The key was used for a request with different content.
    case otherContent
    /// The sender has reached the maximum of stored requests.
    case tooMany
}

/// A lease to carry out a request that its sender may repeat.
///
/// A later lease of the same request has a larger number, which identifies the callers whose lease has expired.
package struct IdempotentLease: Hashable, Sendable {
    /// The leased request.
    package let request: IdempotentRequest
    /// The number of the lease; it grows with each lease of the request.
    package let number: Int64

    /// Creates a lease with these values.
    package init(request: IdempotentRequest, number: Int64) {
        self.request = request
        self.number = number
    }

    /// Returns the number of a new lease.
    ///
    /// It is larger than that of the lease before and than all numbers given before `now`, so that it is also larger
    /// than that of an abandoned lease, whose row is deleted.
    package static func number(after earlier: Int64?, at now: Instant) -> Int64 {
        max(now.milliseconds, (earlier ?? .min) &+ 1)
    }
}

/// The first answer to a request, which the server repeats.
package struct IdempotentResponse: Hashable, Sendable {
    /// The HTTP status.
    package let status: Int
    /// The header fields of the answer, in order.
    package let headers: [Field]
    /// The body; `nil` when it is not stored because it was too large or contained a secret.
    package let body: [UInt8]?

    /// One header field.
    package struct Field: Hashable, Sendable, Codable {
        /// Its name.
        package let name: String
        /// Its value.
        package let value: String

        /// Creates a field of this name and value.
        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Creates an answer with these values.
    package init(status: Int, headers: [Field], body: [UInt8]?) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// The idempotent request that the current task carries out, as the repository sees it.
///
/// Each transaction for the request is written only while its lease is valid, and the transaction that decides the
/// answer also stores the answer: either both are on disk, or neither is. A repository reads `current` when it is
/// called, so that no method has to pass it on.
package struct IdempotentWork: Sendable {
    /// The work of the current task.
    @TaskLocal package static var current: Self?
    /// The answer that the outcome of the current task's transaction decides.
    @TaskLocal private static var decision: (@Sendable (any Sendable) -> (any Sendable)?)?

    /// The lease of the request.
    package let lease: IdempotentLease
    private let answer: @Sendable (any Sendable) throws -> IdempotentResponse?
    private let onKept: @Sendable () -> Void

    /// Creates work under a lease.
    ///
    /// - Parameters:
    ///   - lease: The lease of the request.
    ///   - answer: Makes the answer from a decision. It is called within the transaction, possibly more than once;
    ///     `nil` means that the decision makes no answer.
    ///   - onKept: Called once a transaction that decided the answer is on disk.
    package init(
        lease: IdempotentLease,
        answer: @escaping @Sendable (any Sendable) throws -> IdempotentResponse? = { _ in nil },
        onKept: @escaping @Sendable () -> Void = {}
    ) {
        self.lease = lease
        self.answer = answer
        self.onKept = onKept
    }

    /// Writes a transaction whose outcome decides the answer.
    ///
    /// - Parameters:
    ///   - result: Makes the result for the caller from the outcome; `nil` when nothing was done, so that no answer is
    ///     stored.
    ///   - write: Calls one writing method of the repository.
    /// - Returns: The outcome, once it is on disk together with the answer.
    /// - Throws: The reason why the transaction was not written.
    package static func deciding<Outcome: Sendable, Decided: Sendable>(
        _ result: @escaping @Sendable (Outcome) -> Decided?,
        by write: () async throws(RepositoryError) -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        guard let current else { return try await write() }
        let decision: @Sendable (any Sendable) -> (any Sendable)? = { written in
            guard let written = written as? Written<Outcome>, let decided = result(written.outcome) else { return nil }
            return decided
        }
        let written: Result<Outcome, RepositoryError> = await Self.$decision.withValue(decision) {
            do throws(RepositoryError) {
                return .success(try await write())
            } catch {
                return .failure(error)
            }
        }
        let outcome = try written.get()
        if result(outcome) != nil { current.onKept() }
        return outcome
    }

    /// Returns a closure that makes the answer to be stored together with an outcome.
    ///
    /// A repository calls this method when it is called itself, and calls the closure within the transaction, after the
    /// work.
    package func keeping<Outcome: Sendable>() -> @Sendable (Outcome) throws -> IdempotentResponse? {
        guard let decision = Self.decision else { return { _ in nil } }
        return { outcome in try decision(Written(outcome: outcome)).flatMap { try self.answer($0) } }
    }

    /// An outcome in a box, which distinguishes an optional outcome that is `nil` from no outcome.
    private struct Written<Outcome: Sendable>: Sendable {
        let outcome: Outcome
    }
}
