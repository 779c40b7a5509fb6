package import Ledger
import ServiceLifecycle

/// Tells all nodes of the outages that one of them had, so that whoever heals the ledger knows.
package struct OutageSyncWorker<C: Clock<Duration>>: Service {
    /// How often it is looked.
    private static var interval: Duration { .seconds(5) }

    private let outage: OutageNote
    private let repository: any Repository
    private let ambient: Ambient
    private let clock: C

    /// Shares what is noted in this process.
    package init(outage: OutageNote, repository: any Repository, ambient: Ambient, clock: C) {
        self.outage = outage
        self.repository = repository
        self.ambient = ambient
        self.clock = clock
    }

    /// Shares until the server stops.
    package func run() async throws {
        await PollingLoop(interval: Self.interval, clock: self.clock).run {
            await self.share()
            return false
        }
    }

    /// Tells the others once, and hears what they have told.
    package func share() async {
        // What a clock has noted that was ahead would count as new until its time comes.
        let now = self.ambient.now()
        let own = self.outage.newest.map { min($0, now) }
        // During an outage nothing is told; it is as true afterwards.
        guard let known = try? await self.repository.newestOutage() else {
            if let own { try? await self.repository.noteOutage(at: own) }
            return
        }
        if let own, own > known {
            try? await self.repository.noteOutage(at: own)
        } else {
            self.outage.note(at: min(known, now))
        }
    }
}
