import AppStore
import AppStoreSimulator
import Ledger
import PurserService

/// Plays one program: a world, a server that listens to it, and checks at every quiet point.
package struct ExplorerRun: Sendable {
    /// Makes the repository that the server of a program keeps its ledger in.
    package typealias RepositoryMaker = @Sendable (ExplorerProgram) async throws -> RepositoryUnderTest

    private let program: ExplorerProgram
    private let invariants: [Invariant]
    private let world: World
    private let server: ExplorerServer
    private var journal: [String] = []
    private var counts = SometimesCounts()
    private var before: ExplorerSnapshot?
    private var seen = 0
    private var quietPoints: UInt64 = 0

    /// The instant at which every program begins: 2026-01-31T10:00:00Z, the last day of a month.
    static let opening = Timestamp(milliseconds: 1_769_853_600_000)
    /// How often a quiet point may have to wait for what is under way before that counts as never ending.
    private static let patience = 100

    private init(
        _ program: ExplorerProgram,
        flaw: ExplorerFlaw?,
        invariants: [Invariant],
        repository: RepositoryUnderTest
    ) throws {
        let profile = program.worldProfile
        let apps = [
            (ExplorerShop.bundleID, ExplorerShop.appAppleID, ExplorerShop.worldCatalog),
            (ExplorerShop.strangeBundleID, ExplorerShop.appAppleID + 1, ExplorerShop.strangeCatalog),
        ]
        self.program = program
        self.invariants = invariants
        self.world = try World(
            seed: program.seed,
            startingAt: Self.opening,
            apps: apps.map { bundleID, appAppleID, catalog in
                let app = WorldApp(
                    bundleId: bundleID,
                    appAppleId: appAppleID,
                    profile: profile,
                    notificationURL: "memory:server",
                    gracePeriodDays: program.graceDays
                )
                return (app, catalog)
            }
        )
        self.server = try ExplorerServer(world: self.world, repository: repository, flaw: flaw)
    }

    /// Plays a program from its beginning to its end, or to the first quiet point at which something is wrong.
    ///
    /// `flaw` makes the server wrong on purpose.
    package static func play(
        _ program: ExplorerProgram,
        flaw: ExplorerFlaw? = nil,
        invariants: [Invariant] = Invariant.all,
        repository: RepositoryMaker = { _ in RepositoryUnderTest(InMemoryRepository()) }
    ) async throws -> ExplorerReport {
        let base = try await repository(program)
        var run = try ExplorerRun(program, flaw: flaw, invariants: invariants, repository: base)
        var trouble: ExplorerViolation?
        var steps = 0
        for step in program.steps {
            steps += 1
            trouble = try await run.take(step)
            if trouble != nil { break }
        }
        await run.server.repository.close()
        return run.report(trouble, steps: steps)
    }

    private func report(_ trouble: ExplorerViolation?, steps: Int) -> ExplorerReport {
        var counts = self.counts
        counts.add(self.server.counts)
        let lost = self.world.deliveries.filter { !$0.attempts.isEmpty && !$0.isDelivered && $0.nextAttemptAt == nil }
        counts.count(.lostForGood, lost.count)
        let history = self.world.journal.map { entry in
            "\(entry.at.milliseconds) \(entry.who) \(entry.text) \(entry.transactionId ?? "-") "
                + "\(entry.notification ?? "-") \(entry.notificationUUID ?? "-")"
        }
        return ExplorerReport(
            program: self.program,
            trouble: trouble,
            steps: steps,
            counts: counts,
            journal: self.journal + self.server.journal + history,
            notificationCount: self.world.notificationCount
        )
    }

    private mutating func take(_ step: ExplorerStep) async throws -> ExplorerViolation? {
        switch step {
        case .act(let action):
            await self.act(action)
            if action.verb != .advance { await self.tick() }
        case .submit(let submission):
            try await self.submit(submission)
            await self.tick()
        case .spend(let spending): try await self.server.spend(spending)
        case .order(let ordering):
            try await self.order(ordering)
            await self.tick()
        case .server(let fate): try await self.server.suffer(fate)
        case .quiet: return try await self.comeToRest()
        }
        self.tally()
        return nil
    }

    private mutating func act(_ action: WorldAction) async {
        var action = action
        if let reference = action.transaction {
            guard let id = ExplorerReference.resolve(reference, in: self.world) else {
                self.journal.append("\(action.verb.rawValue): nothing to do it to")
                return
            }
            action.transaction = id
        }
        if let fault = action.fault, fault.effect == .corrupt || fault.effect == .wrongEnvironment {
            self.server.expectForgeries()
        }
        let server = self.server
        do throws(WorldError) {
            let answer = try await self.world.perform(action) { await server.receive($0) }
            self.journal.append(
                "\(action.verb.rawValue): \(answer.purchases.map(\.transactionId).joined(separator: " "))"
            )
            self.count(action, answer)
        } catch {
            self.journal.append("\(action.verb.rawValue): \(error.code)")
        }
    }

    private mutating func order(_ ordering: ExplorerOrdering) async throws {
        if ordering.action == .make { return try await self.server.makeOrder(ordering) }
        guard let order = self.server.order(of: ordering.customer, back: ordering.order) else { return }
        if ordering.action == .cancel { return try await self.server.cancel(order) }
        var action = WorldAction(.buy)
        action.customer = ordering.customer
        action.product = ordering.action == .pay ? order.product : ExplorerShop.pass
        if ordering.action == .pay { action.quantity = order.quantity }
        action.token = order.token.description
        await self.act(action)
    }

    private func submit(_ submission: ExplorerSubmission) async throws {
        let all = self.world.transactions(of: WorldCustomer(name: submission.customer))
        guard !self.program.silentCustomers.contains(submission.customer), !all.isEmpty else { return }
        let chosen = submission.transaction.map { [all[all.count - 1 - $0 % all.count]] } ?? all
        for transaction in chosen {
            for _ in 0..<submission.times { try await self.server.submit(transaction.transactionId, submission) }
        }
    }

    /// Advances the clock by one second between two steps.
    ///
    /// Otherwise a state that an app holds and a later one would have the same date.
    private func tick() async {
        let server = self.server
        try? await self.world.advance(by: Duration.seconds(1), delivering: { await server.receive($0) })
    }

    // MARK: Quiet points

    /// Ends all faults, lets everything arrive, and checks; then lets the apps speak, and checks again.
    private mutating func comeToRest() async throws -> ExplorerViolation? {
        await self.act(WorldAction(.clearFaults))
        try await self.server.suffer(.up)
        try await self.server.suffer(.clockRight)
        var waits = 0
        var instant: Timestamp
        repeat {
            instant = self.world.now
            waits += 1
            guard waits <= Self.patience else {
                return ExplorerViolation(invariant: "liveness", text: "something is always under way")
            }
            var advance = WorldAction(.advance)
            advance.by = "quiet"
            await self.act(advance)
            try await self.server.releaseHeld()
            // What happens in one millisecond is signed in the next ones, which a server that fell behind waits for.
            if let dueAt = try await self.server.repository.read({ view in try view.nextHeldDueAt() })?.milliseconds,
                (1...1_000).contains(dueAt - self.world.now.milliseconds)
            {
                advance.by = nil
                advance.to = dueAt
                await self.act(advance)
                try await self.server.releaseHeld()
            }
        } while self.world.now != instant
        self.tally()
        await self.server.publishDue()
        // Before the apps submit anything, the notifications alone must have delivered all evidence.
        if let trouble = try await self.check(speaking: []) { return trouble }
        let speaking = self.world.customers.map(\.name).filter { !self.program.silentCustomers.contains($0) }
        for name in speaking { try await self.sync(name) }
        await self.server.publishDue()
        let trouble = try await self.check(speaking: Set(speaking))
        await self.tick()
        return trouble
    }

    /// The app submits what a phone lists when it is opened: what is owned, what runs, and the last of what has ended.
    private func sync(_ name: String) async throws {
        let all = self.world.transactions(of: WorldCustomer(name: name)).filter { !$0.isRestored }
        let submission = ExplorerSubmission(customer: name)
        var last: [String: String] = [:]
        for transaction in all { last[transaction.originalTransactionId] = transaction.transactionId }
        for transaction in all where transaction.bundleId == ExplorerShop.bundleID {
            let isCurrent = transaction.expiresAt.map { $0 > self.world.now } ?? true
            guard isCurrent || last[transaction.originalTransactionId] == transaction.transactionId else { continue }
            try await self.server.submit(transaction.transactionId, submission)
        }
    }

    private mutating func check(speaking: Set<String>) async throws -> ExplorerViolation? {
        self.quietPoints += 1
        let now = self.world.now
        let instant = Instant(milliseconds: now.milliseconds)
        let chains = try ExplorerCheckpoint.chains(of: self.world, verifier: self.server.app.verifier)
        let picture = try await ExplorerSnapshot(
            of: self.server.repository,
            app: self.server.app.name,
            environment: self.server.environment,
            at: instant,
            transactions: chains.flatMap { chain in
                chain.transactions.map { (original: chain.original, id: $0.transactionId) }
            },
            customers: self.world.customers.map(\.name)
        )
        let scene = ExplorerCheckpoint(
            world: self.world,
            server: self.server,
            received: self.server.received,
            chains: chains,
            now: now,
            instant: instant,
            before: self.before,
            picture: picture,
            speaking: speaking,
            lot: self.program.seed &* 1_000 &+ self.quietPoints
        )
        self.before = picture
        for invariant in self.invariants where !speaking.isEmpty || invariant.isQuick {
            if let text = try await invariant.check(scene).first {
                return ExplorerViolation(invariant: invariant.name, text: text)
            }
        }
        return nil
    }

    // MARK: Counting

    private mutating func count(_ action: WorldAction, _ answer: WorldActionResult) {
        switch action.verb {
        case .restore where !answer.purchases.isEmpty: self.counts.count(.restored)
        case .approve where !answer.purchases.isEmpty: self.counts.count(.askedToBuy)
        case .buy where action.since != nil: self.counts.count(.boughtInPast)
        default: break
        }
    }

    private mutating func tally() {
        for notification in self.world.notifications(from: self.seen) {
            for event in Sometimes.events(in: notification) { self.counts.count(event) }
        }
        self.seen = self.world.notificationCount
    }
}
