package import Ledger
package import Logging
import ServiceLifecycle

/// Has what was kept but could not be verified verified again, whenever that may come out another way.
///
/// At the start, because the configuration or the program may be another one; and whenever Apple's word on a
/// certificate changes. `QuarantineReleaseWorker` then does the work, a few at a time.
package struct QuarantineReviewWorker: Service {
    /// What a start may have changed; what waits for an instant is not among it.
    package static let atStart: Set<HeldEvidence.Reason> = [
        .missingPart, .certificateRevoked, .notOurs, .signedInFuture,
    ]

    let repository: any Repository
    let ambient: Ambient
    let changes: AsyncStream<Void>
    let logger: Logger

    /// A review of this ledger; `changes` says when a certificate's revocation status has changed.
    package init(repository: any Repository, ambient: Ambient, changes: AsyncStream<Void>, logger: Logger) {
        self.repository = repository
        self.ambient = ambient
        self.changes = changes
        self.logger = logger
    }

    /// Reviews at the start and at every change, until the server stops.
    package func run() async throws {
        await self.review(Self.atStart)
        for await _ in self.changes.cancelOnGracefulShutdown() { await self.review([.certificateRevoked]) }
    }

    /// Makes what is held for these reasons due.
    package func review(_ reasons: Set<HeldEvidence.Reason>) async {
        do {
            try await self.repository.reviewHeldEvidence(reasons, at: self.ambient.now())
        } catch {
            self.logger.error("Held evidence cannot be reviewed now.", metadata: ["code": "\(error.code)"])
        }
    }
}
