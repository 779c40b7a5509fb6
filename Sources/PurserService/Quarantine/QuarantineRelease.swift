package import Ledger
import Logging
import ServiceLifecycle

/// Applies held evidence by itself once its time has come.
package struct QuarantineRelease<C: Clock<Duration>>: Service {
    /// How often the repository is asked; evidence that waited for the clock may wait this much longer.
    package static var interval: Duration { .seconds(1) }
    /// The most evidence taken at once.
    package static var batch: Int { 100 }
    /// How much later evidence is tried again that the repository could not take.
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
        await Sweep(interval: Self.interval, clock: self.clock).run {
            await self.releaseDue()
            return false
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
        guard let app = self.apps[held.app] else { return try await self.keep(held, code: "app_unknown", until: nil) }
        do throws(IngestError) {
            _ = try await self.ingest.release(held, for: app)
        } catch {
            switch error {
            // Only a change of the configuration helps, and that brings it here again.
            case .refused, .notOurs, .quarantineFull, .mustWait, .notInReceipt, .secretWrong, .unconfirmed:
                try await self.keep(held, code: error.code, until: nil)
            case .storage(.corrupt):
                try await self.keep(held, code: error.code, until: self.ingest.ambient.now() + Self.retry)
            // The repository is at fault and not this evidence; nothing else could be applied either.
            case .storage(let cause): throw cause
            }
        }
    }

    private func keep(_ held: HeldEvidence, code: String, until dueAt: Instant?) async throws(RepositoryError) {
        try await self.ingest.repository.hold(held.judged(held.reason, code: code, dueAt: dueAt))
        self.ingest.logger.error(
            "Held evidence could not be applied.",
            metadata: [
                "app": "\(held.app)", "code": "\(code)", "until": "\(dueAt?.rfc3339 ?? "the configuration changes")",
            ]
        )
    }
}
