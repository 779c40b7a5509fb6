package import Ledger
import Synchronization
import Tracing

/// Remembers for a while which request brought what the server tells others a moment later, so that the request's id
/// and trace reach them too.
///
/// It is a help for whoever follows a request through the logs, and nothing depends on it: what happened long ago,
/// before the server started, or on another node has no request.
package final class RequestOrigins: Sendable {
    /// What a request brought.
    package enum Thing: Hashable, Sendable {
        /// Evidence, from which events follow.
        case evidence(EvidenceDigest)
        /// A purchase, which is handed over.
        case purchase(AppName, TransactionID)
    }

    /// The request.
    package struct Origin: Sendable {
        /// Its id.
        package let name: RequestIdentifier
        /// Its trace.
        let context: InstrumentationContext?

        /// The request at work; `nil` outside of requests.
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

    /// The one of this process.
    package static let shared = RequestOrigins()

    /// One that remembers at least the last so many things, and at most twice as many.
    package init(limit: Int = 2048) {
        self.limit = limit
    }

    /// Remembers that the request at work brings a unit; outside of requests nothing is remembered.
    package func note(_ intake: Intake) {
        guard RequestIdentifier.current != nil else { return }
        let evidence = intake.evidence.flatMap { [$0.digest] + $0.parts.map(\.digest) }
        self.note(
            evidence.map { .evidence($0) } + intake.transactions.map { .purchase(intake.app, $0.transactionID) }
        )
    }

    /// Remembers that the request at work brings something; outside of requests nothing is remembered.
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

    /// The request that brought something, if that is remembered.
    package func origin(of thing: Thing) -> Origin? {
        self.memory.withLock { $0.newer[thing] ?? $0.older[thing] }
    }
}
