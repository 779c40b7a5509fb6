import Ledger

extension RepositoryContract {
    /// The required behavior for gauges.
    static let gauges = [
        Behavior("Renewals count where they were charged, and other periods that ended by what was heard") { subject in
            let repository = subject.repository
            let end = Sample.beginning + .days(30)
            let silent = Sample.period("1", of: "1")
            let renewed = Sample.period("2", of: "2")
            let next = Sample.period("21", of: "2", at: end, reason: .renewal)
            let canceled = Sample.period("3", of: "3")
            let stated = Sample.period("4", of: "4")
            let retried = Sample.period("5", of: "5")
            let later = Sample.period("6", of: "6", at: Sample.beginning + .days(1))
            for period in [silent, renewed, stated, retried, later] {
                _ = try await repository.record(Sample.facts([period], renewals: [Sample.renewal(of: period)]))
            }
            let off = Sample.renewal(of: canceled, autoRenew: false)
            _ = try await repository.record(Sample.facts([canceled], renewals: [off]))
            _ = try await repository.record(Sample.facts([next], renewals: [Sample.renewal(of: next, number: 2)]))
            var status = Sample.facts()
            status.statuses = [
                StatusEvidence(
                    originalTransactionID: stated.originalTransactionID,
                    status: .billingRetry,
                    statedAt: end + .minutes(1)
                )
            ]
            _ = try await repository.record(status)
            var retry = Sample.renewal(of: retried, signedAt: end + .seconds(1), number: 2)
            retry.isInBillingRetry = true
            _ = try await repository.record(Sample.facts(renewals: [retry]))
            let elsewhere = Sample.period("8", of: "8")
            let others = Sample.renewal(of: elsewhere)
            _ = try await repository.record(Sample.facts([elsewhere], renewals: [others], environment: .sandbox))
            _ = try await repository.record(Sample.facts([elsewhere], renewals: [others], app: AppName("other")))

            func periods(_ span: Range<Instant>, limit: Int = 10) async throws -> EndedPeriods {
                try await repository.read { view in
                    try view.periods(
                        endedWithin: span,
                        of: Sample.app,
                        environment: .production,
                        limit: limit
                    )
                }
            }
            let found = try await periods((end - .minutes(10))..<(end + .minutes(10)))
            let one = EndedPeriods(renewed: 1, heard: 2, silent: 1, examples: [silent.originalTransactionID])
            try Self.require(found, is: one, "Each counts once.")
            let unnamed = try await periods(end..<(end + .minutes(10)), limit: 0)
            let none = EndedPeriods(renewed: 1, heard: 2, silent: 1, examples: [])
            try Self.require(unnamed, is: none, "The beginning is part of it; no customer is named.")
            let before = try await periods((end - .minutes(10))..<end)
            try Self.require(before, is: .none, "The end is not.")
            let unknown = try await repository.read { view in
                try view.periods(
                    endedWithin: end..<(end + .days(1)),
                    of: AppName("unknown"),
                    environment: .production,
                    limit: 1
                )
            }
            try Self.require(unknown, is: .none, "Nothing is known of it.")
        },
        Behavior("A subscription that runs is found near any place, of the app and environment alone") { subject in
            let repository = subject.repository
            let ended = Sample.period("3", of: "3", at: Sample.beginning - .days(40))
            for period in [Sample.period("1", of: "1"), Sample.period("2", of: "2"), ended] {
                _ = try await repository.record(Sample.facts([period], renewals: [Sample.renewal(of: period)]))
            }
            let running: Set<OriginalTransactionID> = [OriginalTransactionID("1"), OriginalTransactionID("2")]
            for place in Self.places {
                let now = Sample.beginning + .days(1)
                let subscription = try await Self.running(in: repository, near: place, at: now)
                try Self.require(subscription.map(running.contains) == true, "One of the two at \(place).")
                let over = try await Self.running(in: repository, near: place, at: Sample.beginning + .days(30))
                try Self.require(over == nil, "Both are over.")
                let other = try await Self.running(in: repository, near: place, at: now, environment: .sandbox)
                try Self.require(other == nil, "None is in the Sandbox.")
            }
        },
        Behavior("The only subscription of an app is found among many of others") { subject in
            let repository = subject.repository
            let only = Sample.period("1", of: "1")
            let renewals = [Sample.renewal(of: only)]
            _ = try await repository.record(Sample.facts([only], renewals: renewals, app: AppName("other")))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 2...1100 {
                    let period = Sample.period("\(number)", of: "\(number)")
                    let intake = Sample.facts([period], renewals: [Sample.renewal(of: period)])
                    group.addTask { _ = try await repository.record(intake) }
                }
                try await group.waitForAll()
            }
            for place in Self.places {
                let found = try await Self.running(
                    in: repository,
                    near: place,
                    at: Sample.beginning + .days(1),
                    app: AppName("other")
                )
                try Self.require(found, is: only.originalTransactionID, "It is the only one, at \(place).")
            }
        },
        Behavior("Of the periods that ended those are found that were to renew, until an end is stated") { subject in
            let repository = subject.repository
            let end = Sample.beginning + .days(30)
            let (lost, canceled) = (Sample.period("1", of: "1"), Sample.period("2", of: "2"))
            let (expired, retried) = (Sample.period("3", of: "3"), Sample.period("4", of: "4"))
            for period in [lost, expired, retried] {
                _ = try await repository.record(Sample.facts([period], renewals: [Sample.renewal(of: period)]))
            }
            let off = Sample.renewal(of: canceled, autoRenew: false)
            _ = try await repository.record(Sample.facts([canceled], renewals: [off]))
            for (period, status) in [(expired, StatusEvidence.Status.expired), (retried, .billingRetry)] {
                var intake = Sample.facts()
                let id = period.originalTransactionID
                let statement = StatusEvidence(originalTransactionID: id, status: status, statedAt: end + .minutes(1))
                intake.statuses = [statement]
                _ = try await repository.record(intake)
            }
            func found(_ place: Double, _ span: Range<Instant>) async throws -> OriginalTransactionID? {
                try await repository.read { view in
                    try view.subscription(
                        near: place,
                        of: Sample.app,
                        environment: .production,
                        endingWithin: span,
                        at: end + .days(2)
                    )
                }
            }
            let open: Set<OriginalTransactionID> = [lost.originalTransactionID, retried.originalTransactionID]
            for place in Self.places {
                let one = try await found(place, end..<(end + .days(1)))
                try Self.require(one.map(open.contains) == true, "Neither ended nor canceled: \(one as Any).")
                let early = try await found(place, (end - .days(1))..<end)
                try Self.require(early == nil, "The end is no part of the stretch.")
            }
        },
        Behavior("Customers of the Sandbox count once, from the handing over on") { subject in
            let repository = subject.repository
            let product = Product(id: ProductID("gems"), kind: .consumable, grants: ["gems": 600])
            let catalog = Catalog(
                products: [product.id: product],
                coins: ["gems": Coin()],
                fulfillment: FulfillmentPolicy(from: Sample.beginning, coins: .fulfiller)
            )
            let bought: [(id: String, customer: String, environment: StoreEnvironment)] = [
                ("1", "ada", .sandbox), ("2", "ada", .sandbox), ("3", "ben", .sandbox), ("4", "cleo", .production),
            ]
            for purchase in bought {
                var intake = Sample.facts(
                    [Sample.gems(purchase.id)],
                    submission: Sample.submission(purchase.customer, purchase.id),
                    environment: purchase.environment
                )
                intake.catalog = catalog
                _ = try await repository.record(intake)
            }
            let before = try await repository.read { view in
                try view.sandboxCustomerCount(of: Sample.app, since: Sample.beginning)
            }
            try Self.require(before, is: 0, "Nothing is handed over.")
            let now = Sample.beginning + .seconds(1)
            let leases = try await repository.leaseFulfillments(
                of: Sample.app,
                at: now,
                until: now + .hours(1),
                limit: 9
            )
            try Self.require(leases.leases.count, is: 4, "All is due.")
            for lease in leases.leases {
                _ = try await repository.write { unit in try unit.conclude(lease, .confirmed(recovered: nil), at: now) }
            }
            let after = try await repository.read { view in
                try view.sandboxCustomerCount(of: Sample.app, since: Sample.beginning)
            }
            try Self.require(after, is: 2, "Two customers bought in the Sandbox.")
            let late = try await repository.read { view in try view.sandboxCustomerCount(of: Sample.app, since: now) }
            try Self.require(late, is: 0, "There was no purchase since.")
            let other = try await repository.read { view in
                try view.sandboxCustomerCount(of: AppName("other"), since: Sample.beginning)
            }
            try Self.require(other, is: 0, "Another app has its own.")
        },
        Behavior("A database has a size, unless it lies on no disk") { subject in
            _ = try await subject.repository.record(Sample.facts([Sample.gems("1")]))
            let bytes = try await subject.repository.read { view in try view.databaseBytes() }
            try Self.require(bytes.map { $0 > 4096 } ?? true, "It is more than a page: \(bytes ?? 0).")
        },
    ]

    private static let places = [-1, 0, 0.3, 0.6, 0.99, 1, 2]

    private static func running(
        in repository: any Repository,
        near place: Double,
        at now: Instant,
        app: AppName = Sample.app,
        environment: StoreEnvironment = .production
    ) async throws -> OriginalTransactionID? {
        try await repository.read { view in
            try view.subscription(
                near: place,
                of: app,
                environment: environment,
                endingWithin: (now + Span(milliseconds: 1))..<Instant(milliseconds: .max),
                at: now
            )
        }
    }
}
