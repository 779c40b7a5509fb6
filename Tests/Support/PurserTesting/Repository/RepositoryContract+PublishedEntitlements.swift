import Ledger

extension RepositoryContract {
    static let publishedEntitlements = [
        Behavior("A purchase publishes its entitlement, and signing it again publishes nothing") { subject in
            let repository = subject.repository
            let period = Sample.period("100", of: "100")
            let catalog = Self.catalog(unlocking: period, .autoRenewable)
            var intake = Sample.facts([period], submission: Sample.submission("ada", "100"))
            intake.catalog = catalog
            _ = try await repository.record(intake)
            try await Self.require(repository, publishes: [.entitlementGranted])
            var again = period
            again.signedAt = period.signedAt + .minutes(1)
            again.digest = .number(77)
            var repeated = Sample.facts([again])
            repeated.catalog = catalog
            _ = try await repository.record(repeated)
            try await Self.require(repository, publishes: [.entitlementGranted])
            let end = try Self.unwrap(period.expiresAt, "A period has an end.")
            try await Self.letTimePass(over: repository, app: Sample.app, to: end + .days(2), catalog)
            // First nothing is heard, which is as good as before for a while; then it is over.
            try await Self.require(
                repository,
                publishes: [.entitlementGranted, .entitlementChanged, .entitlementEnded]
            )
            try await Self.requireEntitlements(repository, catalog, at: end + .days(2))
        },
        Behavior("A suppressed change is never published; the next change publishes the current state") { subject in
            let repository = subject.repository
            let period = Sample.period("100", of: "100")
            let catalog = Self.catalog(unlocking: period, .autoRenewable)
            var intake = Sample.facts([period], submission: Sample.submission("ada", "100"))
            intake.catalog = catalog
            intake.publishesEvents = false
            _ = try await repository.record(intake)
            try await Self.require(repository, publishes: [])
            let end = try Self.unwrap(period.expiresAt, "A period has an end.")
            try await Self.letTimePass(over: repository, app: Sample.app, to: end + .days(2), catalog)
            try await Self.require(repository, publishes: [.entitlementChanged, .entitlementEnded])
            try await Self.requireEntitlements(repository, catalog, at: end + .days(2))
        },
        Behavior("The end of each period without a renewal is published without any evidence") { subject in
            let repository = subject.repository
            var catalog = Catalog()
            for (number, day) in [("1", Int64(0)), ("2", 3)] {
                var pass = Sample.period(number, of: number)
                pass.kind = .nonRenewing
                pass.purchaseAt = Sample.beginning + .days(day)
                pass.expiresAt = nil
                catalog = Self.catalog(unlocking: pass, .nonRenewing)
                var intake = Sample.facts([pass], submission: Sample.submission("ada", number))
                intake.receivedAt = pass.purchaseAt
                intake.catalog = catalog
                _ = try await repository.record(intake)
            }
            // The second lets it last longer.
            try await Self.require(repository, publishes: [.entitlementGranted, .entitlementChanged])
            let due = try await repository.read { view in
                try view.dueEntitlements(at: Sample.beginning + .days(99), limit: 10)
            }
            try Self.require(due.map(\.customer), is: [Sample.customer("ada")], "Only this customer is due.")
            let early = try await repository.read { view in
                try view.dueEntitlements(at: Sample.beginning + .days(9), limit: 10)
            }
            try Self.require(early, is: [], "Not yet.")
            for day in [10, 20, 21] as [Int64] {
                try await Self.letTimePass(
                    over: repository,
                    app: Sample.app,
                    to: Sample.beginning + .days(day),
                    catalog
                )
                try await Self.requireEntitlements(repository, catalog, at: Sample.beginning + .days(day))
            }
            try await Self.require(
                repository,
                publishes: [.entitlementGranted, .entitlementChanged, .entitlementChanged, .entitlementEnded]
            )
            let last = try await repository.read { view in try view.events(of: Self.stream("ada"), after: 0, limit: 99)
            }.last
            try Self.require(last?.occurredAt, is: Sample.beginning + .days(20), "Dated by when it fell due.")
            let never = try await repository.read { view in
                try view.dueEntitlements(at: Sample.beginning + .days(9_999), limit: 10)
            }
            try Self.require(never, is: [], "Nothing more will change.")
        },
        Behavior("A grant is published when it begins, ends and is revoked") { subject in
            let repository = subject.repository
            let ada = Sample.customer("ada")
            let catalog = Catalog()
            func grant(_ id: String, _ entitlement: String, from: Int64, to: Int64?) async throws {
                let grant = Grant(
                    id: GrantID(id),
                    entitlement: EntitlementName(entitlement),
                    beginsAt: Sample.beginning + .days(from),
                    endsAt: to.map { Sample.beginning + .days($0) },
                    grantedAt: Sample.beginning,
                    grantedBy: "ops",
                    reason: "an apology"
                )
                _ = try await repository.write { unit in
                    try unit.keep(grant, for: ada, app: Sample.app, catalog: catalog)
                }
                _ = try await repository.write { unit in
                    try unit.keep(grant, for: ada, app: Sample.app, catalog: catalog)
                }
            }
            try await grant("g1", "plus", from: 1, to: 3)
            try await Self.require(repository, publishes: [.entitlementChanged])
            try await grant("g2", "gold", from: 0, to: nil)
            try await Self.require(repository, publishes: [.entitlementChanged, .entitlementGranted])
            try await Self.letTimePass(over: repository, app: Sample.app, to: Sample.beginning + .days(5), catalog)
            var published: [EventName] = [
                .entitlementChanged, .entitlementGranted, .entitlementGranted, .entitlementEnded,
            ]
            try await Self.require(repository, publishes: published)
            let revocation = Grant.Revocation(at: Sample.beginning + .days(6), by: "ops", reason: "a mistake")
            for _ in 0..<2 {
                let id = GrantID("g2")
                _ = try await repository.write { unit in
                    try unit.revoke(id, of: ada, app: Sample.app, revocation, catalog: catalog)
                }
            }
            published.append(.entitlementEnded)
            try await Self.require(repository, publishes: published)
            try await Self.requireEntitlements(repository, catalog, at: Sample.beginning + .days(6))
            try Self.require(
                try await repository.read { view in
                    try view.dueEntitlements(at: Sample.beginning + .days(999), limit: 9)
                },
                is: [],
                "Nothing is left to come."
            )
        },
        Behavior("With any actions at any time, the last published entitlements match the answers") {
            subject in
            let model = InMemoryRepository()
            for seed in UInt64(1)...TestScale.most(25) {
                try await Self.requireEntitlementsPublished(seed: seed, subject.repository, model)
            }
        },
    ]

    private static func catalog(
        unlocking period: TransactionSnapshot,
        _ kind: TransactionSnapshot.Kind
    ) -> Catalog {
        let product = Product(
            id: period.productID,
            kind: kind,
            unlocks: [EntitlementName("plus")],
            lasts: kind == .nonRenewing ? CalendarPeriod(months: 0, days: 10) : nil
        )
        return Catalog(products: [period.productID: product])
    }

    /// Fails unless these and no other events about entitlements are in Ada's event stream.
    private static func require(
        _ repository: any Repository,
        publishes expected: [EventName],
        line: UInt = #line
    ) async throws {
        let names: Set<EventName> = [.entitlementGranted, .entitlementChanged, .entitlementEnded]
        let published = try await repository.read { view in try view.events(of: Self.stream("ada"), after: 0, limit: 99)
        }.map(\.name)
        try Self.require(published.filter(names.contains), is: expected, "The entitlement events.", line: line)
    }

    private static func requireEntitlements(
        _ repository: any Repository,
        _ catalog: Catalog,
        at now: Instant,
        line: UInt = #line
    ) async throws {
        let view = SubscriberView(
            repository: repository,
            app: Sample.app,
            environment: .production,
            catalog: catalog
        )
        guard let complaint = try await view.complaint(aboutEntitlementsOf: Sample.customer("ada"), at: now) else {
            return
        }
        throw ContractViolation(complaint, line: line)
    }

    /// Fails unless two repositories publish the same of a story with operator actions, and the entitlements that
    /// they answer.
    private static func requireEntitlementsPublished(
        seed: UInt64,
        _ repository: any Repository,
        _ model: any Repository
    ) async throws {
        let story = OwnershipStory(seed: seed)
        let catalog = story.story.catalog
        let app = AppName("published-entitlements-\(seed)")
        let isQuietAtTimes = seed % 5 == 0
        let living = story.customers.filter { !$0.isErased }
        var generator = SeededGenerator(seed: seed &* 101 &+ 3)
        var now = story.story.instants.min() ?? Sample.beginning
        let items = story.items(order: seed % 3)
        let end = max(now, story.story.instants.max() ?? now) + .days(100)
        let step = Span(milliseconds: (end - now).milliseconds / Int64(items.count + 1))
        for view in [repository, model] {
            for (token, customer) in story.story.customers.sorted(by: { $0.key < $1.key }) {
                _ = try await view.write { [now] unit in
                    try unit.assign(token, to: customer, app: app, at: now, catalog: catalog)
                }
            }
        }
        for (place, item) in items.enumerated() {
            let act = generator.number(below: 10)
            let who = generator.pick(living)
            let days = Int64(generator.number(below: 60))
            for view in [repository, model] {
                let isPublished = !isQuietAtTimes || place % 3 > 0
                try await Self.play(item, app: app, catalog, view, at: now, isPublished: isPublished)
                let name = "\(place)"
                if act < 2 { try await Self.grant(name, for: who, app: app, catalog, view, at: now, days: days) }
                if act == 2 {
                    let known = try await view.read { view in try view.grants(of: who, app: app) }.first {
                        $0.revocation == nil
                    }
                    guard let known else { continue }
                    let revocation = Grant.Revocation(at: now, by: "ada", reason: "a test")
                    _ = try await view.write { unit in
                        try unit.revoke(known.id, of: who, app: app, revocation, catalog: catalog)
                    }
                }
                if act > 7 { try await Self.letTimePass(over: view, app: app, to: now, catalog) }
            }
            now = now + step
        }
        for view in [repository, model] {
            try await Self.letTimePass(over: view, app: app, to: end, catalog)
            // A subscriber that did not receive every event cannot know everything.
            if isQuietAtTimes { continue }
            let published = SubscriberView(repository: view, app: app, environment: .production, catalog: catalog)
            for customer in story.customers {
                guard let complaint = try await published.complaint(aboutEntitlementsOf: customer, at: end) else {
                    continue
                }
                throw ContractViolation("Seed \(seed): \(complaint)", line: #line)
            }
        }
        for customer in story.customers {
            let stream = EventStream(app: app, subject: .customer(customer))
            let found = try await repository.read { view in try view.events(of: stream, after: 0, limit: 9_999) }
            let expected = try await model.read { view in try view.events(of: stream, after: 0, limit: 9_999) }
            try Self.require(found.map(\.name), is: expected.map(\.name), "Seed \(seed), \(customer): names.")
            try Self.require(found, is: expected, "Seed \(seed), \(customer).")
        }
    }

    private static func play(
        _ item: OwnershipStory.Item,
        app: AppName,
        _ catalog: Catalog,
        _ repository: any Repository,
        at now: Instant,
        isPublished: Bool
    ) async throws {
        switch item {
        case .fact(let fact):
            var intake = Self.intake(of: fact, app: app)
            intake.receivedAt = now
            intake.catalog = catalog
            intake.publishesEvents = isPublished
            _ = try await repository.record(intake)
        case .change(let change):
            let dated = OwnershipChange(id: change.id, kind: change.kind, changedAt: now, by: change.by)
            _ = try await repository.write { unit in try unit.change(dated, of: app, catalog: catalog, isPreview: false)
            }
        }
    }

    private static func grant(
        _ name: String,
        for customer: CustomerID,
        app: AppName,
        _ catalog: Catalog,
        _ repository: any Repository,
        at now: Instant,
        days: Int64
    ) async throws {
        let grant = Grant(
            id: GrantID("grant-\(name)"),
            entitlement: catalog.entitlements.keys.sorted()[Int(days) % catalog.entitlements.count],
            beginsAt: now + .days(days % 7),
            endsAt: days % 5 == 0 ? nil : now + .days(days % 7 + days),
            grantedAt: now,
            grantedBy: "ada",
            reason: "a test"
        )
        _ = try await repository.write { unit in try unit.keep(grant, for: customer, app: app, catalog: catalog) }
    }
}
