import AppStore
import Testing
import purser

@Suite struct ReconciliationTextTests {
    private static func compared(_ days: [String], _ more: String = "") throws -> JSONValue {
        let text = #"{"days":[\#(days.joined(separator: ","))],"longer":[],\#(Self.summary)\#(more)}"#
        return try JSONValue(json: Array(text.utf8))
    }

    private static func side(_ milliunits: Int) -> String {
        #"{"unitsThousandths":1000,"price":[{"amountMilliunits":\#(milliunits),"currency":"EUR"}]}"#
    }

    private static func day(_ day: String, _ state: String, ours: Int, theirs: Int, _ more: String = "") -> String {
        #"{"day":"\#(day)","state":"\#(state)","report":"reported","ours":\#(Self.side(ours)),"#
            + #""theirs":\#(Self.side(theirs))\#(more)}"#
    }

    private static let summary =
        #""summary":{"days":4,"open":2,"matched":1,"explained":0,"accepted":1,"withoutReport":1}"#

    private static let sampleDays = [
        Self.day("2026-03-01", "matched", ours: 4990, theirs: 4990),
        Self.day(
            "2026-03-02",
            "open",
            ours: 4990,
            theirs: 9980,
            #","differences":[{"found":"FOUND","why":"WHY","next":"NEXT"}]"#
        ),
        Self.day(
            "2026-03-03",
            "accepted",
            ours: 0,
            theirs: 4990,
            #","acceptance":{"by":"erin","reason":"known"}"#
        ),
        #"{"day":"2026-03-04","state":"open","report":"notImported"}"#,
    ]

    private static func sample(_ more: [String] = []) throws -> JSONValue {
        try Self.compared(Self.sampleDays + more, #","unexplained":1,"ofAllApps":true"#)
    }

    @Test("Each day is a line with its sums, a difference stands below it, and the sums come last")
    func english() throws {
        let lines = ReconciliationText(in: .english).lines(try Self.sample())
        #expect(
            lines == [
                "2026-03-01  matched  report and ledger EUR 4.99",
                "2026-03-02  OPEN  report EUR 9.98, ledger EUR 4.99",
                "  FOUND",
                "    WHY NEXT",
                "2026-03-03  accepted  report EUR 4.99, ledger EUR 0.00; accepted by erin: known",
                "2026-03-04  no report",
                "",
                "The reports total EUR 19.96, the ledger EUR 9.98: a difference of EUR 9.98.",
                "4 days: 1 matched, 0 explained, 1 accepted, 2 open (1 without a report). 1 difference is unexplained.",
            ]
        )
    }

    @Test("The same in Chinese has no English sentence")
    func chinese() throws {
        let sample = try Self.sample()
        let text = ReconciliationText(in: .simplifiedChinese)
        let lines = text.lines(sample)
        #expect(lines.first == "2026-03-01  一致  报告与账本 EUR 4.99")
        #expect(lines.last == "共 4 天：一致 1，已解释 0，已接受 1，未决 2（1 天没有报告）。有 1 处差异未解释。")
        for line in lines + text.hints(sample) {
            #expect(!line.contains(" the "), "\(line)")
        }
    }

    @Test("Days that fill the type of an amount are added up all the same")
    func hugeSums() throws {
        let compared = try Self.compared([
            Self.day("2026-03-01", "open", ours: 0, theirs: .max),
            Self.day("2026-03-02", "open", ours: -Int.max, theirs: .max),
        ])
        let lines = ReconciliationText(in: .english).lines(compared)
        let most = "EUR 9223372036854775.807"
        let least = "EUR -9223372036854775.807"
        #expect(lines.contains("The reports total \(most), the ledger \(least): a difference of \(most)."))
    }

    @Test("Days without a report are named in spans, with the commands that get it")
    func hints() throws {
        let missing = ["05", "06", "09"].map { day in
            #"{"day":"2026-03-\#(day)","state":"open","report":"notImported"}"#
        }
        let late = #"{"day":"2026-03-10","state":"open","report":"notYet"}"#
        let hints = ReconciliationText(in: .english).hints(try Self.sample(missing + [late]))
        #expect(hints.count == 2)
        #expect(hints.first?.hasPrefix("No report of 2026-03-04 - 2026-03-06, 2026-03-09. ") == true)
        #expect(hints.first?.contains("purser reports fetch --from 2026-03-04 --to 2026-03-09") == true)
        #expect(hints.last?.contains("apps.NAME.appStoreConnect.sku") == true)
    }
}
