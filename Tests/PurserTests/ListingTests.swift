import AppStore
import PurserService
import Testing
import purser

/// Lists and objects as commands write them for people.
@Suite struct ListingTests {
    private static let listing = Listing(
        none: LocalizedText("No coin.", "没有代币。"),
        [
            Listing.Column(LocalizedText("COIN", "代币"), of: "coin", none: "-"),
            Listing.Column(LocalizedText("LEFT", "剩余"), of: "wallet.left", isNumber: true),
            Listing.Column("REASON", of: "reason"),
        ]
    )

    private static func rows(_ texts: String...) throws -> [JSONValue] {
        try texts.map { try JSONValue(json: Array($0.utf8)) }
    }

    @Test("Rows stand below their headings, numbers on the right, and a column of nothing is left out")
    func table() throws {
        let rows = try Self.rows(#"{"coin":"gems","wallet":{"left":120}}"#, #"{"wallet":{"left":5}}"#)
        #expect(Self.listing.lines(rows, in: .english) == ["COIN  LEFT", "gems   120", "-        5"])
        #expect(Self.listing.lines(rows, in: .simplifiedChinese).first == "代币  剩余")
        #expect(Self.listing.lines([], in: .english).isEmpty)
    }

    @Test(
        "A host's clock difference is shown in seconds, and not below one, the resolution of its date",
        arguments: [("-642", ""), ("999", ""), ("", ""), ("-1642", "-2"), ("61000", "61")]
    )
    func clockAhead(milliseconds: String, seconds: String) {
        #expect(Listing.seconds(milliseconds) == seconds)
    }

    @Test("States of alarms have the words of alarms in Chinese")
    func alarmStates() throws {
        let rows = try Self.rows(#"{"number":1,"state":"pending"}"#, #"{"number":2,"state":"firing"}"#)
        let lines = Listing.alarms.lines(rows, in: .simplifiedChinese)
        #expect(lines.contains { $0.contains("待触发") } && lines.contains { $0.contains("触发中") }, "\(lines)")
    }

    @Test(
        "A legacy format has its share in percent, its last day, its most frequent versions, and how to switch it off"
    )
    func forms() throws {
        let versions = (1...6).map { #"{"version":"\#($0)","count":2,"lastDay":"2026-01-02"}"# }.joined(separator: ",")
        let rows = try Self.rows(
            #"{"format":"signedTransaction","count":99999,"shareMilliPercent":99999,"days":[],"versions":[{"count":9}]}"#,
            #"{"format":"receipt","count":1,"shareMilliPercent":1,"days":[{"day":"2026-01-02","count":1}],"versions":["#
                + versions + #"],"step":{"state":"used","toDo":"Wait."}}"#,
            #"{"format":"verifyReceipt","count":5,"shareMilliPercent":12500,"days":[],"versions":[]}"#,
            #"{"format":"notificationV1","count":0,"shareMilliPercent":0,"days":[],"versions":[]}"#
        )
        let lines = Listing.formats.lines(rows, in: .english).map { line in
            line.split(separator: " ").joined(separator: " ")
        }
        #expect(
            lines == [
                "FORMAT COUNT SHARE LAST VERSIONS STATE TO SWITCH IT OFF", "signedTransaction 99999 > 99.9 %",
                "receipt 1 < 0.1 % 2026-01-02 1: 2, 2: 2, 3: 2, 4: 2, 5: 2 used Wait.", "verifyReceipt 5 12.5 %",
                "notificationV1 0",
            ]
        )
    }

    @Test("A customer's timeline has what came of an action, and since when auto-renew is as it is")
    func timeline() throws {
        let rows = try Self.rows(
            #"{"at":"2026-01-02","type":"act","name":"order.recover","outcome":"refused","code":"order_number_empty"}"#,
            #"{"at":"2026-01-01","type":"evidence","name":"renewal","renewStatusChangedAt":"2025-12-31"}"#
        )
        let lines = Listing.timeline.lines(rows, in: .english)
        #expect(lines.first?.contains("OUTCOME") == true && lines.first?.hasSuffix("AUTO-RENEW CHANGED") == true)
        #expect(lines[1].contains("refused:order_number_empty"), "\(lines)")
        #expect(lines[2].hasSuffix("2025-12-31"), "\(lines)")
    }

    @Test("An entry of a timeline is a row of what there is to know of it, and Apple's statements have short names")
    func timelineRows() throws {
        let entries = try Self.rows(
            #"{"at":"3","type":"event","id":"e","name":"purchase.completed","data":{"number":"7","event":{"a":1}}}"#,
            #"{"at":"2","type":"evidence","id":"t","name":"transaction.signed","data":{"product":"pro"}}"#,
            #"{"at":"1","type":"evidence","id":"s","name":"status.stated","data":{"status":"2"}}"#,
            #"{"at":"0","type":"evidence","id":"r","name":"refund.requested","data":{"transaction":"77"}}"#
        )
        let lines = Listing.timeline.lines(entries.map(TimelineRow.row(of:)), in: .english)
        let words = lines.map { $0.split(separator: " ").joined(separator: " ") }
        #expect(
            words == [
                "AT TYPE WHAT TRANSACTION PRODUCT EVENT", "3 event purchase.completed 7", "2 evidence transaction pro",
                "1 evidence status 2", "0 evidence refund requested 77",
            ]
        )
    }

    @Test("What would move the cursor or break the line is a blank")
    func control() throws {
        let rows = try Self.rows(#"{"coin":"a\u001b[2J\nb","wallet":{"left":1},"reason":"x\u0007"}"#)
        #expect(Self.listing.lines(rows, in: .english) == ["COIN     LEFT  REASON", "a [2J b     1  x"])
    }

    @Test("Rows without columns of their own are tables by their type, headed by their members")
    func derived() throws {
        let rows = try Self.rows(
            #"{"type":"move","from":"anna","count":7}"#,
            #"{"type":"entitlements","expiresAt":"never"}"#,
            #"{"type":"move","from":null,"count":12}"#
        )
        let lines = Listing(none: "Nothing.").lines(rows, in: .english)
        #expect(
            lines == [
                "TYPE  FROM  COUNT", "move  anna      7", "move           12", "TYPE          EXPIRES AT",
                "entitlements  never",
            ]
        )
    }

    @Test("A list in a row is shown in its cell, and an empty one is none")
    func nested() throws {
        let rows = try Self.rows(
            #"{"before":[{"entitlement":"pro","until":"2026-04-01"},{"entitlement":"hd"}],"after":[]}"#
        )
        let lines = Listing(none: "Nothing.").lines(rows, in: .english)
        #expect(lines.last?.hasPrefix("entitlement pro, until 2026-04-01; entitlement hd  none") == true, "\(lines)")
    }

    @Test("An object is a line for each field and a table for each list; a list without anything is not shown")
    func object() throws {
        let json = #"{"coin":"gems","price":{"currency":"EUR"},"empty":[],"isHeld":false,"lots":[{"number":1}]}"#
        let lines = ObjectText.lines(try JSONValue(json: Array(json.utf8)))
        #expect(
            lines == [
                "coin            gems", "price.currency  EUR", "isHeld          no", "", "lots:", "  NUMBER",
                "       1",
            ]
        )
    }

    @Test(
        "y is as good as yes, and nothing else is",
        arguments: [
            ("y", true), ("Y", true), ("yes", true), (" Yes ", true), ("是", true), ("", false), ("n", false),
            ("yess", false), ("ye", false),
        ]
    )
    func answer(text: String, isYes: Bool) {
        #expect(Confirmation.isYes(text) == isYes)
        #expect(!Confirmation.isYes(nil))
    }
}

@Suite struct CountedTests {
    @Test(
        "There is one entitlement, and there are no, two or more entitlements",
        arguments: [(0, "0 entitlements"), (1, "1 entitlement"), (2, "2 entitlements"), (21, "21 entitlements")]
    )
    func text(number: Int, text: String) {
        #expect(Counted.text(number, "entitlement", "entitlements") == text)
    }
}

@Suite struct ProgressLineTests {
    @Test(
        "A line says how far it is, how fast it goes and how long it will take, as soon as that is known",
        arguments: [
            (0, 0, 5, "copying"), (0, 200, 5, "copying 0% (0 of 200 pages)"),
            (50, 200, 0, "copying 25% (50 of 200 pages)"),
            (50, 200, 5, "copying 25% (50 of 200 pages), 10 a second, 15 s left"),
            (200, 200, 4, "copying 100% (200 of 200 pages), 50 a second, 0 s left"),
            (100, 10000, 1, "copying 1% (100 of 10000 pages), 100 a second, 1 min 39 s left"),
            (1, 10000, 1, "copying 0% (1 of 10000 pages), 1 a second, 2 h 46 min left"),
            (.max / 2, .max, 1, "copying 50% (4611686018427387903 of 9223372036854775807 pages)"),
        ] as [(Int64, Int64, Int, String)]
    )
    func line(done: Int64, total: Int64, seconds: Int, expected: String) {
        let progress = OperationProgress(stage: "copying", done: done, total: total, unit: "pages")
        let text = ProgressLine(progress, elapsed: .seconds(seconds)).text
        #expect(done > 1_000_000 ? text.hasPrefix(expected) : text == expected)
    }
}

/// What a command says that did nothing.
@Suite struct NoChangeTests {
    @Test(
        "Commands that speak Chinese say in Chinese that nothing was done",
        arguments: [
            NoChange.Code.refundAnswerUnchanged, .overrideSame, .overrideMissing, .policySame, .dayAccepted,
            .dayNotAccepted,
        ]
    )
    func chinese(code: NoChange.Code) {
        let text = code.said.text(in: .simplifiedChinese)
        #expect(text.hasPrefix("未作任何更改：") && text.hasSuffix("。"), "\(text)")
        #expect(code.said.text(in: .english) == code.sentence)
    }
}
