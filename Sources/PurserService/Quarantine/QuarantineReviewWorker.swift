package import Ledger
package import Logging
import ServiceLifecycle

/// Makes unverified held evidence due for another verification when the result may have changed.
///
/// It does so at the start, because the configuration or the program may be different, and whenever the revocation
/// status of a certificate changes. `QuarantineReleaseWorker` then verifies the evidence.
package struct QuarantineReviewWorker: Service {
    /// The reasons whose evidence a start makes due; evidence that waits for an instant is not among it.
    package static let atStart: Set<HeldEvidence.Reason> = [
        .missingPart, .certificateRevoked, .notOurs, .signedInFuture,
    ]

    let repository: any Repository
    let ambient: Ambient
    let changes: AsyncStream<Void>
    let logger: Logger

    /// Creates a worker for this ledger; `changes` delivers an element when a certificate's revocation status changes.
    package init(repository: any Repository, ambient: Ambient, changes: AsyncStream<Void>, logger: Logger) {
        self.repository = repository
        self.ambient = ambient
        self.changes = changes
        self.logger = logger
    }

    /// Reviews evidence at the start and at every change, until the server stops.
    package func run() async throws {
        await self.review(Self.atStart)
        for await _ in self.changes.cancelOnGracefulShutdown() { await self.review([.certificateRevoked]) }
    }

    /// Makes the evidence that is held for these reasons due.
    package func review(_ reasons: Set<HeldEvidence.Reason>) async {
        do {
            try await self.repository.write { unit in try unit.reviewHeldEvidence(reasons, at: self.ambient.now()) }
        } catch {
            self.logger.error("Held evidence cannot be made due now.", metadata: ["code": "\(error.code)"])
        }
    }
}
