package import Ledger
import ServiceLifecycle

/// The worker that shares the outages that one node had with all nodes, so that the node that heals the ledger knows
/// them.
package struct OutageSyncWorker<C: Clock<Duration>>: Service {
    /// The interval between two exchanges.
    private static var interval: Duration { .seconds(5) }

    private let outage: OutageNote
    private let repository: any Repository
    private let ambient: Ambient
    private let clock: C

    /// Creates a worker that shares the outages noted in this process.
    package init(outage: OutageNote, repository: any Repository, ambient: Ambient, clock: C) {
        self.outage = outage
        self.repository = repository
        self.ambient = ambient
        self.clock = clock
    }

    /// Works until the server stops.
    package func run() async throws {
        await PollingLoop(interval: Self.interval, clock: self.clock).run {
            await self.share()
            return false
        }
    }

    /// Publishes this node's newest outage once, and reads those of the others.
    package func share() async {
        // An instant that a fast clock noted would count as new until that instant comes.
        let now = self.ambient.now()
        let own = self.outage.newest.map { min($0, now) }
        // During an outage the database cannot be reached; the note is shared afterwards.
        guard let known = try? await self.repository.read({ view in try view.newestOutage() }) else {
            if let own { try? await self.repository.write { unit in try unit.noteOutage(at: own) } }
            return
        }
        if let own, own > known {
            try? await self.repository.write { unit in try unit.noteOutage(at: own) }
        } else {
            self.outage.note(at: min(known, now))
        }
    }
}
