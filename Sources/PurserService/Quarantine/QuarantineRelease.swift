import Ledger
import Logging
import ServiceLifecycle

/// Applies held evidence by itself once its time has come.
package struct QuarantineRelease<C: Clock<Duration>>: Service {
    /// How often the repository is asked; evidence that waited for the clock may wait this much longer.
    package static var interval: Duration { .seconds(1) }
    /// The most evidence taken at once.
    package static var batch: Int { 100 }

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

    /// Releases what is due now.
    package func releaseDue() async {
        do {
            let due = try await self.ingest.repository.dueHeldEvidence(
                at: self.ingest.ambient.now(),
                limit: Self.batch
            )
            for held in due {
                guard let app = self.apps[held.app] else { continue }
                _ = try await self.ingest.release(held, for: app)
            }
        } catch let error as IngestError {
            self.ingest.logger.error("Held evidence could not be applied.", metadata: ["code": "\(error.code)"])
        } catch {
            self.ingest.logger.error("Held evidence could not be read.", metadata: ["error": "\(error)"])
        }
    }
}
