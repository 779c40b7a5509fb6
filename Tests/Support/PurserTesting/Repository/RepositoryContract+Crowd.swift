package import Ledger

extension RepositoryContract {
    static let crowd = [
        Behavior("Hundreds of writers at once all land exactly once") { subject in
            let repository = subject.repository
            let count = 300
            let outcomes = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<count {
                    // Three chains, each notification sent twice at the same time.
                    let period = Sample.period(
                        "\(1000 + number)",
                        of: "\(number % 3)",
                        at: Sample.beginning + .days(Int64(number)),
                        reason: .renewal
                    )
                    let intake = Sample.notification(UInt64(number), about: period)
                    for _ in 0..<2 { group.addTask { try await repository.record(intake).isNew } }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            try Self.require(outcomes.count, is: count * 2, "Every writer has an answer.")
            try Self.require(outcomes.filter { $0 }.count, is: count, "One of each two is new.")
            var transactions = 0
            for number in 0..<3 {
                let chain = try await repository.read { view in
                    try view.chain(
                        of: TransactionID("\(1000 + number)"),
                        app: Sample.app,
                        environment: .production
                    )
                }
                transactions += chain?.chain.transactions.count ?? 0
            }
            try Self.require(transactions, is: count, "Every transaction is in its chain.")
            let evidence = try await repository.read { view in try view.evidence(after: 0, limit: count * 6) }
            try Self.require(evidence.count, is: count * 3, "Every object is kept once.")
        },
        Behavior("The ledger is the same in any order of arrival") { subject in
            for seed in UInt64(1)...TestScale.most(120) {
                try await Self.requireOrderIndependence(seed: seed, subject.repository)
            }
        },
    ]

    /// Fails unless a story's facts give the same answers in several orders, and those that its facts give by the
    /// rules.
    private static func requireOrderIndependence(seed: UInt64, _ repository: any Repository) async throws {
        let story = EvidenceStory(seed: seed).withDecisions().withAppleAccounts().withReportedRefunds()
            .withRetentionRequests()
        let expected = LedgerFold(story.facts).ownedChains(customers: story.customers)
        for order in UInt64(0)..<3 {
            let app = AppName("story-\(seed)-\(order)")
            let facts = order == 0 ? story.facts : story.shuffled(seed: order)
            var generator = SeededGenerator(seed: seed &* 7 &+ order)
            var intakes = facts.map { Self.intake(of: $0, app: app) }
            for (token, customer) in story.customers.sorted(by: { $0.key < $1.key }) {
                let submission = Submission(
                    customer: customer,
                    transactionID: TransactionID("no-such-transaction"),
                    intent: .sync,
                    submittedAt: Sample.beginning
                )
                let place = order == 0 ? 0 : generator.number(below: intakes.count + 1)
                intakes.insert(Sample.facts(submission: submission, tokens: [token], app: app), at: place)
            }
            for intake in intakes { _ = try await repository.record(intake) }
            let name = "story \(seed), order \(order)"
            for owned in expected {
                for record in owned.chain.transactions {
                    let found = try await repository.read { view in
                        try view.chain(
                            of: record.transactionID,
                            app: app,
                            environment: .production
                        )
                    }
                    try Self.require(found?.chain == owned.chain, "The chain of \(record.transactionID), \(name).")
                    try Self.require(found?.claims == owned.claims, "The claims on \(record.transactionID), \(name).")
                }
            }
            for customer in Set(story.customers.values) {
                let ledger = try await repository.read { view in
                    try view.ledger(of: customer, app: app, environment: .production)
                }
                let his = expected.filter { $0.claims.values.contains { $0.serves(customer) } }
                try Self.require(Set(ledger.chains) == Set(his), "The ledger of \(customer), \(name).")
                try Self.require(ledger.chains.count, is: his.count, "Each chain once, \(name).")
            }
        }
    }

    /// Returns a unit of one fact.
    package static func intake(of fact: LedgerFact, app: AppName) -> Intake {
        var intake = Sample.facts(app: app)
        switch fact {
        case .transaction(let snapshot): intake.transactions = [snapshot]
        case .renewal(let renewal): intake.renewals = [renewal]
        case .status(let status): intake.statuses = [status]
        case .refundRequest(let request): intake.refundRequests = [request]
        case .reportedRefund(let report): intake.reportedRefunds = [report]
        case .retentionRequest(let request): intake.retentionRequests = [request]
        case .submission(let submission): intake.submission = submission
        case .decision(let decision): intake.decisions = [decision]
        }
        return intake
    }
}
