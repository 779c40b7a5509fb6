package import Ledger
package import Logging
import Metrics
import ServiceLifecycle
import Synchronization

/// Looks again at customers to whom something happened that may be a reason to look twice, and tells when their reasons
/// reach the threshold of the catalog, or are below it again.
///
/// It receives events as every sink is, event stream by event stream under a lease, so that nodes share the work and
/// what one leaves undone comes to another. Whoever read while somebody else did reads again. Only Production is
/// watched.
package struct RiskAssessor: Sendable {
    /// The name under which the ledger remembers which events it has seen.
    package static let sink = SinkName("risk")
    /// The most customers who are looked at in one round because their time has come.
    package static let batch = 50
    /// The most others who are looked at because they buy with the same Apple accounts.
    static let longestList = 20
    /// The wait after the ledger could not be read or written.
    static let rest = Span.seconds(5)
    /// The wait before a customer is tried again whose ledger could not be read.
    static let longRest = Span.hours(1)
    /// What may be a reason, or end one.
    static let reasons: Set<EventName> = [
        .transactionRecorded, .transactionChanged, .transactionRefunded, .transactionRestored, .transactionWithdrawn,
        .ownershipClaimed, .ownershipTransferred, .ownershipReleased, .walletCredited, .walletGranted,
        .walletAdjusted, .walletRevoked, .walletRestored, .walletMerged,
    ]

    let repository: any Repository
    let ambient: Ambient
    let logger: Logger
    private let unreadable = Unreadable()

    /// A following in this ledger, by its time.
    package init(repository: any Repository, ambient: Ambient, logger: Logger) {
        self.repository = repository
        self.ambient = ambient
        self.logger = logger
    }

    /// What is told of an app's events.
    package func sink(for app: ServedApp) -> EventSink {
        EventSink(name: Self.sink, app: app.name) { events in
            do throws(RepositoryError) {
                try await self.follow(events, of: app)
                return .taken
            } catch {
                self.note(error)
                return .later(Self.rest)
            }
        }
    }

    /// Looks at the customers of an app whose time has come, and says whether there may be more.
    package func advanceDue(of app: ServedApp) async -> Bool {
        guard app.catalog.riskThreshold != nil else { return false }
        do throws(RepositoryError) {
            let now = self.ambient.now()
            let due = try await self.repository.dueRisks(of: app.name, at: now, limit: Self.batch)
            let readable = due.filter { !self.unreadable.contains($0, of: app.name, at: now) }
            for customer in readable { try await self.assessIfReadable(customer, in: app) }
            return due.count == Self.batch && !readable.isEmpty
        } catch {
            self.note(error)
            return false
        }
    }

    /// Looks at whom events of one event stream concern, once for all of them.
    private func follow(_ events: [Event], of app: ServedApp) async throws(RepositoryError) {
        let matters = events.contains { Self.reasons.contains($0.name) && $0.environment == .production }
        guard matters, case .customer(let customer)? = events.first?.stream.subject else { return }
        let others = try await self.assessIfReadable(customer, in: app)
        for other in others.sorted(by: { $0.rawValue < $1.rawValue }).prefix(Self.longestList) {
            try await self.assessIfReadable(other, in: app)
        }
    }

    /// Looks at a customer, and tells the operator where his ledger cannot be read, which keeps nobody from the others.
    @discardableResult
    private func assessIfReadable(
        _ customer: CustomerID,
        in app: ServedApp
    ) async throws(RepositoryError) -> Set<CustomerID> {
        do throws(RepositoryError) {
            return try await self.assess(customer, in: app)
        } catch {
            guard case .corrupt = error else { throw error }
            self.unreadable.insert(customer, of: app.name, until: self.ambient.now() + Self.longRest)
            self.note(error)
            return []
        }
    }

    /// Looks at a customer until nobody else did meanwhile, and returns who buys with the same Apple accounts.
    private func assess(_ customer: CustomerID, in app: ServedApp) async throws(RepositoryError) -> Set<CustomerID> {
        guard let threshold = app.catalog.riskThreshold, !customer.isErased else { return [] }
        let reading = RiskReading(repository: self.repository)
        while true {
            let known = try await self.repository.riskRecord(of: customer, app: app.name)
            let now = self.ambient.now()
            let facts = try await reading.facts(about: customer, in: app, environment: .production, at: now)
            let risk = facts.risk(at: now)
            let assessment = RiskAssessment(
                risk,
                threshold: threshold,
                at: now,
                dueAt: risk.points < threshold ? nil : facts.fall(below: threshold, after: now),
                revision: known?.revision ?? 0
            )
            if try await self.repository.note(assessment, of: customer, app: app.name) {
                if let published = assessment.crossing(after: known) { self.count(published, of: app.name) }
                return facts.others
            }
        }
    }

    private func count(_ event: EventName, of app: AppName) {
        Counter(
            label: "purser_risk_crossings_total",
            dimensions: [("app", app.rawValue), ("direction", event == .riskRaised ? "raised" : "eased")]
        ).increment()
    }

    private func note(_ error: RepositoryError) {
        self.logger.error("Reasons to look twice cannot be looked at now.", metadata: ["code": "\(error.code)"])
    }

    /// Whose ledger could not be read, and until when that is not tried again.
    private final class Unreadable: Sendable {
        private struct Key: Hashable {
            let app: AppName
            let customer: CustomerID
        }

        private let customers = Mutex<[Key: Instant]>([:])

        func contains(_ customer: CustomerID, of app: AppName, at now: Instant) -> Bool {
            self.customers.withLock { customers in
                customers = customers.filter { $0.value > now }
                return customers[Key(app: app, customer: customer)] != nil
            }
        }

        func insert(_ customer: CustomerID, of app: AppName, until: Instant) {
            self.customers.withLock { $0[Key(app: app, customer: customer)] = until }
        }
    }
}

/// Looks again at customers whose reasons decay below the threshold, until the server stops.
package struct RiskWorker<C: Clock<Duration>>: Service {
    /// How often it is looked whether anybody's time has come.
    package static var interval: Duration { .seconds(1) }

    private let assessor: RiskAssessor
    private let apps: [ServedApp]
    private let catchUp: (@Sendable () async throws -> Void)?
    private let clock: C

    /// A worker of this following; `catchUp` is awaited before each round where the time is somebody else's.
    package init(
        assessor: RiskAssessor,
        apps: [ServedApp],
        catchUp: (@Sendable () async throws -> Void)? = nil,
        clock: C
    ) {
        self.assessor = assessor
        self.apps = apps
        self.catchUp = catchUp
        self.clock = clock
    }

    /// Works until the server stops; what is under way is finished.
    package func run() async throws {
        await PollingLoop(interval: Self.interval, clock: self.clock, catchUp: self.catchUp).run {
            var mayBeMore = false
            for app in self.apps where await self.assessor.advanceDue(of: app) { mayBeMore = true }
            return mayBeMore
        }
    }
}
