package import Ledger
package import Logging
package import ServiceLifecycle
import Synchronization

/// Does what one node at a time does, as long as this is the node.
///
/// The leader role is leased: whoever has it renews it, and whoever finds it free takes it. A node that cannot renew
/// stops its work before its time is over, so that the next finds nobody at it. One that stood still meanwhile may end
/// what it was at after that; what is begun twice in spite of it has to be right all the same, and is asked of Apple
/// twice at most.
package struct LeaderService<C: Clock<Duration>>: Service {
    /// For how long the leader role is taken.
    package static var term: Span { .seconds(15) }
    /// How often it is renewed, or asked for.
    package static var interval: Duration { .seconds(5) }
    /// How long before the end of its time the work stops that could not be renewed.
    package static var margin: Span { .seconds(4) }
    /// How often it is looked whether the time is over.
    private static var step: Duration { .milliseconds(250) }

    private let leaderRole: LeaderRole
    private let node: NodeID
    private let repository: any Repository
    private let ambient: Ambient
    private let logger: Logger
    private let clock: C
    private let ended: @Sendable () -> Void
    private let services: @Sendable () -> [any Service]

    /// A leader role of this node.
    ///
    /// - Parameters:
    ///   - leaderRole: What one node at a time does.
    ///   - node: This one.
    ///   - repository: Knows whose leader role it is.
    ///   - ambient: Its time is the database's, see `SharedClock`.
    ///   - logger: Is told when the leader role comes and goes.
    ///   - clock: Paces the renewals.
    ///   - ended: Called each time that all of the work has ended, before another node learns that it may begin.
    ///   - services: What is done, made anew each time that the leader role comes.
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

    /// Waits for the leader role and does it, again and again, until the server stops.
    package func run() async throws {
        while !Task.isShuttingDownGracefully && !Task.isCancelled {
            if case .held(let until) = await self.take() {
                self.logger.notice("This node has the leader role now.", metadata: self.metadata)
                try await self.work(until: until)
                self.logger.notice("This node has left the leader role.", metadata: self.metadata)
            }
            try? await cancelWhenGracefulShutdown {
                try await self.clock.sleep(for: Self.interval)
            }
        }
    }

    private var metadata: Logger.Metadata { ["leaderRole": "\(self.leaderRole.rawValue)", "node": "\(self.node)"] }

    /// What became of taking or renewing the leader role.
    private enum LeaseResult {
        /// It is this node's until an instant.
        case held(until: Instant)
        /// It is another's.
        case heldByAnother
        /// Nobody can be asked.
        case unknown
    }

    /// Takes or renews the leader role.
    private func take() async -> LeaseResult {
        let now = self.ambient.now()
        let until = now + Self.term
        do {
            let isTaken = try await self.repository.acquire(self.leaderRole, by: self.node, at: now, until: until)
            return isTaken ? .held(until: until) : .heldByAnother
        } catch {
            return .unknown
        }
    }

    /// Works until the server stops or the leader role is lost.
    private func work(until first: Instant) async throws {
        let lease = LeaderLease(until: first)
        let outcome = await Self.result { try await self.work(lease) }
        self.ended()
        // What another node has by now stays his.
        try? await self.repository.release(self.leaderRole, by: self.node)
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
            // Whatever ends first ends the others: the work at a stop, the watch when the time is over, and the keeper
            // when another was quicker.
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

    /// Until when this node has the leader role.
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

    /// Renews for as long as there is work; returns when another has the leader role.
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

    /// Returns when the time is nearly over.
    private func watch(_ lease: LeaderLease) async {
        while !Task.isCancelled && self.ambient.now() < lease.end - Self.margin {
            try? await self.clock.sleep(for: Self.step)
        }
    }
}
