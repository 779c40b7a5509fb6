/// A request that its sender may repeat without its being done twice.
package struct IdempotentRequest: Hashable, Sendable {
    /// Who sends it: the SHA-256 of all that tells him from others.
    package let sender: ContentDigest
    /// The key that the sender has given it (the `Idempotency-Key` header).
    package let key: RequestKey
    /// The SHA-256 of what is asked: method, address and body.
    package let content: ContentDigest

    /// A request of these parts.
    package init(sender: ContentDigest, key: String, content: ContentDigest) {
        self.sender = sender
        self.key = RequestKey(key)
        self.content = content
    }
}

/// The key that a sender has given to a request that he may repeat (the `Idempotency-Key` header).
package typealias RequestKey = Identifier<IdempotentRequest>

/// Whose turn it is when a request is begun that may be a repetition.
package enum IdempotencyStatus: Hashable, Sendable {
    /// The caller's: nobody has done it yet, and nobody else will while the lease stands.
    case begun(IdempotentLease)
    /// Somebody else's, who is at it now.
    case inProgress
    /// Nobody's: it was done, and this was the answer.
    case answered(IdempotentResponse)
    /// Nobody's: the key was used for something else.
    case otherContent
    /// Nobody's: the sender has begun as many already as he may.
    case tooMany
}

/// The leave to do a request that its sender may repeat.
///
/// A later lease of the same request has a larger number, so that whoever comes too late is told from whoever is at it
/// now.
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

    /// The number of a new lease: larger than that of the one before, and than all that were given before now, although
    /// the row of one that was abandoned is gone.
    package static func number(after earlier: Int64?, at now: Instant) -> Int64 {
        max(now.milliseconds, (earlier ?? .min) &+ 1)
    }
}

/// The first answer to a request, as it is given again.
package struct IdempotentResponse: Hashable, Sendable {
    /// The HTTP status.
    package let status: Int
    /// The header fields that belong to the answer, in order.
    package let headers: [Field]
    /// The body; `nil` when it is not kept, because it was too large or held a secret.
    package let body: [UInt8]?

    /// One header field.
    package struct Field: Hashable, Sendable, Codable {
        /// Its name.
        package let name: String
        /// Its value.
        package let value: String

        /// A field of this name and value.
        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// An answer of these parts.
    package init(status: Int, headers: [Field], body: [UInt8]?) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// The work on a request that its sender may repeat, as the repository sees it.
///
/// Each transaction that is written for the work is written only while its lease stands, and the transaction that
/// decides the answer keeps the answer too: either both are on disk, or neither is. A repository reads `current` when
/// it is called, so that no method has to pass it on.
package struct IdempotentWork: Sendable {
    /// The work that the current task does.
    @TaskLocal package static var current: Self?
    /// What the outcome of the transaction that the current task writes decides.
    @TaskLocal private static var decision: (@Sendable (any Sendable) -> (any Sendable)?)?

    /// The leave to do it.
    package let lease: IdempotentLease
    private let answer: @Sendable (any Sendable) throws -> IdempotentResponse?
    private let onKept: @Sendable () -> Void

    /// Work under a lease.
    ///
    /// - Parameters:
    ///   - lease: The leave to do it.
    ///   - answer: The answer that a decision makes, called within the transaction and perhaps more than once; `nil`
    ///     where it makes none.
    ///   - onKept: Called once a transaction is on disk that decided the answer.
    package init(
        lease: IdempotentLease,
        answer: @escaping @Sendable (any Sendable) throws -> IdempotentResponse? = { _ in nil },
        onKept: @escaping @Sendable () -> Void = {}
    ) {
        self.lease = lease
        self.answer = answer
        self.onKept = onKept
    }

    /// Writes a transaction whose outcome decides what is answered.
    ///
    /// - Parameters:
    ///   - result: What the outcome means for the caller; `nil` where nothing was done, so that there is nothing to be
    ///     kept.
    ///   - write: Calls one method of the repository that writes.
    /// - Returns: The outcome, once it is on disk, and with it the answer.
    /// - Throws: Why it was not written.
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

    /// What a transaction that is about to be written keeps besides: the answer to be kept with an outcome.
    ///
    /// A repository asks for it when it is called, and calls it within the transaction, after the work.
    package func keeping<Outcome: Sendable>() -> @Sendable (Outcome) throws -> IdempotentResponse? {
        guard let decision = Self.decision else { return { _ in nil } }
        return { outcome in try decision(Written(outcome: outcome)).flatMap { try self.answer($0) } }
    }

    /// An outcome in a box, so that one which is optional itself is told from none.
    private struct Written<Outcome: Sendable>: Sendable {
        let outcome: Outcome
    }
}
