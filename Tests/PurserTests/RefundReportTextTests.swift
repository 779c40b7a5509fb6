import AppStore
import Foundation
import Testing
import purser

@Suite struct RefundReportTextTests {
    private static let sum = #""cases":2,"open":0,"refunded":1,"declined":1,"reversed":0,"revoked":0"#

    private static func report(cases: String) throws -> JSONValue {
        let money = #""paid":[{"amountMilliunits":10000,"currency":"EUR"}],"paidBack":[],"kept":[]"#
        let text = """
            {"since":"2026-01-01T00:00:00.000Z","environment":"Production",
            "requests":{"asked":2,"inTime":1,"late":0,"missed":0,"superseded":0,"open":0,
            "withheld":[{"reason":"no_consent","requests":1}]},
            "asked":{\(cases),\(money)},"unasked":{"cases":0},"unconsented":{"cases":0},
            "answers":[{"answer":"nothing",\(cases),\(money)}],
            "products":[{"product":"gems",\(cases),\(money)}],"storefronts":[{\(cases),\(money)}]}
            """
        return try JSONValue(json: Array(text.utf8))
    }

    @Test("A report is a table whose columns stand below each other, in both languages", arguments: Language.allCases)
    func table(language: Language) throws {
        let lines = RefundReportText(in: language).lines(try Self.report(cases: Self.sum))
        let titles = try #require(lines.first { $0.contains("paid back") || $0.contains("退还") })
        let gems = try #require(lines.first { $0.contains("gems") })
        let title = language == .english ? "paid" : "实付"
        let before = try #require(titles.range(of: title)).lowerBound
        let amount = try #require(gems.range(of: "EUR 10.00")).lowerBound
        #expect(TextColumns.width(String(titles[..<before])) == TextColumns.width(String(gems[..<amount])))
        #expect(lines.contains { $0.contains("no_consent") })
        #expect(lines.first?.contains("2026-01-01T00:00:00.000Z") == true)
    }

    @Test("A time without a case says so", arguments: Language.allCases)
    func empty(language: Language) throws {
        let none = Self.sum.replacing("\"cases\":2", with: "\"cases\":0")
        #expect(RefundReportText(in: language).lines(try Self.report(cases: none)).count == 2)
    }

    @Test("Refunds that were reported have a line of their own, without any case too", arguments: Language.allCases)
    func reported(language: Language) throws {
        let reported = #"{"refundReported":3,"refunded":4,"undone":5,"purchaseUnknown":6}"#
        let text = #"{"environment":"Production","asked":{"cases":0},"unasked":{"cases":0},"reported":\#(reported)}"#
        let lines = RefundReportText(in: language).lines(try JSONValue(json: Array(text.utf8)))
        #expect(lines.count == 3)
        #expect(["3", "4", "5", "6"].allSatisfy { lines[2].contains($0) })
    }

    @Test("A column is as wide as its widest text, and Chinese characters take two places")
    func columns() {
        #expect(
            TextColumns.lines([["退款", "1"], ["ab", "10"], ["abcdef", "3"]], rightAligned: [1]) == [
                "退款     1", "ab      10", "abcdef   3",
            ]
        )
        #expect(TextColumns.lines([["a", "b"], ["ccc"]]) == ["a    b", "ccc"])
    }
}
