package import Ledger
package import Logging
import Metrics
import ServiceLifecycle
import Synchronization

/// Assesses customers again after events that may be risk signals, and publishes an event when their points reach the
/// threshold of the catalog, or fall below it.
///
/// The assessor is a sink: it receives each event stream under a lease, so that nodes share the work and take over from
/// each other. An assessment that another one overtook is repeated. Only Production is assessed.
package struct RiskAssessor: Sendable {
    /// The name under which the ledger stores which events the assessor has received.
    package static let sink = SinkName("risk")
    /// The maximum number of due customers that one round assesses.
    package static let batch = 50
    /// The maximum number of other customers who are assessed because they buy with the same Apple Accounts.
    static let longestList = 20
    /// The delay after the ledger could not be read or written.
    static let rest = Span.seconds(5)
    /// The delay before a customer is tried again whose facts cannot be read.
    static let longRest = Span.hours(1)
    /// The events that may add or end a risk signal.
    static let reasons: Set<EventName> = [
        .transactionRecorded, .transactionChanged, .transactionRefunded, .transactionRestored, .transactionWithdrawn,
        .ownershipClaimed, .ownershipTransferred, .ownershipReleased, .walletCredited, .walletGranted,
        .walletAdjusted, .walletRevoked, .walletRestored, .walletMerged,
    ]

    let repository: any Repository
    let ambient: Ambient
    let logger: Logger
    private let unreadable = Unreadable()

    /// Creates an assessor of this ledger and its time.
    package init(repository: any Repository, ambient: Ambient, logger: Logger) {
        self.repository = repository
        self.ambient = ambient
        self.logger = logger
    }

    /// Returns the sink that receives an app's events.
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

    /// Assesses the due customers of an app, and returns whether there may be more.
    package func advanceDue(of app: ServedApp) async -> Bool {
        guard app.catalog.riskThreshold != nil else { return false }
        do throws(RepositoryError) {
            let now = self.ambient.now()
            let due = try await self.repository.read { view in
                try view.dueRisks(of: app.name, at: now, limit: Self.batch)
            }
            let readable = due.filter { !self.unreadable.contains($0, of: app.name, at: now) }
            for customer in readable { try await self.assessIfReadable(customer, in: app) }
            return due.count == Self.batch && !readable.isEmpty
        } catch {
            self.note(error)
            return false
        }
    }

    /// Assesses the customers of the events of one event stream, each once.
    private func follow(_ events: [Event], of app: ServedApp) async throws(RepositoryError) {
        let matters = events.contains { Self.reasons.contains($0.name) && $0.environment == .production }
        guard matters, case .customer(let customer)? = events.first?.stream.subject else { return }
        let others = try await self.assessIfReadable(customer, in: app)
        for other in others.sorted(by: { $0.rawValue < $1.rawValue }).prefix(Self.longestList) {
            try await self.assessIfReadable(other, in: app)
        }
    }

    /// Assesses a customer; logs an error where their facts cannot be read, and continues with the others.
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

    /// Assesses a customer until no other assessment intervened, and returns the customers who buy with the same Apple
    /// Accounts.
    private func assess(_ customer: CustomerID, in app: ServedApp) async throws(RepositoryError) -> Set<CustomerID> {
        guard let threshold = app.catalog.riskThreshold, !customer.isErased else { return [] }
        while true {
            let now = self.ambient.now()
            let (known, facts) = try await self.repository.read { view in
                (
                    try view.riskRecord(of: customer, app: app.name),
                    try view.riskFacts(about: customer, in: app, environment: .production, at: now)
                )
            }
            let risk = facts.risk(at: now)
            let assessment = RiskAssessment(
                risk,
                threshold: threshold,
                at: now,
                dueAt: risk.points < threshold ? nil : facts.fall(below: threshold, after: now),
                revision: known?.revision ?? 0
            )
            if try await self.repository.write({ unit in try unit.note(assessment, of: customer, app: app.name) }) {
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
        self.logger.error("Risk signals cannot be assessed now.", metadata: ["code": "\(error.code)"])
    }

    /// The customers whose facts could not be read, with the instants until which they are not tried again.
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

/// Assesses customers again whose points decay below the threshold, until the server stops.
package struct RiskWorker<C: Clock<Duration>>: Service {
    /// The shortest time between two checks for due customers.
    package static var interval: Duration { .seconds(1) }

    private let assessor: RiskAssessor
    private let apps: [ServedApp]
    private let catchUp: (@Sendable () async throws -> Void)?
    private let signals: WorkSignals?
    private let clock: C

    /// Creates a worker of this assessor; `catchUp` is awaited before each round where the ledger follows a simulated
    /// clock.
    package init(
        assessor: RiskAssessor,
        apps: [ServedApp],
        catchUp: (@Sendable () async throws -> Void)? = nil,
        signals: WorkSignals? = nil,
        clock: C
    ) {
        self.assessor = assessor
        self.apps = apps
        self.catchUp = catchUp
        self.signals = signals
        self.clock = clock
    }

    /// Works until the server stops; work that has begun is completed.
    package func run() async throws {
        let loop = WorkLoop(
            // A catalog may set a threshold for the first time.
            kinds: [.risks, .catalogs],
            signals: self.signals,
            interval: Self.interval,
            clock: self.clock,
            now: self.assessor.ambient.now,
            catchUp: self.catchUp
        )
        await loop.run {
            var mayBeMore = false
            for app in self.apps where await self.assessor.advanceDue(of: app) { mayBeMore = true }
            return mayBeMore
        } nextDueAt: {
            let apps = self.apps.filter { $0.catalog.riskThreshold != nil }.map(\.name)
            return try await self.assessor.repository.nextDueAt(of: .risks, apps: Set(apps))
        }
    }
}
