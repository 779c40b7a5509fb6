import Ledger

extension RepositoryContract {
    static let entitlementAnswers = [
        Behavior("Holdings follow from the customer's chains, at any instant and in any order of evidence") { subject in
            for seed in UInt64(1)...TestScale.most(60) {
                try await Self.requireHoldings(seed: seed, subject.repository)
            }
        },
        Behavior("Expired holdings are derived again when read, also before due changes are published") {
            subject in
            let repository = subject.repository
            let period = Sample.period("100", of: "100")
            let renewal = Sample.renewal(of: period)
            let catalog = Self.catalog(selling: period)
            _ = try await repository.record(
                Sample.facts([period], renewals: [renewal], submission: Sample.submission("ada", "100"))
            )
            let end = try Self.unwrap(period.expiresAt, "A period has an end.")
            for (instant, isActive, state) in [
                (Sample.beginning + .days(1), true, Entitlement.State.active),
                (end - Span(milliseconds: 1), true, .active), (end, true, .overdue), (end + .days(2), false, .expired),
                (Sample.beginning - .days(1), true, .active),
            ] {
                let found = try await Self.entitlements("ada", repository, at: instant, catalog)
                try Self.require(found.map(\.isActive), is: [isActive], "Active at \(instant).")
                try Self.require(found.map(\.state), is: [state], "The state at \(instant).")
            }
        },
        Behavior("Another grace policy and another catalog answer at once") { subject in
            let repository = subject.repository
            var period = Sample.period("100", of: "100")
            period.productID = ProductID("plus.monthly")
            var renewal = Sample.renewal(of: period, signedAt: Sample.beginning + .days(40), number: 5)
            renewal.isInBillingRetry = true
            var intake = Sample.facts([period], renewals: [renewal], submission: Sample.submission("ada", "100"))
            intake.receivedAt = Sample.beginning + .days(40)
            _ = try await repository.record(intake)
            let now = Sample.beginning + .days(41)
            for keeps in [false, true] {
                for name in ["plus", "gold"] {
                    let catalog = Catalog(
                        products: [
                            period.productID: Product(
                                id: period.productID,
                                kind: .autoRenewable,
                                unlocks: [EntitlementName(name)]
                            )
                        ],
                        gracePolicy: GracePolicy(keepsInRetry: keeps)
                    )
                    let found = try await Self.entitlements("ada", repository, at: now, catalog)
                    try Self.require(found.map(\.name.rawValue), is: [name], "The entitlement of this catalog.")
                    try Self.require(found.map(\.isActive), is: [keeps], "Kept in retry as this policy says.")
                }
            }
        },
        Behavior("An unknown customer has no holdings") { subject in
            let catalog = Catalog()
            let now = Sample.beginning
            let unseen = try await Self.entitlements("ada", subject.repository, at: now, catalog)
            try Self.require(unseen, is: [], "No entitlements.")
            _ = try await subject.repository.record(Sample.facts([Sample.period("100", of: "100")]))
            let unclaimed = try await Self.entitlements("ada", subject.repository, at: now, catalog)
            try Self.require(unclaimed, is: [], "None yet.")
        },
    ]

    static let grants = [
        Behavior("A grant is stored once per customer and app, and is part of the entitlements while it runs") {
            subject in
            let repository = subject.repository
            let ada = Sample.customer("ada")
            let grant = Self.grant("g1", from: 1, to: 3)
            try Self.require(
                try await repository.write { unit in try unit.keep(grant, for: ada, app: Sample.app, catalog: Catalog())
                },
                is: true,
                "It is new."
            )
            let again = Self.grant("g1", from: 7, to: nil)
            try Self.require(
                try await repository.write { unit in try unit.keep(again, for: ada, app: Sample.app, catalog: Catalog())
                },
                is: false,
                "It is known."
            )
            try Self.require(
                try await repository.read { view in try view.grants(of: ada, app: Sample.app) },
                is: [grant],
                "As it was first."
            )
            let ben = Sample.customer("ben")
            try Self.require(
                try await repository.read { view in try view.grants(of: ben, app: Sample.app) },
                is: [],
                "Not another's."
            )
            try Self.require(
                try await repository.read { view in try view.grants(of: ada, app: AppName("other")) },
                is: [],
                "Not another app's."
            )
            for (day, state) in [
                (0, Entitlement.State.queued), (1, .active), (2, .active), (3, .expired), (9, .expired),
            ] as [(Int64, Entitlement.State)] {
                let now = Sample.beginning + .days(day)
                let found = try await Self.entitlements("ada", repository, at: now, Catalog())
                try Self.require(found.map(\.state), is: [state], "Day \(day).")
                try Self.require(found.map(\.transactionIDs), is: [[]], "It rests on no transaction.")
            }
        },
        Behavior("A grant is revoked once, and only where it is known") { subject in
            let repository = subject.repository
            let ada = Sample.customer("ada")
            var grant = Self.grant("g1", from: 0, to: nil)
            _ = try await repository.write { [grant] unit in
                try unit.keep(grant, for: ada, app: Sample.app, catalog: Catalog())
            }
            _ = try await repository.write { unit in
                try unit.keep(
                    Self.grant("g0", from: 0, to: nil),
                    for: ada,
                    app: Sample.app,
                    catalog: Catalog()
                )
            }
            let first = Grant.Revocation(at: Sample.beginning + .days(2), by: "ops", reason: "a mistake")
            let second = Grant.Revocation(at: Sample.beginning + .days(3), by: "other", reason: "again")
            grant.revocation = first
            for revocation in [first, second] {
                let found = try await repository.write { unit in
                    try unit.revoke(
                        GrantID("g1"),
                        of: ada,
                        app: Sample.app,
                        revocation,
                        catalog: Catalog()
                    )
                }
                try Self.require(found, is: grant, "Revoked once.")
            }
            let none = try await repository.write { unit in
                try unit.revoke(
                    GrantID("g2"),
                    of: ada,
                    app: Sample.app,
                    first,
                    catalog: Catalog()
                )
            }
            try Self.require(none, is: nil, "Unknown.")
            let other = try await repository.write { unit in
                try unit.revoke(
                    GrantID("g1"),
                    of: Sample.customer("ben"),
                    app: Sample.app,
                    first,
                    catalog: Catalog()
                )
            }
            try Self.require(other, is: nil, "Another's.")
            let kept = try await repository.read { view in try view.grants(of: ada, app: Sample.app) }
            try Self.require(kept.map(\.id.rawValue), is: ["g0", "g1"], "Both are listed in order.")
            try Self.require(kept.map { $0.revocation == nil }, is: [true, false], "One is revoked.")
        },
    ]

    private static func grant(_ id: String, from: Int64, to: Int64?) -> Grant {
        Grant(
            id: GrantID(id),
            entitlement: EntitlementName("plus"),
            beginsAt: Sample.beginning + .days(from),
            endsAt: to.map { Sample.beginning + .days($0) },
            grantedAt: Sample.beginning,
            grantedBy: "ops",
            reason: "an apology"
        )
    }

    private static func catalog(selling period: TransactionSnapshot) -> Catalog {
        Catalog(
            products: [
                period.productID: Product(id: period.productID, kind: period.kind, unlocks: [EntitlementName("plus")])
            ]
        )
    }

    private static func entitlements(
        _ name: String,
        _ repository: any Repository,
        at now: Instant,
        _ catalog: Catalog
    ) async throws -> [Entitlement] {
        try await repository.read { view in
            try view.holdings(
                of: Sample.customer(name),
                app: Sample.app,
                environments: [.production],
                gracePolicy: catalog.gracePolicy,
                at: now
            )
        }.entitlements(at: now, environment: .production, catalog: catalog)
    }

    /// Fails unless what is held is what the ledger says, after every fact of a story and at instants all around.
    private static func requireHoldings(seed: UInt64, _ repository: any Repository) async throws {
        let story = EvidenceStory(seed: seed).withSeats().withDecisions()
        let app = AppName("entitlements-\(seed)")
        var generator = SeededGenerator(seed: seed &* 13)
        var now = Sample.beginning
        let facts = seed.isMultiple(of: 3) ? story.shuffled(seed: seed) : story.facts
        for (token, customer) in story.customers.sorted(by: { $0.key < $1.key }) {
            let submission = Submission(
                customer: customer,
                transactionID: TransactionID("no-such-transaction"),
                intent: .sync,
                submittedAt: Sample.beginning
            )
            _ = try await repository.record(Sample.facts(submission: submission, tokens: [token], app: app))
        }
        let spans: [Span] = [
            .zero, Span(milliseconds: -1), .minutes(1), .hours(2), .days(1), .days(29), .days(61), .days(-30),
        ]
        for fact in facts {
            var intake = Self.intake(of: fact, app: app)
            // As in life, a little later than it was signed; the clock does not go backwards.
            if case .transaction(let snapshot) = fact {
                now = max(now, min(snapshot.signedAt, snapshot.purchaseAt) + .minutes(1))
            }
            intake.receivedAt = now
            intake.catalog = story.catalog
            _ = try await repository.record(intake)
            if generator.happens(percent: 20) {
                now = now + generator.pick([.hours(1), .days(3), .days(31)])
                for due in try await repository.read({ [now] view in try view.dueChains(at: now, limit: 10) })
                where due.app == app {
                    try await repository.write { [now] unit in try unit.advance(due, at: now, catalog: story.catalog) }
                }
            }
            guard generator.happens(percent: 40) else { continue }
            for instant in [now + generator.pick(spans), generator.pick(story.instants)] {
                try await Self.requireHoldings(at: instant, story, app, repository)
            }
        }
        for instant in story.instants { try await Self.requireHoldings(at: instant, story, app, repository) }
    }

    private static func requireHoldings(
        at instant: Instant,
        _ story: EvidenceStory,
        _ app: AppName,
        _ repository: any Repository
    ) async throws {
        let environment = StoreEnvironment.production
        for customer in Set(story.customers.values).sorted() {
            let ledger = try await repository.read { view in
                try view.ledger(of: customer, app: app, environment: environment)
            }
            let found = try await repository.read { view in
                try view.holdings(
                    of: customer,
                    app: app,
                    environments: [environment],
                    gracePolicy: story.catalog.gracePolicy,
                    at: instant
                )
            }
            let expected = ledger.holdings(at: instant, gracePolicy: story.catalog.gracePolicy).filter { !$0.isEmpty }
            let holdings = found.byEnvironment[environment] ?? []
            let name = "of \(customer) at \(instant.milliseconds) in story \(story.seed)"
            try Self.require(Set(holdings), is: Set(expected), "What is held \(name).")
            try Self.require(holdings.count, is: expected.count, "Each chain once \(name).")
            try Self.require(
                found.entitlements(at: instant, environment: environment, catalog: story.catalog),
                is: ledger.entitlements(at: instant, catalog: story.catalog),
                "The entitlements \(name)."
            )
        }
    }
}
