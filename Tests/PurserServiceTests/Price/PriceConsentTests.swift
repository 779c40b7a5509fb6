import AppStore
import Ledger
import PurserService
import PurserTesting
import Testing

@Suite struct PriceConsentTests {
    /// A price of the product in a storefront from an instant on.
    private struct Price {
        let storefront: String
        let milliunits: Int64
        var currency = "EUR"
        let from: Instant
    }

    private static func changes(_ prices: [Price]) -> [PriceHistory.Change] {
        let fetched = prices.map { price in
            FetchedPrice(
                product: PriceStage.plus,
                storefront: price.storefront,
                price: Money(amountMilliunits: price.milliunits, currency: price.currency),
                startsAt: price.from,
                origin: .byHand,
                source: .fetched,
                fetchedAt: PriceStage.start,
                fetchedBy: "ada"
            )
        }
        return PriceHistory(catalog: [], fetched: fetched).changes()
    }

    private static func service(limits: PriceIncreaseRule.Limits? = nil, period: String? = "P1M") throws -> PriceService
    {
        let stage = try PriceStage()
        let text = """
            products: { plus: { kind: auto-renewable, group: plus\(period.map { ", period: \($0)" } ?? "") } }
            """
        let ambient = Ambient(now: { PriceStage.start }, randomBytes: { Array(repeating: 7, count: $0) })
        return PriceService(
            repository: stage.repository,
            apps: [try stage.served(CatalogText(document: Array(text.utf8)))],
            ambient: ambient,
            audit: AuditLog(repository: stage.repository, ambient: ambient),
            consentLimits: limits.map { [PriceStage.app: $0] } ?? [:]
        )
    }

    @Test("The days of the table are days of Pacific time")
    func days() throws {
        for mandate in PriceIncreaseRule.mandates {
            #expect(mandate.day.flatMap { PacificDay(text: $0) }?.begin.milliseconds == mandate.from?.milliseconds)
            #expect(Storefront(code: mandate.storefront) != nil)
            #expect(!mandate.source.isEmpty)
        }
    }

    @Test("In Germany every increase from 4 August 2025 on needs consent, and elsewhere a large or a second one")
    func law() throws {
        let august = try #require(PacificDay(text: "2025-08-04")).begin
        let changes = Self.changes([
            Price(storefront: "DEU", milliunits: 9_990, from: august - .days(900)),
            Price(storefront: "FRA", milliunits: 9_990, from: august - .days(900)),
            Price(storefront: "DEU", milliunits: 10_990, from: august - Span(milliseconds: 1)),
            Price(storefront: "FRA", milliunits: 10_990, from: august),
            Price(storefront: "DEU", milliunits: 11_990, from: august + .days(1)),
            Price(storefront: "FRA", milliunits: 11_990, from: august + .days(364)),
            Price(storefront: "DEU", milliunits: 9_990, from: august + .days(365)),
            Price(storefront: "FRA", milliunits: 29_990, from: august + .days(800)),
            Price(storefront: "FRA", milliunits: 9_990, currency: "USD", from: august + .days(801)),
        ])
        let expected: [PriceIncreaseRule.Consent?] = [
            nil, nil, .notRequired, .notRequired, .required(.storefront), .required(.repeated), .notRequired,
            .required(.large), .required(.otherCurrency),
        ]
        #expect(try Self.service().consents(to: changes, of: PriceStage.plus, in: PriceStage.app) == expected)
        let yearly = try Self.service(period: "P1Y").consents(to: changes, of: PriceStage.plus, in: PriceStage.app)
        #expect(yearly[7] == .notRequired)
        let unknown = try Self.service(period: nil).consents(to: changes, of: PriceStage.plus, in: PriceStage.app)
        #expect(unknown[7] == .requiredUnlessYearly)
    }

    @Test("Which limits an increase must exceed is configured by app")
    func limits() throws {
        let august = try #require(PacificDay(text: "2025-08-04")).begin
        let changes = Self.changes([
            Price(storefront: "FRA", milliunits: 990, from: august - .days(900)),
            Price(storefront: "FRA", milliunits: 1_990, from: august),
        ])
        let cases: [(PriceIncreaseRule.Limits?, PriceIncreaseRule.Consent)] = [
            (nil, .notRequired), (.both, .notRequired), (.either, .required(.large)),
        ]
        for (limits, answer) in cases {
            let service = try Self.service(limits: limits)
            #expect(try service.consents(to: changes, of: PriceStage.plus, in: PriceStage.app) == [nil, answer])
        }
    }
}
