import Ledger

extension RepositoryContract {
    static let actions = [
        Behavior("With operator actions in between, the ledger does not depend on when evidence arrives") {
            subject in
            for seed in UInt64(1)...TestScale.most(80) {
                let story = OwnershipStory(seed: seed)
                let model = InMemoryRepository()
                let expected = AppName("actions-\(seed)-expected")
                try await Self.play(story.items(order: 0), app: expected, story, model)
                for order in UInt64(0)..<3 {
                    let app = AppName("actions-\(seed)-\(order)")
                    try await Self.play(story.items(order: order), app: app, story, subject.repository)
                    let name = "story \(seed), order \(order)"
                    try await Self.requireSameState(story, name, (model, expected), (subject.repository, app))
                }
            }
        },
        Behavior("An undone action is as if it had never been performed") { subject in
            for seed in UInt64(1)...TestScale.most(60) {
                let story = OwnershipStory(seed: seed, isReversible: true)
                let never = AppName("never-\(seed)")
                try await Self.play(story.items(order: 1, isActing: false), app: never, story, subject.repository)
                let undone = AppName("undone-\(seed)")
                let undoing = story.undoing.map { OwnershipStory.Item.change($0) }
                try await Self.play(story.items(order: 2) + undoing, app: undone, story, subject.repository)
                let name = "story \(seed)"
                try await Self.requireSameState(story, name, (subject.repository, never), (subject.repository, undone))
            }
        },
        Behavior("At one instant of a clock that stands, the last decision counts") { subject in
            let repository = subject.repository
            let id = TransactionID("100")
            let now = Sample.beginning + .days(3)
            func decision(_ customer: String, at instant: Instant) -> Decision {
                let customer = Sample.customer(customer)
                return Decision(customer: customer, transactionID: id, reach: .purchase, decidedAt: instant)
            }
            func perform(_ name: String, _ kind: OwnershipChange.Kind) async throws -> [OwnershipTransfer] {
                let change = OwnershipChange(id: OwnershipChangeID(name), kind: kind, changedAt: now, by: "ada")
                return try await repository.write { unit in
                    try unit.change(change, of: Sample.app, catalog: Catalog(), isPreview: false)
                }
                .get()
            }
            func require(_ owner: String, _ why: String) async throws {
                let chain = try await repository.read { view in
                    try view.chain(of: id, app: Sample.app, environment: .production)
                }
                try Self.require(chain?.claims[id]?.owner?.rawValue, is: owner, why)
            }
            let submission = Sample.submission("ada", "100")
            _ = try await repository.record(Sample.facts([Sample.period("100", of: "100")], submission: submission))
            func transfer(_ name: String, to customer: String) async throws -> Int {
                try await perform(name, .decide(decision(customer, at: now), .production)).count
            }
            try Self.require(try await transfer("1", to: "zoe"), is: 1, "It passes on.")
            try Self.require(try await perform("2", .undo(OwnershipChangeID("1"))).count, is: 1, "And back.")
            try Self.require(try await transfer("3", to: "zoe"), is: 1, "And on again, though no time has passed.")
            try await require("zoe", "The decision after the one that was undone counts.")
            try Self.require(try await transfer("4", to: "ben"), is: 1, "To another one, whose name is the lesser.")
            try await require("ben", "The last one counts.")
            var imported = Sample.facts([])
            imported.decisions = [decision("zoe", at: now + .days(1))]
            _ = try await repository.record(imported)
            try await require("zoe", "An import with a later date counts before.")
            try Self.require(try await transfer("5", to: "ben"), is: 1, "What an operator says after it counts.")
            try await require("ben", "Independent of clocks.")
        },
        Behavior("A decision follows only those on the same purchases, and its events have its instant") {
            subject in
            let repository = subject.repository
            let now = Sample.beginning + .days(3)
            let later = now + .days(1)
            func transfer(_ name: String, _ id: String, to customer: String) async throws -> [OwnershipTransfer] {
                let decision = Decision(
                    customer: Sample.customer(customer),
                    transactionID: TransactionID(id),
                    reach: .purchase,
                    decidedAt: now
                )
                let change = OwnershipChange(
                    id: OwnershipChangeID(name),
                    kind: .decide(decision, .production),
                    changedAt: now,
                    by: "ada"
                )
                return try await repository.write { unit in
                    try unit.change(change, of: Sample.app, catalog: Catalog(), isPreview: false)
                }
                .get()
            }
            func date(of name: String) async throws -> Instant? {
                try await repository.read { view in try view.ownershipChange(OwnershipChangeID(name), of: Sample.app) }?
                    .change.changedAt
            }
            for (id, customer) in [("100", "ada"), ("200", "eve")] {
                let submission = Sample.submission(customer, id)
                _ = try await repository.record(Sample.facts([Sample.period(id, of: id)], submission: submission))
            }
            let renewal = Sample.period("101", of: "100", at: Sample.beginning + .days(1), reason: .renewal)
            _ = try await repository.record(Sample.facts([renewal]))
            var imported = Sample.facts([])
            imported.decisions = [
                Decision(
                    customer: Sample.customer("zoe"),
                    transactionID: TransactionID("100"),
                    reach: .chainOn,
                    decidedAt: later
                )
            ]
            _ = try await repository.record(imported)
            let first = try await transfer("first", "101", to: "ben")
            try Self.require(first.map(\.transferredAt), is: [now], "It has the decision's instant.")
            try Self.require(
                try await date(of: "first"),
                is: later + Span(milliseconds: 1),
                "It follows what was decided of another purchase of the chain."
            )
            _ = try await transfer("second", "200", to: "ben")
            try Self.require(
                try await date(of: "second"),
                is: now,
                "Another chain's decisions are none of its business."
            )
        },
        Behavior("A preview of an action changes nothing, and says what the action then does") { subject in
            for seed in UInt64(1)...TestScale.most(30) {
                let story = OwnershipStory(seed: seed)
                let app = AppName("previewed-\(seed)")
                let items = story.items(order: 1)
                try await Self.meetEverybody(of: story, app: app, subject.repository)
                for item in items {
                    guard case .change(let change) = item else {
                        try await Self.play([item], app: app, story, subject.repository, meets: false)
                        continue
                    }
                    let catalog = story.story.catalog
                    func perform(isPreview: Bool) async throws -> Result<[OwnershipTransfer], OwnershipRefusal> {
                        try await subject.repository.write { unit in
                            try unit.change(change, of: app, catalog: catalog, isPreview: isPreview)
                        }
                    }
                    let before = try await Self.state(of: story, app: app, subject.repository)
                    let first = try await perform(isPreview: true)
                    try Self.require(
                        try await Self.state(of: story, app: app, subject.repository) == before,
                        "The preview of \(change.id) in story \(seed) changes nothing."
                    )
                    try Self.require(try await perform(isPreview: true), is: first, "Twice the same, story \(seed).")
                    try Self.require(try await perform(isPreview: false), is: first, "As it said, story \(seed).")
                }
            }
        },
    ]

    /// The answers of a repository about all customers of a story.
    private struct StoryState: Equatable {
        var claims: [TransactionID: Claim] = [:]
        var ledgers: [CustomerID: Set<OwnedChain>] = [:]
        var holdings: [CustomerID: [Set<Holding>]] = [:]
        var bindings: [CustomerID: [AppleAccountBinding]] = [:]
        var tokens: [CustomerID: [AccountToken]] = [:]
    }

    private static func state(
        of story: OwnershipStory,
        app: AppName,
        _ repository: any Repository
    ) async throws -> StoryState {
        var state = StoryState()
        for case .transaction(let snapshot) in story.story.facts {
            let chain = try await repository.read { view in
                try view.chain(of: snapshot.transactionID, app: app, environment: .production)
            }
            state.claims[snapshot.transactionID] = chain?.claims[snapshot.transactionID]
        }
        for customer in story.customers {
            let ledger = try await repository.read { view in
                try view.ledger(of: customer, app: app, environment: .production)
            }
            state.ledgers[customer] = Set(ledger.chains)
            state.bindings[customer] = try await repository.read { view in
                try view.appleAccounts(
                    of: customer,
                    app: app,
                    environment: .production
                )
            }
            state.tokens[customer] = try await repository.read { view in try view.accountTokens(of: customer, app: app)
            }
            for instant in story.story.instants.suffix(3) {
                let found = try await repository.read { view in
                    try view.holdings(
                        of: customer,
                        app: app,
                        environments: [.production],
                        gracePolicy: story.story.catalog.gracePolicy,
                        at: instant
                    )
                }
                let holdings = found.byEnvironment[.production] ?? []
                let expected = ledger.holdings(at: instant, gracePolicy: story.story.catalog.gracePolicy)
                    .filter { !$0.isEmpty }
                try Self.require(
                    Set(holdings),
                    is: Set(expected),
                    "The holdings of \(customer) follow from the chains, story \(story.story.seed)."
                )
                state.holdings[customer, default: []].append(Set(holdings))
            }
        }
        return state
    }

    private static func requireSameState(
        _ story: OwnershipStory,
        _ name: String,
        _ expected: (repository: any Repository, app: AppName),
        _ found: (repository: any Repository, app: AppName)
    ) async throws {
        let expected = try await Self.state(of: story, app: expected.app, expected.repository)
        let found = try await Self.state(of: story, app: found.app, found.repository)
        try Self.require(found.claims, is: expected.claims, "The claims, \(name).")
        try Self.require(found.tokens, is: expected.tokens, "The tokens, \(name).")
        try Self.require(found.bindings, is: expected.bindings, "The Apple Accounts, \(name).")
        try Self.require(found == expected, "The ledgers and what is held, \(name).")
    }

    /// Assigns every customer a token.
    private static func meetEverybody(
        of story: OwnershipStory,
        app: AppName,
        _ repository: any Repository
    ) async throws {
        for (token, customer) in story.story.customers.sorted(by: { $0.key < $1.key }) {
            let isHis = try await repository.write { unit in
                try unit.assign(
                    token,
                    to: customer,
                    app: app,
                    at: Sample.beginning,
                    catalog: story.story.catalog
                )
            }
            try Self.require(isHis, "A fresh token resolves to the customer who adds it.")
        }
    }

    private static func play(
        _ items: [OwnershipStory.Item],
        app: AppName,
        _ story: OwnershipStory,
        _ repository: any Repository,
        meets: Bool = true
    ) async throws {
        if meets { try await Self.meetEverybody(of: story, app: app, repository) }
        for item in items {
            switch item {
            case .fact(let fact):
                var intake = Self.intake(of: fact, app: app)
                intake.catalog = story.story.catalog
                _ = try await repository.record(intake)
            case .change(let change):
                _ = try await repository.write { unit in
                    try unit.change(
                        change,
                        of: app,
                        catalog: story.story.catalog,
                        isPreview: false
                    )
                }
            }
        }
    }
}
