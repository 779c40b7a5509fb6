import AppStore
import Ledger
import PurserService
import Testing

@Suite struct SalesTallyTests {
    private static let columns = [
        "Provider", "Provider Country", "SKU", "Developer", "Title", "Version", "Product Type Identifier", "Units",
        "Developer Proceeds", "Begin Date", "End Date", "Customer Currency", "Country Code", "Currency of Proceeds",
        "Apple Identifier", "Customer Price", "Promo Code", "Parent Identifier", "Subscription", "Period", "Category",
        "CMB", "Device", "Supported Platforms", "Proceeds Reason", "Preserved Pricing", "Client", "Order Type",
    ]

    private static let day = PacificDay(number: 20_540)

    /// A report with these rows; missing values are those of most rows.
    private static func report(_ rows: [[String: String]]) throws -> SalesReport {
        let date = "03/28/2026"
        let usual = [
            "Provider": "APPLE", "Provider Country": "US", "Developer": "Example", "Title": "Pro", "Units": "1",
            "Begin Date": date, "End Date": date, "Customer Currency": "USD", "Country Code": "US",
            "Currency of Proceeds": "USD", "Apple Identifier": "1", "Parent Identifier": "app", "Device": "iPhone",
            "Promo Code": " ",
        ]
        var text = Self.columns.joined(separator: "\t") + "\n"
        for row in rows {
            text += Self.columns.map { row[$0] ?? usual[$0] ?? "" }.joined(separator: "\t") + "\n"
        }
        return try SalesReport(ReportTable(Array((text + "\n").utf8)))
    }

    private static func subscription(_ changes: [String: String] = [:]) -> [String: String] {
        [
            "SKU": "pro", "Product Type Identifier": "IAY", "Developer Proceeds": "7.00", "Customer Price": "9.99",
            "Subscription": "Renewal", "Period": "1 Month",
        ]
        .merging(changes) { $1 }
    }

    private static func coins(_ changes: [String: String] = [:]) -> [String: String] {
        [
            "SKU": "coins", "Product Type Identifier": "IA1", "Developer Proceeds": "2.94", "Customer Price": "4.99",
            "Customer Currency": "EUR", "Country Code": "DE", "Currency of Proceeds": "EUR",
        ]
        .merging(changes) { $1 }
    }

    private static func chain(
        _ id: String,
        at hours: Int64 = 1,
        _ change: (inout TransactionSnapshot) -> Void = { _ in }
    ) -> Chain {
        var chain = Chain()
        chain.transactions = [TransactionRecord(Self.snapshot(id, at: hours, change))]
        return chain
    }

    /// A renewal in the United States, a number of hours after the day begins.
    private static func snapshot(
        _ id: String,
        at hours: Int64,
        _ change: (inout TransactionSnapshot) -> Void = { _ in }
    ) -> TransactionSnapshot {
        var snapshot = TransactionSnapshot(
            transactionID: TransactionID(id),
            originalTransactionID: OriginalTransactionID("1000"),
            productID: ProductID("pro"),
            kind: .autoRenewable,
            purchaseAt: Self.day.begin + Span.hours(hours),
            expiresAt: Self.day.begin + Span.days(31),
            reason: .renewal,
            price: Money(amountMilliunits: 9990, currency: "USD"),
            storefront: "USA",
            signedAt: Self.day.begin + Span.days(2),
            digest: PayloadDigest(rawValue: 1)
        )
        change(&snapshot)
        return snapshot
    }

    /// A number of coins in Germany.
    private static func coins(_ quantity: Int) -> (inout TransactionSnapshot) -> Void {
        { snapshot in
            snapshot.productID = ProductID("coins")
            snapshot.kind = .consumable
            snapshot.expiresAt = nil
            snapshot.reason = .purchase
            snapshot.quantity = quantity
            snapshot.price = Money(amountMilliunits: 4990 * Int64(quantity), currency: "EUR")
            snapshot.storefront = "DEU"
        }
    }

    private static func refund(
        after hours: Int64,
        type: String? = "REFUND_FULL",
        percentage: Int? = nil
    ) -> Revocation {
        Revocation(
            revokedAt: Self.day.begin + Span.hours(hours),
            reason: 0,
            type: type,
            percentageMilliunits: percentage
        )
    }

    private static func ledger(_ chains: [Chain], in environment: StoreEnvironment = .production) -> SalesTally {
        var tally = SalesTally()
        for sale in chains.flatMap({ $0.sales(in: environment) }) { tally.add(sale) }
        return tally
    }

    private static func compare(_ ours: SalesTally, _ rows: [[String: String]]) throws -> ReconciledDay {
        var theirs = SalesTally()
        try theirs.add(try Self.report(rows), of: Self.day, appSKU: "app")
        let found = Reconciliation(ours: ours, theirs: theirs, reported: [Self.day], products: [ProductID("pro")])
        return try #require(found.day(Self.day))
    }

    @Test("A report and the ledger's purchases match by group, refunds on the day of the refund")
    func matching() throws {
        let ours = Self.ledger([
            Self.chain("1"), Self.chain("2", at: 23),
            Self.chain("3") { $0.revocation = Self.refund(after: 20, type: nil) },
            // Bought ten days earlier, refunded on the day.
            Self.chain("4", at: -240) { $0.revocation = Self.refund(after: 2) },
            Self.chain("5", at: -240) {
                $0.revocation = Self.refund(after: 2, type: "REFUND_PRORATED", percentage: 37_400)
            },
            Self.chain("6", at: 2, Self.coins(3)), Self.chain("7", at: 3, Self.coins(1)),
            Self.chain("8") { $0.ownership = .familyShared },
            Self.chain("9") {
                $0.reason = .purchase
                $0.offer = Offer(type: 1, identifier: nil, discountType: "FREE_TRIAL", period: "P1W")
                $0.price = Money(amountMilliunits: 0, currency: "USD")
            },
        ])
        let day = try Self.compare(
            ours,
            [
                Self.subscription(["Units": "2"]),
                Self.subscription([
                    "Developer Proceeds": "8.49", "Proceeds Reason": "Rate After One Year", "Device": "iPad",
                ]),
                Self.subscription(["Units": "-2", "Customer Price": "-9.99"]),
                // Apple has negated the proceeds of some refunds, which means the same.
                Self.subscription(["Units": "-0.37", "Customer Price": "-9.99", "Developer Proceeds": "-7.00"]),
                Self.coins(["Units": "3"]), Self.coins(["Device": "iPad"]),
                Self.subscription([
                    "Subscription": "New", "Customer Price": "0", "Developer Proceeds": "0", "Units": "4",
                ]),
                Self.coins(["Customer Price": "0", "Developer Proceeds": "0", "Promo Code": "CR-RW"]),
                Self.coins(["Customer Price": "0", "Developer Proceeds": "0", "Product Type Identifier": "IA3"]),
                Self.coins(["SKU": "app", "Product Type Identifier": "1F", "Parent Identifier": " "]),
                Self.coins(["Parent Identifier": "other", "Units": "40"]),
            ]
        )
        #expect(day.outcome == .matched, "\(day.differences)")
        #expect(day.matchedGroupCount == 3)
        #expect(day.ours.priceMilliunits == ["USD": 9990 - 3696, "EUR": 19_960])
        #expect(day.theirs.priceMilliunits == ["USD": 9990 - 3696, "EUR": 19_960])
        #expect(day.theirs.proceedsMilliunits == ["USD": 14_000 + 8490 - 14_000 - 2590, "EUR": 11_760])
        #expect(day.ours.excluded == [.family: 1, .trial: 1])
        #expect(day.theirs.excluded == [.trial: 4, .promotional: 1, .restored: 1, .notInApp: 1])
    }

    @Test("A report with more than the ledger indicates a lost purchase and names the day to heal")
    func lost() throws {
        let day = try Self.compare(Self.ledger([Self.chain("1")]), [Self.subscription(["Units": "3"])])
        #expect(day.outcome == .unexplained)
        let difference = try #require(day.differences.first)
        #expect(day.differences.count == 1 && difference.unitsThousandths == 2000)
        #expect(difference.causes == [.missingInLedger])
        #expect(difference.step == .fetchHistory(Self.day) && day.daysToHeal == [Self.day])
        #expect(difference.transactionIDs == [TransactionID("1")])
    }

    @Test("Unknown facts of a purchase in the ledger do not make it a lost one")
    func unknown() throws {
        let day = try Self.compare(
            Self.ledger([
                Self.chain("1") { $0.price = nil },
                Self.chain("2") { $0.storefront = nil },
                Self.chain("3", at: 4) { snapshot in
                    Self.coins(1)(&snapshot)
                    snapshot.price = nil
                    snapshot.storefront = nil
                },
            ]),
            [Self.subscription(["Units": "2"]), Self.coins()]
        )
        #expect(day.outcome == .explained)
        let causes = Set(day.differences.map(\.causes))
        #expect(causes == [[.priceUnknown], [.missingStorefront], [.missingStorefront, .priceUnknown]])
        #expect(day.daysToHeal.isEmpty)
        #expect(day.ours.excluded == [.unpriced: 2])
    }

    @Test("An upgraded purchase explains the part that Apple refunded for it")
    func upgrade() throws {
        var chain = Self.chain("1", at: -100) { $0.isUpgraded = true }
        let higher = Self.snapshot("2", at: 5) { snapshot in
            snapshot.productID = ProductID("max")
            snapshot.reason = .purchase
            snapshot.price = Money(amountMilliunits: 19_990, currency: "USD")
        }
        chain.transactions.append(TransactionRecord(higher))
        let rows = [
            Self.subscription(["SKU": "max", "Customer Price": "19.99", "Subscription": "New"]),
            Self.subscription(["Units": "-0.41", "Customer Price": "-9.99"]),
        ]
        let day = try Self.compare(Self.ledger([chain]), rows)
        #expect(day.outcome == .explained)
        #expect(day.differences.map(\.outcome) == [.explained(.upgradeCredit)])
        #expect(day.differences.map(\.causes) == [[.upgradeCredit]])
        let unknown = try Self.compare(
            Self.ledger([Self.chain("2", at: 5) { $0 = higher }]),
            rows
        )
        #expect(unknown.differences.map(\.causes) == [[.upgradeCredit, .partialRefund]])
    }

    @Test("Seats are compared by their total, by their own rule")
    func seats() throws {
        let ours = Self.ledger([
            Self.chain("1") {
                // Five seats at 9.99 and three at 7.99: the price is the average of one.
                $0.quantity = 8
                $0.price = Money(amountMilliunits: 9240, currency: "USD")
            },
            Self.chain("2") { snapshot in
                snapshot.ownership = .assigned
                snapshot.quantity = 8
            },
        ])
        let tiers = [Self.subscription(["Units": "5"]), Self.subscription(["Units": "3", "Customer Price": "7.99"])]
        let day = try Self.compare(ours, tiers)
        #expect(day.differences.map(\.outcome) == [.explained(.seats), .explained(.seats)])
        #expect(day.ours.excluded == [.assigned: 1])
        let single = try Self.compare(ours, [Self.subscription(["Customer Price": "73.92"])])
        #expect(single.differences.map(\.outcome) == [.explained(.seats)])
        let other = try Self.compare(ours, [Self.subscription()])
        #expect(other.differences.map(\.causes) == [[.seats, .missingInLedger]] && other.outcome == .unexplained)
    }

    @Test("Test purchases have no money")
    func sandbox() throws {
        let day = try Self.compare(Self.ledger([Self.chain("1")], in: .sandbox), [])
        #expect(day.outcome == .matched && day.ours.excluded == [.sandbox: 1] && day.ours.unitsThousandths == 0)
    }

    @Test("A report of another day, or with an unreadable row, adds nothing")
    func refused() throws {
        var tally = SalesTally()
        #expect(throws: SalesReportMismatch.otherDay(line: 3)) {
            try tally.add(
                try Self.report([Self.coins(), Self.coins(["Begin Date": "03/22/2026"])]),
                of: Self.day
            )
        }
        #expect(throws: SalesReportMismatch.unreadable(.notADecimal(line: 3, column: "Units", text: "1,5"))) {
            try tally.add(try Self.report([Self.coins(), Self.coins(["Units": "1,5"])]), of: Self.day)
        }
        #expect(tally == SalesTally())
    }

    @Test("Every storefront has its own country")
    func countries() {
        let countries = StorefrontCode.all.compactMap { Storefront(code: $0)?.alpha2 }
        #expect(countries.count == StorefrontCode.all.count && Set(countries).count == countries.count)
        #expect(countries.allSatisfy { $0.utf8.count == 2 })
    }
}
