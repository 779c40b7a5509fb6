import Ledger
import PurserService
import PurserTesting
import Testing

@Suite struct PriceServiceTests {
    private static func dollars(_ milliunits: Int64) -> Money { Money(amountMilliunits: milliunits, currency: "USD") }

    @Test("The history has each version of the catalog from its application on, and new versions are found")
    func history() async throws {
        let stage = try PriceStage()
        try await stage.apply(PriceStage.text("9.99"), number: 1, day: 1)
        let service = try stage.service()
        let first = try await service.history(of: PriceStage.gems, in: PriceStage.app)
        #expect(first.changes(in: "USA").map(\.entry.from) == [PriceStage.start + .days(1)])
        try await stage.apply(PriceStage.text("9.99", yuan: "70.00"), number: 2, day: 5)
        try await stage.apply(PriceStage.text("12.99", yuan: "70.00"), number: 3, day: 9)
        let history = try await service.history(of: PriceStage.gems, in: PriceStage.app)
        #expect(history.changes(in: "USA").map(\.entry.source) == [.catalog(version: 1), .catalog(version: 3)])
        #expect(history.changes(in: "USA").last?.before == Self.dollars(9990))
        #expect(history.changes(in: "CHN").map(\.entry.price?.amountMilliunits) == [68_000, 70_000])
        await #expect(throws: PriceError.unknownProduct) {
            _ = try await service.history(of: ProductID("other"), in: PriceStage.app)
        }
        await #expect(throws: PriceError.unknownApp) {
            _ = try await service.history(of: PriceStage.gems, in: AppName("other"))
        }
    }

    @Test("A fetch stores Apple's prices of all storefronts, which take precedence over the catalog's")
    func fetch() async throws {
        let stage = try PriceStage(storePrice: 8990)
        try await stage.apply(PriceStage.text("9.99"), number: 1, day: -9)
        let service = try stage.service()
        let preview = try await service.fetch(nil, in: PriceStage.app, by: "ada", isPreview: true)
        #expect(!preview.isKept && preview.productCount == 2 && preview.missing == [])
        let change = try #require(
            preview.changes.first { $0.price.product == PriceStage.gems && $0.price.storefront == "USA" }
        )
        #expect(change.before == Self.dollars(9990) && change.price.price == Self.dollars(8990))
        #expect(change.price.origin == .base)
        #expect(preview.contradictions[PriceStage.gems]?.contains { $0.storefront == "USA" } == true)
        #expect(preview.pointCounts.keys.sorted() == ["CHN", "USA"])
        let before = try await service.prices(in: "USA", at: PriceStage.start, in: PriceStage.app)
        #expect(before.map(\.entry.price) == [Self.dollars(9990), Self.dollars(4990)], "A preview stores nothing.")

        let kept = try await service.fetch(nil, in: PriceStage.app, by: "ada", isPreview: false)
        #expect(kept.isKept && kept.changes == preview.changes)
        let after = try await service.prices(in: "USA", at: PriceStage.start, in: PriceStage.app)
        #expect(after.map(\.entry.price) == [Self.dollars(8990), Self.dollars(4990)])
        #expect(after.first?.contradicted == Self.dollars(9990) && after.first?.entry.by == "ada")
        let germany = try await service.prices(in: "DEU", at: PriceStage.start, in: PriceStage.app)
        #expect(germany.first?.entry.origin == .equalized && germany.first?.entry.price?.currency == "EUR")
        // Known prices are not stored again.
        stage.clock.advance(by: .hours(1))
        let again = try await service.fetch(nil, in: PriceStage.app, by: "ada", isPreview: false)
        #expect(again.changes == [] && again.contradictions == kept.contradictions)
        let rows = try await stage.repository.read { view in
            try view.fetchedPrices(of: PriceStage.gems, app: PriceStage.app, limit: 9999)
        }
        #expect(Set(rows.map(\.fetchedAt)) == [PriceStage.start] && rows.count == 175)
        let entries = try await stage.repository.read { view in try view.auditEntries(after: 0, limit: 9) }
        #expect(entries.map(\.action) == [.priceFetch, .priceFetch])
    }

    @Test("A product that Apple lacks is missing; without access or Apple ID no request is made")
    func unknown() async throws {
        let stage = try PriceStage(product: "gems.other")
        let service = try stage.service()
        let result = try await service.fetch(nil, in: PriceStage.app, by: "ada", isPreview: true)
        #expect(result.missing == [PriceStage.gems] && result.productCount == 1)
        let unlisted = try stage.service(appNumber: nil)
        await #expect(throws: PriceError.appNumberMissing) {
            _ = try await unlisted.fetch(nil, in: PriceStage.app, by: "ada", isPreview: true)
        }
        let closed = try stage.service(hasAccess: false)
        await #expect(throws: PriceError.connectMissing) {
            _ = try await closed.fetch(nil, in: PriceStage.app, by: "ada", isPreview: true)
        }
        await #expect(throws: PriceError.unknownProduct) {
            _ = try await service.fetch(ProductID("other"), in: PriceStage.app, by: "ada", isPreview: true)
        }
    }

    @Test("An imported file of equalized prices applies to its product, completely or not at all")
    func importPrices() async throws {
        let stage = try PriceStage()
        let service = try stage.service()
        func file(_ rows: String) throws -> PricePointFile {
            try PricePointFile(Array(("territory,currency,customerPrice\n" + rows).utf8))
        }
        func take(_ rows: String, base: String = "USA") async throws -> PriceService.UpdateResult {
            try await service.importPrices(
                file(rows),
                of: PriceStage.gems,
                base: base,
                in: PriceStage.app,
                by: "bob",
                isPreview: false
            )
        }
        await #expect(throws: PriceError.basePriceMissing("USA")) { _ = try await take("JPN,JPY,1500\n") }
        await #expect(throws: PriceError.pricesAmbiguous("USA")) { _ = try await take("USA,USD,1\nUSA,USD,2\n") }
        #expect(
            try await stage.repository.read { view in
                try view.fetchedPrices(of: PriceStage.gems, app: PriceStage.app, limit: 9)
            } == []
        )
        let result = try await take("USA,USD,9.99\nJPN,JPY,1500\n")
        #expect(result.isKept && result.changes.map(\.price.storefront) == ["JPN", "USA"])
        let japan = try await service.prices(
            of: PriceStage.gems,
            storefront: "JPN",
            at: PriceStage.start,
            in: PriceStage.app
        )
        #expect(japan.map(\.entry.origin) == [.equalized] && japan.map(\.entry.source) == [.apple(.imported)])
    }

    @Test("Apps get cached prices until others are stored or a minute has passed")
    func published() async throws {
        let stage = try PriceStage(storePrice: 8990)
        let reads = PriceReadCount(stage.repository)
        let service = try stage.service(repository: reads)
        let shop = try stage.served()
        for _ in 0..<3 {
            let prices = try await service.currentPrices(in: "USA", of: shop)
            #expect(prices[PriceStage.gems] == Self.dollars(9990))
        }
        #expect(reads.count == 1)
        _ = try await service.fetch(nil, in: PriceStage.app, by: "ada", isPreview: false)
        let fetched = try await service.currentPrices(in: "USA", of: shop)
        #expect(fetched[PriceStage.gems] == Self.dollars(8990) && reads.count == 2)
        stage.clock.advance(by: .seconds(1))
        let file = try PricePointFile(Array("territory,currency,customerPrice\nUSA,USD,7.99\n".utf8))
        _ = try await service.importPrices(
            file,
            of: PriceStage.gems,
            base: "USA",
            in: PriceStage.app,
            by: "bob",
            isPreview: false
        )
        let imported = try await service.currentPrices(in: "USA", of: shop)
        #expect(imported[PriceStage.gems] == Self.dollars(7990) && reads.count == 3)
        stage.clock.advance(by: .minutes(1))
        _ = try await service.currentPrices(in: "USA", of: shop)
        #expect(reads.count == 4, "Another node may have stored others.")
    }

    @Test("The nearest price points are those of the catalog until others are imported")
    func nearest() async throws {
        let stage = try PriceStage()
        let service = try stage.service()
        let sum = Money(amountMilliunits: 6660, currency: "CNY")
        let catalog = try await service.nearest(to: sum, storefront: nil, in: PriceStage.app)
        #expect(catalog.points.map(\.point.price.amountMilliunits) == [6000, 8000] && catalog.storefronts == [])
        #expect(catalog.points.map(\.isNearest) == [true, false])
        let rate = try service.coins(of: PriceStage.app)["coin"]?.apple
        #expect(rate?.coins(for: catalog.points[1].difference) == 88)
        await #expect(throws: PriceError.pointsUnknown(currency: "EUR")) {
            _ = try await service.nearest(
                to: Money(amountMilliunits: 1, currency: "EUR"),
                storefront: nil,
                in: PriceStage.app
            )
        }
        let text = "territory,currency,customerPrice\nCHN,CNY,6.50\nCHN,CNY,7\nDEU,EUR,1\nFRA,EUR,2\n"
        let file = try PricePointFile(Array(text.utf8))
        _ = try await service.importPoints(file, in: PriceStage.app, by: "bob", isPreview: false)
        let imported = try await service.nearest(to: sum, storefront: nil, in: PriceStage.app)
        #expect(imported.points.map(\.point.price.amountMilliunits) == [6500, 7000] && imported.storefronts == ["CHN"])
        let euro = Money(amountMilliunits: 1000, currency: "EUR")
        await #expect(throws: PriceError.storefrontNeeded(["DEU", "FRA"])) {
            _ = try await service.nearest(to: euro, storefront: nil, in: PriceStage.app)
        }
        let germany = try await service.nearest(to: euro, storefront: "DEU", in: PriceStage.app)
        #expect(germany.points.map(\.point.price) == [euro])
    }

    @Test("Sales at a price that was never in force are mismatches")
    func mismatches() async throws {
        let stage = try PriceStage()
        let plus = CatalogText(
            document: Array(
                """
                products:
                  com.example.plus.monthly: { kind: auto-renewable, group: plus, prices: { USA: 12.99 } }
                """.utf8
            )
        )
        try await stage.apply(plus, number: 1, day: -9)
        // The sample is sold at 9.99.
        let day: @Sendable (Int64) -> Instant = { Sample.beginning + .days($0) }
        for (id, number) in [("21", 1), ("22", 2), ("23", 40)] as [(String, Int64)] {
            _ = try await stage.repository.record(Sample.facts([Sample.period(id, of: id, at: day(number))]))
        }
        let service = try stage.service()
        let span = day(0)..<day(30)
        let page = try await service.mismatches(within: span, in: Sample.app)
        let found = page.mismatches.found
        let mismatch = try #require(found.values.first)
        #expect(found.count == 1 && mismatch.count == 2)
        #expect(mismatch.examples.map(\.rawValue) == ["21", "22"] && mismatch.expected == Self.dollars(12_990))
        #expect(page.next == nil && page.mismatches.saleCount == 2)
        // One sale at a time finds the same ones, each once.
        var examples: [String] = []
        var cursor: SaleCursor?
        repeat {
            let one = try await service.mismatches(within: span, in: Sample.app, after: cursor, limit: 1)
            #expect(one.mismatches.saleCount <= 1)
            examples += one.mismatches.found.values.flatMap(\.examples).map(\.rawValue)
            cursor = try one.next.map { next in try #require(SaleCursor(next.text)) }
        } while cursor != nil
        #expect(examples == ["21", "22"])
        let early = SaleCursor(at: day(-1), transactionID: TransactionID("1"), kind: 0)
        let first = try await service.mismatches(within: day(2)..<day(30), in: Sample.app, after: early)
        #expect(first.mismatches.found.values.flatMap(\.examples).map(\.rawValue) == ["22"])
    }

    @Test(
        "A text that is no position of a sale is none",
        arguments: ["", "1", "1_0", "1_0_", "x_0_1", "1_x_1", "1_3_1", "1_-1_1"]
    )
    func noCursor(text: String) {
        #expect(SaleCursor(text) == nil)
    }
}
