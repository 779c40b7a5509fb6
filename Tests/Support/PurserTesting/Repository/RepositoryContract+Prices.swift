import Ledger

extension RepositoryContract {
    static let prices = [
        Behavior("Fetched prices come back by storefront and in order, those without a beginning first") { subject in
            let repository = subject.repository
            let prices = [
                Self.price("USA", 9990, at: 20), Self.price("USA", 12_990, startsAt: 50, at: 20),
                Self.price("CHN", 68_000, at: 20), Self.price("USA", 9490, at: 10),
                Self.price("USA", 490, of: "b", at: 10),
            ]
            try await repository.write { unit in try unit.keep(prices, of: Sample.app) }
            try await repository.write { unit in try unit.keep([Self.price("USA", 1, at: 10)], of: AppName("another")) }
            let reopened = try await subject.reopen?() ?? repository
            let expected = [prices[2], prices[3], prices[0], prices[1]]
            try Self.require(try await Self.prices(reopened), is: expected, "Those of the product.")
            try Self.require(
                try await reopened.read { view in try view.fetchedPrices(in: "USA", app: Sample.app, limit: 9) },
                is: [prices[3], prices[0], prices[1], prices[4]],
                "Those in the storefront."
            )
            try Self.require(
                try await reopened.read { view in try view.fetchedPrices(of: ProductID("a"), app: Sample.app, limit: 2)
                },
                is: Array(expected.prefix(2)),
                "Within the limit."
            )
            await reopened.close()
        },
        Behavior("A price that is kept again takes the place of the one before") { subject in
            let repository = subject.repository
            try await repository.write { unit in try unit.keep([Self.price("USA", 9990, at: 10)], of: Sample.app) }
            let again = Self.price("USA", 8990, at: 10, source: .imported, by: "bob")
            try await repository.write { unit in try unit.keep([again], of: Sample.app) }
            try Self.require(try await Self.prices(repository), is: [again], "One price.")
            try await repository.write { unit in try unit.keep([FetchedPrice](), of: Sample.app) }
            try Self.require(try await Self.prices(repository), is: [again], "Nothing is kept for nothing.")
        },
        Behavior("The price points of a storefront are those that were kept last") { subject in
            let repository = subject.repository
            let first = Self.ladder("USA", "USD", [990, 1990])
            let china = Self.ladder("CHN", "CNY", [1800, 6000])
            try await repository.write { unit in
                try unit.keep([first, china], of: Sample.app, at: Sample.beginning, by: "ada")
            }
            let second = Self.ladder("USA", "USD", [490])
            let ecuador = Self.ladder("ECU", "USD", [])
            try await repository.write { unit in
                try unit.keep([second, ecuador], of: Sample.app, at: Sample.beginning, by: "ada")
            }
            let reopened = try await subject.reopen?() ?? repository
            try Self.require(
                try await reopened.read { view in try view.priceLadders(in: "USD", app: Sample.app) },
                is: [ecuador, second],
                "Of the currency, by storefront."
            )
            try Self.require(
                try await reopened.read { view in try view.priceLadders(in: "CNY", app: Sample.app) },
                is: [china],
                "As it was."
            )
            try Self.require(
                try await reopened.read { view in try view.priceLadders(in: "CNY", app: AppName("b")) },
                is: [],
                "Another app's."
            )
            await reopened.close()
        },
        Behavior("Answers to price increases are counted by Apple's latest evidence of each") { subject in
            let repository = subject.repository
            func record(_ id: String, _ status: Int?, day: Int64, app: AppName = Sample.app) async throws {
                let at = Sample.beginning + .days(day)
                let period = Sample.period(id, of: id)
                var renewal = Sample.renewal(of: period, signedAt: at, number: UInt64(day) + 1)
                renewal.priceIncreaseStatus = status
                _ = try await repository.record(Sample.facts([period], renewals: [renewal], app: app))
            }
            for (id, status) in [("11", 0), ("12", 0), ("13", 1), ("14", nil)] as [(String, Int?)] {
                try await record(id, status, day: 1)
            }
            try await record("12", 1, day: 2)
            try await record("15", 0, day: 1, app: AppName("another"))
            for limit in [1, 2, 100] {
                var sum: [ProductID: PriceConsents] = [:]
                var place: Int64? = 0
                while let from = place {
                    let page = try await repository.read { view in
                        try view.priceConsents(of: Sample.app, after: from, limit: limit)
                    }
                    for (product, counts) in page.counts { sum[product, default: PriceConsents()] += counts }
                    place = page.next
                }
                let product = ProductID("com.example.plus.monthly")
                try Self.require(sum, is: [product: PriceConsents(waiting: 1, agreed: 2)], "Each once.")
            }
            let none = try await repository.read { view in
                try view.priceConsents(of: AppName("none"), after: 0, limit: 9)
            }
            try Self.require(none, is: PriceConsentPage(counts: [:], next: nil), "Empty.")
        },
    ]

    private static func prices(_ repository: any Repository) async throws -> [FetchedPrice] {
        try await repository.read { view in try view.fetchedPrices(of: ProductID("a"), app: Sample.app, limit: 9) }
    }

    private static func price(
        _ storefront: String,
        _ amount: Int64,
        startsAt: Int64? = nil,
        of product: String = "a",
        at fetchedAt: Int64,
        source: FetchedPrice.Source = .fetched,
        by name: String = "ada"
    ) -> FetchedPrice {
        FetchedPrice(
            product: ProductID(product),
            storefront: storefront,
            price: Money(amountMilliunits: amount, currency: storefront == "CHN" ? "CNY" : "USD"),
            startsAt: startsAt.map { Instant(milliseconds: $0) },
            origin: storefront == "CHN" ? .equalized : .base,
            source: source,
            fetchedAt: Instant(milliseconds: fetchedAt),
            fetchedBy: name
        )
    }

    private static func ladder(_ storefront: String, _ currency: String, _ amounts: [Int64]) -> PriceLadder {
        PriceLadder(
            storefront: storefront,
            currency: currency,
            points: amounts.map { amount in
                PricePoint(
                    storefront: storefront,
                    price: Money(amountMilliunits: amount, currency: currency),
                    proceeds: amount > 1000 ? Money(amountMilliunits: amount - 300, currency: currency) : nil
                )
            }
        )
    }
}
