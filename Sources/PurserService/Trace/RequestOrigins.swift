package import Ledger
import Synchronization
import Tracing

/// A bounded memory of the requests that caused later webhook calls, so that these calls carry the request's id and
/// trace.
///
/// It supports following a request through the logs and affects nothing else: events from before the start of the
/// server, older events, and those of other nodes have no request.
package final class RequestOrigins: Sendable {
    /// A cause that a request brings.
    package enum Thing: Hashable, Sendable {
        /// Evidence, from which events are derived.
        case evidence(EvidenceDigest)
        /// A purchase, which is fulfilled.
        case purchase(AppName, TransactionID)
    }

    /// The request of a cause.
    package struct Origin: Sendable {
        /// The id of the request.
        package let name: RequestIdentifier
        /// The trace of the request.
        let context: InstrumentationContext?

        /// The request of the current task; `nil` outside of requests.
        package static var current: Self? {
            RequestIdentifier.current.map { Self(name: $0, context: InstrumentationContext.current) }
        }
    }

    private struct Memory {
        var newer: [Thing: Origin] = [:]
        var older: [Thing: Origin] = [:]
    }

    private let limit: Int
    private let memory = Mutex(Memory())

    /// The instance of this process.
    package static let shared = RequestOrigins()

    /// Creates a memory of at least `limit` and at most twice as many causes.
    package init(limit: Int = 2048) {
        self.limit = limit
    }

    /// Records that the current request brings a unit of evidence; outside of requests, records nothing.
    package func note(_ intake: Intake) {
        guard RequestIdentifier.current != nil else { return }
        let evidence = intake.evidence.flatMap { [$0.digest] + $0.parts.map(\.digest) }
        self.note(
            evidence.map { .evidence($0) } + intake.transactions.map { .purchase(intake.app, $0.transactionID) }
        )
    }

    /// Records that the current request brings these causes; outside of requests, records nothing.
    package func note(_ things: [Thing]) {
        guard let origin = Origin.current else { return }
        self.memory.withLock { memory in
            for thing in things {
                if memory.newer.count >= self.limit {
                    memory.older = memory.newer
                    memory.newer = [:]
                }
                memory.newer[thing] = origin
            }
        }
    }

    /// Returns the request of a cause, if it is still known.
    package func origin(of thing: Thing) -> Origin? {
        self.memory.withLock { $0.newer[thing] ?? $0.older[thing] }
    }
}
