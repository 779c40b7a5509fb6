import AppStore
import Testing
import purser

@Suite struct MismatchRowsTests {
    private static func answer(_ rows: String, unknown: Int = 0) throws -> JSONValue {
        try JSONValue(json: Array("{\"unknown\":\(unknown),\"unlisted\":1,\"mismatches\":[\(rows)]}".utf8))
    }

    private static func row(
        _ product: String,
        count: Int,
        _ first: String,
        _ last: String,
        expected: Int,
        _ ids: String
    ) -> String {
        """
        {"product":"\(product)","storefront":"USA","price":{"amountMilliunits":990,"currency":"USD"},\
        "expected":{"amountMilliunits":\(expected),"currency":"USD"},"count":\(count),"first":"\(first)",\
        "last":"\(last)","transactions":[\(ids)]}
        """
    }

    @Test("The same price in several answers is one row: all sales, the first and the last, and the first examples")
    func merged() throws {
        var rows = MismatchRows()
        #expect(rows.all.isEmpty)
        rows.add(try Self.answer(Self.row("b", count: 4, "1", "2", expected: 1, #""1","2","3","4""#), unknown: 2))
        let later = [
            Self.row("a", count: 1, "3", "3", expected: 3, #""7""#),
            Self.row("b", count: 3, "4", "5", expected: 2, #""8","9""#),
        ]
        rows.add(try Self.answer(later.joined(separator: ","), unknown: 1))
        #expect(rows.all.map { $0["product"]?.text } == ["a", "b"])
        #expect(rows.unknown == 3 && rows.unlisted == 2)
        let row = try #require(rows.all.last)
        #expect(row["count"]?.integer == 7 && row["first"]?.text == "1" && row["last"]?.text == "5")
        #expect(row["expected"]?["amountMilliunits"]?.integer == 2)
        #expect(row["transactions"]?.elements?.compactMap(\.text) == ["1", "2", "3", "4", "8"])
    }
}
