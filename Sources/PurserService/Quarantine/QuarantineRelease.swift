package import Ledger
import Logging
import ServiceLifecycle

/// Applies held evidence by itself once its time has come.
package struct QuarantineRelease<C: Clock<Duration>>: Service {
    /// How often the repository is asked; evidence that waited for the clock may wait this much longer.
    package static var interval: Duration { .seconds(1) }
    /// The most evidence taken at once.
    package static var batch: Int { 100 }
    /// How much later evidence that cannot be applied now is tried again: only a change of the configuration helps it,
    /// so it must neither stand in the way of what is due nor be lost from sight.
    package static var retry: Span { .hours(1) }

    let ingest: Ingest
    let apps: [AppName: ServedApp]
    let clock: C

    /// A release into this ledger; `clock` only paces the questions, what is due is decided by the ambient's instant.
    package init(ingest: Ingest, apps: [ServedApp], clock: C) {
        self.ingest = ingest
        self.apps = Dictionary(apps.map { ($0.name, $0) }) { first, _ in first }
        self.clock = clock
    }

    /// Releases what is due, again and again, until the server stops; what it has begun it finishes.
    package func run() async throws {
        while !Task.isShuttingDownGracefully && !Task.isCancelled {
            await self.releaseDue()
            try? await cancelWhenGracefulShutdown {
                try await self.clock.sleep(for: Self.interval)
            }
        }
    }

    /// Releases what is due now; what cannot be applied is put off, so that nothing else waits behind it.
    package func releaseDue() async {
        do {
            let due = try await self.ingest.repository.dueHeldEvidence(
                at: self.ingest.ambient.now(),
                limit: Self.batch
            )
            for held in due { try await self.release(held) }
        } catch {
            self.ingest.logger.error("Held evidence cannot be applied now.", metadata: ["code": "\(error.code)"])
        }
    }

    private func release(_ held: HeldEvidence) async throws(RepositoryError) {
        guard let app = self.apps[held.app] else { return try await self.putOff(held, code: "app_unknown") }
        do throws(IngestError) {
            _ = try await self.ingest.release(held, for: app)
        } catch {
            switch error {
            case .refused, .notOurs, .quarantineFull, .storage(.corrupt): try await self.putOff(held, code: error.code)
            // The repository is at fault and not this evidence; nothing else could be applied either.
            case .storage(let cause): throw cause
            }
        }
    }

    private func putOff(_ held: HeldEvidence, code: String) async throws(RepositoryError) {
        let dueAt = self.ingest.ambient.now() + Self.retry
        try await self.ingest.repository.hold(held.judged(held.reason, code: code, dueAt: dueAt))
        self.ingest.logger.error(
            "Held evidence could not be applied and is put off.",
            metadata: ["app": "\(held.app)", "code": "\(code)", "until": "\(dueAt.rfc3339)"]
        )
    }
}
