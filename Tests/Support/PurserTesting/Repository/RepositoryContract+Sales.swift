package import Ledger

extension RepositoryContract {
    static let sales = [
        Behavior("Sales are those that the chains derive, in any order of arrival") { subject in
            var kinds: [Int64: Int] = [:]
            for seed in UInt64(1)...TestScale.most(80) {
                let story = EvidenceStory(seed: seed).withPrices().withSeats().withReportedRefunds()
                let expected = Self.sales(of: story.facts)
                for sale in expected { kinds[sale.cursor.kind, default: 0] += 1 }
                for order in UInt64(0)..<2 {
                    let app = AppName("sales-\(seed)-\(order)")
                    let facts = order == 0 ? story.facts : story.shuffled(seed: order)
                    for fact in facts { _ = try await subject.repository.record(Self.intake(of: fact, app: app)) }
                    let found = try await Self.sales(of: app, in: subject.repository)
                    try Self.require(found, is: expected, "The sales of story \(seed), order \(order).")
                }
            }
            let areAll = (Int64(0)...2).allSatisfy { (kinds[$0] ?? 0) > 0 }
            try Self.require(areAll, "There are sales, refunds and credits: \(kinds).")
        },
        Behavior("A refund and its reversal count on their days, in any order of arrival") { subject in
            let beginning = Sample.beginning
            let bought = Sample.period("1", of: "1")
            var refunded = Sample.period("1", of: "1", signedAt: beginning + .days(3), number: 2)
            refunded.revocation = Revocation(
                revokedAt: beginning + .days(2),
                reason: 0,
                type: "REFUND_FULL",
                percentageMilliunits: nil
            )
            var reversed = Sample.period("1", of: "1", signedAt: beginning + .days(9), number: 3)
            reversed.isReversal = true
            let orders = [
                [bought, refunded, reversed], [reversed, refunded, bought], [refunded, bought, reversed],
                [bought, reversed, refunded],
            ]
            for (number, order) in orders.enumerated() {
                let app = AppName("reversal-\(number)")
                for snapshot in order { _ = try await subject.repository.record(Sample.facts([snapshot], app: app)) }
                let found = try await Self.sales(of: app, in: subject.repository)
                try Self.require(
                    found.map(\.at),
                    is: [beginning, beginning + .days(2), beginning + .days(9)],
                    "The days of order \(number)."
                )
                try Self.require(found.map(\.amountMilliunits), is: [9990, -9990, 9990], "The money.")
            }
        },
        Behavior("An upgrade gives a credit that a refund replaces, in any order of arrival") { subject in
            let beginning = Sample.beginning
            let bought = Sample.period("1", of: "1")
            var higher = Sample.period("2", of: "1", at: beginning + .days(10))
            higher.productID = ProductID("another")
            var upgraded = Sample.period("1", of: "1", signedAt: beginning + .days(11), number: 2)
            upgraded.isUpgraded = true
            var refunded = Sample.period("1", of: "1", signedAt: beginning + .days(20), number: 3)
            refunded.revocation = Revocation(
                revokedAt: beginning + .days(19),
                reason: 0,
                type: "REFUND_FULL",
                percentageMilliunits: nil
            )
            let orders = [
                [bought, higher, upgraded, refunded], [higher, bought, refunded, upgraded],
                [bought, upgraded, higher, refunded], [bought, refunded, higher, upgraded],
            ]
            for (number, order) in orders.enumerated() {
                let app = AppName("upgrade-\(number)")
                for (place, snapshot) in (order + order).enumerated() {
                    _ = try await subject.repository.record(Sample.facts([snapshot], app: app))
                    let known = order.prefix(place + 1).map(LedgerFact.transaction)
                    let found = try await Self.sales(of: app, in: subject.repository)
                    try Self.require(found, is: Self.sales(of: known), "Order \(number), word \(place).")
                }
            }
            let first = Self.sales(of: [.transaction(bought), .transaction(higher)])
            try Self.require(first.map(\.part), is: [.money, .credit, .money], "The upgrade alone gives a credit.")
        },
        Behavior("Renewal information dates the charge of the latest renewal, in any order") { subject in
            let bought = Sample.period("1", of: "1")
            let renewed = Sample.period("2", of: "1", at: Sample.beginning + .days(30), reason: .renewal)
            let early = Sample.beginning + .days(30) - .hours(7)
            let words = [
                Sample.renewal(of: bought), Sample.renewal(of: renewed, signedAt: early, number: 2),
                Sample.renewal(of: renewed, signedAt: Sample.beginning + .days(40), number: 3),
            ]
            for (number, order) in [[0, 1, 2], [2, 1, 0], [1, 2, 0], [2, 0, 1]].enumerated() {
                let app = AppName("charge-\(number)")
                for snapshot in [bought, renewed] {
                    _ = try await subject.repository.record(Sample.facts([snapshot], app: app))
                }
                for word in order {
                    let intake = Self.intake(of: .renewal(words[word]), app: app)
                    _ = try await subject.repository.record(intake)
                }
                let found = try await Self.sales(of: app, in: subject.repository)
                try Self.require(found.map(\.at), is: [Sample.beginning, early], "The days of order \(number).")
            }
        },
        Behavior("A purchase that two chains knew counts once when they become one") { subject in
            var first = Sample.period("20", of: "20")
            first.webOrderLineItemID = WebOrderLineItemID("77")
            var restored = Sample.period("30", of: "30", at: Sample.beginning + .hours(1))
            restored.webOrderLineItemID = WebOrderLineItemID("77")
            for snapshot in [first, restored] { _ = try await subject.repository.record(Sample.facts([snapshot])) }
            let apart = try await Self.sales(of: Sample.app, in: subject.repository)
            try Self.require(apart.count, is: 2, "Nothing says that they are one.")
            var joining = Sample.period("31", of: "30", at: Sample.beginning + .days(30), reason: .renewal)
            joining.previousOriginalTransactionID = OriginalTransactionID("20")
            _ = try await subject.repository.record(Sample.facts([joining]))
            let joined = try await Self.sales(of: Sample.app, in: subject.repository)
            try Self.require(joined.map(\.transactionID.rawValue), is: ["20", "31"], "The restored one counts once.")
            try Self.require(joined.map(\.period), is: [.new, .renewal], "New, then renewed.")
        },
        Behavior("Pages of sales cover each once, within the span, the app and the environment") { subject in
            let repository = subject.repository
            for number in Int64(0)..<23 {
                // Several at each instant, with ids that differ in length.
                let at = Sample.beginning + .hours(number / 4)
                _ = try await repository.record(Sample.facts([Sample.gems("\(number * 7 + 1)", at: at)]))
            }
            _ = try await repository.record(Sample.facts([Sample.gems("a-1")], app: AppName("other")))
            _ = try await repository.record(Sample.facts([Sample.gems("b-1")], environment: .sandbox))
            let whole = try await Self.sales(of: Sample.app, in: repository, limit: 1000)
            try Self.require(whole.count, is: 23, "Each is there.")
            for limit in [1, 3, 4, 23] {
                let paged = try await Self.sales(of: Sample.app, in: repository, limit: limit)
                try Self.require(paged, is: whole, "Pages of \(limit).")
            }
            let span = (Sample.beginning + .hours(1))..<(Sample.beginning + .hours(3))
            for limit in [3, 100] {
                let some = try await Self.sales(of: Sample.app, in: repository, within: span, limit: limit)
                try Self.require(some, is: whole.filter { span.contains($0.at) }, "A span, in pages of \(limit).")
                try Self.require(some.count, is: 8, "Its end is not part of it.")
            }
            let tests = try await repository.read { view in
                try view.sales(
                    of: Sample.app,
                    environment: .sandbox,
                    within: Self.allTime,
                    after: nil,
                    limit: 10
                )
            }
            try Self.require(tests.sales.map(\.part), is: [.excluded(.sandbox)], "A test purchase has no money.")
            let none = try await Self.sales(of: AppName("unknown"), in: repository)
            try Self.require(none.isEmpty, "An unknown app has none.")
        },
        Behavior("Every value of a sale comes back, and an erased customer's purchases stay sold") { subject in
            let repository = subject.repository
            var seats = Sample.period("1", of: "1")
            seats.quantity = 8
            seats.price = Money(amountMilliunits: 9240, currency: "EUR")
            seats.storefront = "DEU"
            seats.offer = Offer(type: 2, identifier: "spring", discountType: "PAY_AS_YOU_GO", period: "P1M")
            var coins = Sample.gems("c-2", at: Sample.beginning + .hours(1))
            coins.quantity = 3
            coins.price = Money(amountMilliunits: 14_970, currency: "USD")
            coins.revocation = Revocation(
                revokedAt: Sample.beginning + .hours(2),
                reason: nil,
                type: "REFUND_PRORATED",
                percentageMilliunits: 50_000
            )
            let ada = Sample.submission("ada", "1")
            _ = try await repository.record(Sample.facts([seats], submission: ada))
            _ = try await repository.record(Sample.facts([coins]))
            let found = try await Self.sales(of: Sample.app, in: repository)
            let expected = Self.sales(of: [.transaction(seats), .transaction(coins)])
            try Self.require(found, is: expected, "All of it.")
            try Self.require(found.map(\.part), is: [.seats, .money, .money], "The parts.")
            try Self.require(found.map(\.amountMilliunits), is: [73_920, 14_970, -7485], "The money.")
            let erasure = OwnershipChange(
                id: OwnershipChangeID("e"),
                kind: .erase(Sample.customer("ada")),
                changedAt: Sample.beginning + .days(1),
                by: "ben",
                note: "asked for"
            )
            _ = try await repository.write { unit in
                try unit.change(erasure, of: Sample.app, catalog: Catalog(), isPreview: false)
            }
            try Self.require(try await Self.sales(of: Sample.app, in: repository), is: expected, "They stay.")
        },
    ]

    /// A span that contains every sale of a test.
    package static let allTime = Instant(milliseconds: 0)..<Instant(milliseconds: 4_000_000_000_000)

    /// Returns the sales that the chains of some facts derive, in the order of `SaleCursor`.
    package static func sales(of facts: [LedgerFact]) -> [Sale] {
        LedgerFold(facts).chains.flatMap { $0.sales(in: .production) }.sorted { $0.cursor < $1.cursor }
    }

    /// Returns the sales of an app in production, read in pages and put into the order of `SaleCursor`.
    ///
    /// - Throws: A contract violation where a page is too long or does not follow the page before in time.
    package static func sales(
        of app: AppName,
        in repository: any Repository,
        within span: Range<Instant> = Self.allTime,
        limit: Int = 7
    ) async throws -> [Sale] {
        var sales: [Sale] = []
        var pages = SalePages(in: repository, of: app, within: span, limit: limit)
        while let page = try await pages.next() {
            try Self.require(page.count <= limit, "A page has no more than was asked for.")
            sales += page
        }
        let instants = sales.map(\.at)
        try Self.require(instants == instants.sorted(), "Sales are in the order of time.")
        return sales.sorted { $0.cursor < $1.cursor }
    }
}
