import Ledger
import PersistencePostgreSQL
import PersistenceSQL
import PersistenceSQLite
import PurserTesting
import Testing

@Suite struct GroupCommitTests {
    private static let sink = SinkName("events")

    /// Units of a few stories, entangled: purchases of the same people, repeated, submitted, decided on, with evidence.
    private static func units(seed: UInt64) -> [Intake] {
        var generator = SeededGenerator(seed: seed)
        var units: [Intake] = []
        for part in UInt64(0)..<3 {
            let story = EvidenceStory(seed: seed * 3 + part).withDecisions().withAppleAccounts()
                .withReportedRefunds().withRetentionRequests()
            for fact in story.shuffled(seed: seed) {
                var unit = Sample.facts(environment: generator.happens(percent: 10) ? .sandbox : .production)
                unit.catalog = story.catalog
                unit.publishesEvents = !generator.happens(percent: 10)
                unit.receivedAt = Sample.beginning + .hours(Int64(generator.number(below: 2000)))
                switch fact {
                case .transaction(let snapshot): unit.transactions = [snapshot]
                case .renewal(let renewal): unit.renewals = [renewal]
                case .status(let status): unit.statuses = [status]
                case .refundRequest(let request): unit.refundRequests = [request]
                case .reportedRefund(let report): unit.reportedRefunds = [report]
                case .retentionRequest(let request): unit.retentionRequests = [request]
                case .submission(let submission):
                    unit.submission = submission
                    let token = story.customers.first { $0.value == submission.customer }?.key
                    if generator.happens(percent: 50) { unit.customerTokens = [token].compactMap(\.self) }
                case .decision(let decision): unit.decisions = [decision]
                }
                units.append(unit)
            }
        }
        for number in UInt64(0)..<12 {
            let period = ReleasedContent.period(number)
            for _ in 0...(number % 2) { units.append(Sample.notification(number, about: period)) }
        }
        units.shuffle(using: &generator)
        return units
    }

    private static let mayHang = PostgreSQLStatement(
        "mayHang",
        "SELECT set_config('idle_in_transaction_session_timeout', '0', false)"
    )
    private static let lock = PostgreSQLStatement("lockCounter", "SELECT 1 FROM counter FOR UPDATE")

    /// Records units in their order, as many as wait at a time in one transaction.
    private static func recordTogether(
        _ units: [Intake],
        in repository: any SQLRepository,
        on server: PostgreSQLDatabase?
    ) async throws {
        let gate = try WakeDescriptor()
        // The writer may still hold the last unit in hand, which would pass for the one that has to hold up the others.
        while repository.statistics.inHand > 0 { await Task.yield() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            if let server {
                // Another session has the lock of all writers for an unlimited time.
                let (held, isHeld) = AsyncStream<Void>.makeStream()
                group.addTask {
                    try await DedicatedThread.run {
                        defer { isHeld.finish() }
                        let holder = try PostgreSQLConnection(server.settings, interruption: PostgreSQLInterruption())
                        defer { holder.close() }
                        try holder.query(Self.mayHang)
                        try holder.query(.begin)
                        try holder.query(Self.lock)
                        isHeld.finish()
                        DedicatedThread.wait(for: gate)
                        try holder.query(.commit)
                    }
                }
                for await _ in held {}
                group.addTask { try await repository.write { _ in } }
            } else {
                group.addTask { try await repository.write { _ in DedicatedThread.wait(for: gate) } }
            }
            while repository.statistics.inHand == 0 { await Task.yield() }
            for (number, unit) in units.enumerated() {
                group.addTask { _ = try await repository.record(unit) }
                while repository.statistics.waiting <= number { await Task.yield() }
            }
            gate.signal()
            try await group.waitForAll()
        }
    }

    /// Returns the whole outcome of the units of a repository.
    private static func outcome(of units: [Intake], in repository: some Repository) async throws -> [String] {
        var lines: [String] = []
        for environment in [StoreEnvironment.production, .sandbox] {
            let transactions = Set(units.flatMap { $0.transactions.map(\.transactionID) }).sorted()
            for transaction in transactions {
                let chain = try await repository.read { view in
                    try view.chain(of: transaction, app: Sample.app, environment: environment)
                }
                lines.append("\(transaction) \(environment): \(chain.map { Self.text($0) } ?? "unknown")")
            }
            let page = try await repository.read { view in
                try view.sales(
                    of: Sample.app,
                    environment: environment,
                    within: RepositoryContract.allTime,
                    after: nil,
                    limit: 100_000
                )
            }
            lines += page.sales.sorted { $0.cursor < $1.cursor }.map { "\($0)" }
            for customer in Set(units.flatMap(\.people)).sorted() {
                let ledger = try await repository.read { view in
                    try view.ledger(of: customer, app: Sample.app, environment: environment)
                }
                lines.append("\(customer) \(environment): \(ledger.chains.map(Self.text))")
            }
        }
        for positioned in try await repository.read({ view in try view.events(of: Sample.app, after: 0, limit: 100_000)
        }) {
            lines.append(
                "\(positioned.position) \(positioned.event.name) \(positioned.event.stream) \(positioned.event.number)"
            )
            lines.append(String(decoding: positioned.event.body, as: UTF8.self))
        }
        for due in try await repository.read({ view in
            try view.dueChains(at: Instant(milliseconds: .max), limit: 10_000)
        }) {
            lines.append("due \(due)")
        }
        for (_, app, evidence) in try await repository.read({ view in try view.evidence(after: 0, limit: 10_000) }) {
            lines.append("evidence \(app) \(evidence.digest) \(evidence.parts.count)")
        }
        let leases = try await repository.leaseStreams(
            for: Self.sink,
            of: Sample.app,
            at: Instant(milliseconds: 0),
            until: Sample.beginning,
            limit: 10_000
        )
        return lines + leases.map { "stream \($0.stream) \($0.nextNumber)" }.sorted()
    }

    private static func text(_ owned: OwnedChain) -> String {
        let claims = owned.claims.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        return "\(owned.chain) \(claims)"
    }

    @Test(
        "Units that become one transaction leave what they leave one after the other",
        arguments: 1...TestScale.most(32)
    )
    func together(seed: UInt64) async throws {
        let units = Self.units(seed: seed)
        let database = try TemporaryDatabase()
        let single = try database.open()
        try await single.write { unit in try unit.setSinks([Self.sink], of: Sample.app) }
        for unit in units { _ = try await single.record(unit) }
        let expected = try await Self.outcome(of: units, in: single)
        await single.close()
        for checksGroups in [true, false] {
            let file = try TemporaryDatabase()
            let onFile = try file.open(checksGroups: checksGroups)
            try await Self.check(units, in: onFile, on: nil, expected, "seed \(seed), checked \(checksGroups), SQLite")
            let server = try await PostgreSQLDatabase.copied()
            let onServer = try await server.open(checksGroups: checksGroups)
            try await Self.check(units, in: onServer, on: server, expected, "seed \(seed), checked \(checksGroups)")
        }
    }

    private static func check(
        _ units: [Intake],
        in repository: some SQLRepository,
        on server: PostgreSQLDatabase?,
        _ expected: [String],
        _ name: String
    ) async throws {
        try await repository.write { unit in try unit.setSinks([Self.sink], of: Sample.app) }
        // The first makes the app known, so that what others need can be loaded together.
        _ = try await repository.record(units[0])
        let commits = repository.statistics.commits
        try await Self.recordTogether(Array(units.dropFirst()), in: repository, on: server)
        #expect(repository.statistics.commits <= commits + 3, "They became one transaction.")
        let found = try await Self.outcome(of: units, in: repository)
        await repository.close()
        for (expected, found) in zip(expected, found) where expected != found {
            Issue.record("\(name): \(found)\nnot \(expected)")
            break
        }
        #expect(found.count == expected.count)
    }
}
