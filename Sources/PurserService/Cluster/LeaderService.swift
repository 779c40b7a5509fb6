package import Ledger
package import Logging
package import ServiceLifecycle
import Synchronization

/// Runs the leader-only services while this node holds the lease.
///
/// The leader role is leased: its holder renews the lease, and another node acquires it once it is free. A node that
/// cannot renew the lease stops its work before the lease ends, so that the next leader starts alone. A node that was
/// suspended meanwhile may complete work after the end of its lease; leader-only work therefore tolerates being done
/// twice, and sends a request to Apple at most twice.
package struct LeaderService<C: Clock<Duration>>: Service {
    /// The duration of the lease.
    package static var term: Span { .seconds(15) }
    /// The interval at which the lease is renewed, or requested.
    package static var interval: Duration { .seconds(5) }
    /// The time before the end of a lease that could not be renewed at which the work stops.
    package static var margin: Span { .seconds(4) }
    /// The longest time between two checks of the end of the lease, because the database's clock may be set meanwhile;
    /// much shorter than `margin`.
    private static var longestStep: Duration { .seconds(1) }

    private let leaderRole: LeaderRole
    private let node: NodeID
    private let repository: any Repository
    private let ambient: Ambient
    private let logger: Logger
    private let clock: C
    private let ended: @Sendable () -> Void
    private let services: @Sendable () -> [any Service]

    /// Creates the service of a leader role on this node.
    ///
    /// - Parameters:
    ///   - leaderRole: The work that only one node at a time does.
    ///   - node: This node.
    ///   - repository: Stores which node holds the lease.
    ///   - ambient: The database's time, see `SharedClock`.
    ///   - logger: Logs when this node gains and loses the leader role.
    ///   - clock: Paces the renewals.
    ///   - ended: Called each time that all of the work has ended, before another node can begin.
    ///   - services: Creates the services anew each time that this node gains the leader role.
    package init(
        _ leaderRole: LeaderRole,
        of node: NodeID,
        repository: any Repository,
        ambient: Ambient,
        logger: Logger,
        clock: C,
        ended: @escaping @Sendable () -> Void = {},
        services: @escaping @Sendable () -> [any Service]
    ) {
        self.leaderRole = leaderRole
        self.node = node
        self.repository = repository
        self.ambient = ambient
        self.logger = logger
        self.clock = clock
        self.ended = ended
        self.services = services
    }

    /// Waits for the leader role and runs its services, again and again, until the server stops.
    package func run() async throws {
        while !Task.isShuttingDownGracefully && !Task.isCancelled {
            if case .held(let until) = await self.take() {
                self.logger.notice("This node has the leader role now.", metadata: self.metadata)
                try await self.work(until: until)
                self.logger.notice("This node no longer has the leader role.", metadata: self.metadata)
            }
            try? await cancelWhenGracefulShutdown {
                try await self.clock.sleep(for: Self.interval)
            }
        }
    }

    private var metadata: Logger.Metadata { ["leaderRole": "\(self.leaderRole.rawValue)", "node": "\(self.node)"] }

    /// The result of acquiring or renewing the lease.
    private enum LeaseResult {
        /// This node holds the lease until an instant.
        case held(until: Instant)
        /// Another node holds the lease.
        case heldByAnother
        /// The database cannot be reached.
        case unknown
    }

    /// Acquires or renews the lease.
    private func take() async -> LeaseResult {
        let now = self.ambient.now()
        let until = now + Self.term
        do {
            let isTaken = try await self.repository.write { unit in
                try unit.acquire(self.leaderRole, by: self.node, at: now, until: until)
            }
            return isTaken ? .held(until: until) : .heldByAnother
        } catch {
            return .unknown
        }
    }

    /// Runs the services until the server stops or the lease is lost.
    private func work(until first: Instant) async throws {
        let lease = LeaderLease(until: first)
        let outcome = await Self.result { try await self.work(lease) }
        self.ended()
        // A lease that another node holds by now is not released.
        try? await self.repository.write { unit in try unit.release(self.leaderRole, by: self.node) }
        try outcome.get()
    }

    private func work(_ lease: LeaderLease) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await self.keep(lease) }
            group.addTask { await self.watch(lease) }
            group.addTask {
                try await withThrowingTaskGroup(of: Void.self) { services in
                    for service in self.services() { services.addTask { try await service.run() } }
                    try await services.waitForAll()
                }
            }
            // The first task that ends cancels the others: the work at a stop, `watch` when the lease ends, and `keep`
            // when another node acquired the lease.
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private static func result(_ work: () async throws -> Void) async -> Result<Void, any Error> {
        do {
            return .success(try await work())
        } catch {
            return .failure(error)
        }
    }

    /// The end of this node's lease.
    private final class LeaderLease: Sendable {
        private let until: Mutex<Instant>

        init(until: Instant) {
            self.until = Mutex(until)
        }

        var end: Instant {
            get { self.until.withLock { $0 } }
            set { self.until.withLock { $0 = newValue } }
        }
    }

    /// Renews the lease for as long as there is work; returns when another node holds it.
    private func keep(_ lease: LeaderLease) async {
        while !Task.isCancelled {
            guard (try? await self.clock.sleep(for: Self.interval)) != nil else { return }
            switch await self.take() {
            case .held(let until): lease.end = until
            case .heldByAnother: return
            case .unknown: continue
            }
        }
    }

    /// Returns when the lease is about to end.
    private func watch(_ lease: LeaderLease) async {
        while !Task.isCancelled {
            let left = (lease.end - Self.margin) - self.ambient.now()
            guard left > .zero else { return }
            try? await self.clock.sleep(for: min(Self.longestStep, .milliseconds(left.milliseconds)))
        }
    }
}
