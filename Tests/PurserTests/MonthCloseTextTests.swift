import AppStore
import Testing
import purser

@Suite struct MonthCloseTextTests {
    private static let sum = """
        {"currency":"EUR","proceedsCurrency":"EUR","soldUnitsThousandths":3000,"soldMilliunits":30000,
         "refundedUnitsThousandths":1000,"refundedMilliunits":10000,"refundCostMilliunits":6877,
         "proceedsMilliunits":13754,"takenPerMille":312,"offerUnitsThousandths":0,"offerCostMilliunits":0,
         "offerCostUnknownThousandths":0
        """

    private static let proceeds = """
        {"from":"2026-03-01","to":"2026-03-31",
         "reported":{"days":30,"reports":30,"netProceeds":[{"amountMilliunits":13754,"currency":"EUR"}],
          "currencies":[\(Self.sum)}],"storefronts":[\(Self.sum),"storefront":"DE"}]},
         "estimated":{"days":["2026-03-31"],"toleranceMilliunits":20,"leftOut":2,"netProceeds":[],
          "currencies":[\(Self.sum)}],"storefronts":[\(Self.sum),"storefront":"DE"}],
          "rules":[{"storefront":"DE","unitsThousandths":3000,"rule":"price, no tax known, × (1 - 30 % commission)",
           "program":"standard","commissionPerMille":300,"commissionSource":"Apple","settled":true}]}}
        """

    private static let close = """
        {"app":"shop","month":"2026-03","madeAt":"2026-04-02T10:00:00.000Z",
         "openPoints":[{"point":"daysWithoutReport","count":1},{"point":"taxesUnknown","storefronts":["DE"]}],
         "proceeds":\(Self.proceeds),
         "finance":{"basis":"fiscalMonth","fiscalMonth":"2026-06","from":"2026-03-01","to":"2026-03-28",
          "daysWithoutReport":0,
          "currencies":[{"currency":"EUR","salesMilliunits":13754,"settledMilliunits":6877,"inTransitMilliunits":6877}]},
         "days":{"matched":28,"explained":1,"unexplained":[],"notCompared":[],
          "accepted":[{"day":"2026-03-05","by":"maria","reason":"late","at":"2026-04-02T10:00:00.000Z"}]},
         "deferred":[{"amountMilliunits":15300,"currency":"CNY"}]}
        """

    private static func lines(_ json: String, in language: Language) throws -> String {
        let value = try JSONValue(json: Array(json.utf8))
        return MonthCloseText(in: language).lines(value).joined(separator: "\n")
    }

    @Test("The close says in English what is open first, then the numbers of the page")
    func english() throws {
        let text = try Self.lines(Self.close, in: .english)
        #expect(text.hasPrefix("Close of 2026-03, shop: 2 points are open\n  1 day without a report: the proceeds"))
        #expect(text.contains("the tax is unknown in the estimate of DE"))
        #expect(text.contains("31.2 %"))
        #expect(text.contains("An ESTIMATE of 1 day without a report"))
        #expect(text.contains("price, no tax known, × (1 - 30 % commission)"))
        #expect(text.contains("2 sales are excluded"))
        #expect(text.contains("fiscal month 2026-06, 2026-03-01 - 2026-03-28"))
        #expect(text.contains("2026-03-05: accepted by maria: late"))
        #expect(text.contains("Deferred revenue after the month: CNY 15.30"))
    }

    @Test("Days without a report and without sales of the ledger have no estimate")
    func noEstimate() throws {
        let json = #"{"app":"shop","month":"2026-03","openPoints":[{"point":"daysWithoutReport","count":2}]}"#
        let text = try Self.lines(json, in: .english)
        #expect(text.contains("2 days without a report\n"), "\(text)")
    }

    @Test("And in Chinese")
    func chinese() throws {
        let text = try Self.lines(Self.close, in: .simplifiedChinese)
        #expect(text.hasPrefix("2026-03 月结，shop：2 个待办事项"))
        #expect(text.contains("估算中以下店面的税率未知：DE"))
        #expect(text.contains("扣除比例"))
        #expect(text.contains("2026-03-05：由 maria 接受：late"))
        #expect(text.contains("月末递延收入：CNY 15.30"))
    }

    @Test("What was converted names its rates")
    func converted() throws {
        let json = """
            {"from":"2026-03-01","to":"2026-03-01","reported":{"days":1,"reports":1,"netProceeds":[],"currencies":[],
             "storefronts":[]},"converted":{"currency":"USD","reportedMilliunits":15800,"estimatedMilliunits":0,
             "rates":["EUR=1.08@2026-03-31:ECB"]}}
            """
        let text = ProceedsText(in: .english).lines(try JSONValue(json: Array(json.utf8))).joined(separator: "\n")
        #expect(text.contains("There were no sales."))
        #expect(text.contains("USD 15.80 from reports"))
        #expect(text.contains("EUR=1.08@2026-03-31:ECB"))
    }
}
