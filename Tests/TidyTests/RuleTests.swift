import Testing

/// Each rule is able to fail, and leaves alone what it should.
@Suite struct RuleTests {
    private static func file(_ text: String, at path: String = "Sources/Ledger/Thing.swift") -> SourceFile {
        SourceFile(path: path, text: text)
    }

    @Test(
        "A forbidden import is found, with the line",
        arguments: [
            ("Sources/Ledger/A.swift", "\nimport GRDB\n"),
            ("Sources/Ledger/A.swift", "\npackage import AppStore"),
            ("Sources/AppStore/Wire/A.swift", "\nimport NIOCore"),
            ("Sources/AppStore/Verification/A.swift", "\ninternal import Logging"),
            ("Sources/AppStore/API/A.swift", "\nimport Ledger"),
            ("Sources/AppStoreSimulator/A.swift", "\n@preconcurrency import Ledger"),
            ("Sources/AppStoreSimulator/A.swift", "\nimport struct PurserService.Intake"),
            ("Sources/purser/A.swift", "\nimport GRDB"),
            ("Tests/LedgerTests/A.swift", "\nimport XCTest"),
            ("Tests/AppStoreSimulatorTests/A.swift", "\nimport Ledger"),
        ]
    )
    func forbiddenImports(path: String, text: String) {
        let complaints = ImportRule(table: .project).complaints(in: [Self.file(text, at: path)])
        #expect(complaints.map(\.line) == [2], "\(complaints.report)")
    }

    @Test(
        "An allowed import, or the word in a comment or string, is no breach",
        arguments: [
            ("Sources/Ledger/A.swift", "internal import Foundation"),
            ("Sources/AppStore/API/A.swift", "public import AsyncHTTPClient"),
            ("Sources/AppStore/Revocation/A.swift", "import struct NIOCore.ByteBuffer"),
            ("Sources/Ledger/A.swift", "// import GRDB\nlet a = \"import GRDB\"\n/* import GRDB */"),
            ("Sources/Ledger/A.swift", "let b = \"\"\"\n    import GRDB\n    \"\"\""),
        ]
    )
    func allowedImports(path: String, text: String) {
        let complaints = ImportRule(table: .project).complaints(in: [Self.file(text, at: path)])
        #expect(complaints.isEmpty, "\(complaints.report)")
    }

    @Test("A target without a row in the table is found")
    func unknownTarget() {
        let file = Self.file("import Foundation", at: "Sources/Elsewhere/A.swift")
        #expect(ImportRule(table: .project).complaints(in: [file]).count == 1)
    }

    @Test("Every banned piece of code is found where it stands, and not in a string", arguments: BannedToken.project)
    func bannedTokens(token: BannedToken) {
        let rule = BannedTokenRule(tokens: [token])
        #expect(rule.complaints(in: [Self.file("func a() {\n    \(token.spelling)\n}")]).map(\.line) == [2])
        #expect(rule.complaints(in: [Self.file("// \(token.spelling)\nlet a = \"\(token.spelling)\"")]).isEmpty)
        #expect(rule.complaints(in: [Self.file("let a = \"\\(b \(token.spelling))\"")]).count == 1)
    }

    @Test(
        "What only looks like banned code is left alone",
        arguments: [
            "let a = signedDate()", "terminal.print(line)", "func print(_ line: String)", "footprint(of: a)",
            "let b = try? c", "x as? Y", "registry!", "MyTask.sleep(1)", "fooUUID()", "clock.sleep(for: a)",
        ]
    )
    func innocent(text: String) {
        let complaints = BannedTokenRule(tokens: BannedToken.project).complaints(in: [Self.file(text)])
        #expect(complaints.isEmpty, "\(complaints.report)")
    }

    @Test("A banned piece may stand where it is made, and there only")
    func allowedPlaces() {
        let rule = BannedTokenRule(tokens: BannedToken.project)
        let time = "let now = Date()"
        #expect(rule.complaints(in: [Self.file(time, at: "Sources/purser/Serve/Ambient+Live.swift")]).isEmpty)
        #expect(rule.complaints(in: [Self.file(time, at: "Sources/purser/Serve/Ambient+Other.swift")]).count == 1)
        let output = "print(1)\nSwift.print(1)"
        #expect(rule.complaints(in: [Self.file(output, at: "Tools/benchmark/Screen.swift")]).isEmpty)
        #expect(rule.complaints(in: [Self.file(output, at: "Sources/purser/Screen.swift")]).count == 2)
    }

    @Test("A banned word is found in comments, pages and scripts", arguments: BannedWordRule.project)
    func bannedWords(word: BannedWordRule.Word) {
        let rule = BannedWordRule(words: [word])
        for path in ["Sources/Ledger/Thing.swift", "docs/start.md", "scripts/setup"] {
            #expect(rule.complaints(in: [Self.file("a\n// \(word.spelling) b", at: path)]).map(\.line) == [2])
            #expect(rule.complaints(in: [Self.file("a\n// net\(word.spelling) b", at: path)]).isEmpty)
        }
    }

    @Test(
        "A function that looks like a test and lacks @Test is found",
        arguments: [
            "@Suite struct ATests {\n    func reversal() {}\n}",
            "struct ATests {\n    func reversal() async throws {}\n}",
            "extension ATests {\n    func reversal() {}\n}",
            "@Suite struct ATests {\n    private func testReversal() {}\n}",
            "@Suite struct ATests {\n    @available(macOS 15, *) func reversal() {}\n}",
            "@Suite struct ATests {}\nfunc reversal() {}",
            "@Suite struct ATests {\n    func reversal(_ a: () -> Int) { let b: () -> Int = a }\n}",
            "@Suite struct ATests {\n    func testReversal() -> Int { 1 }\n}",
        ]
    )
    func silentTests(text: String) {
        let complaints = TestFunctionRule().complaints(in: [Self.file(text, at: "Tests/LedgerTests/ATests.swift")])
        #expect(complaints.map(\.line) == [2], "\(complaints.report)")
    }

    @Test(
        "Tests, private functions of a suite and functions of other types are left alone",
        arguments: [
            "@Suite struct ATests {\n    @Test(\"a (b) { c\", arguments: [1, f(2)])\n    func a(b: Int) {}\n}",
            "@Suite struct ATests {\n    @Test func a() { func inner() {} }\n}",
            "@Suite struct ATests {\n    private func make() {}\n    static func cases() -> [Int] { [] }\n}",
            "@Suite struct ATests {\n    private struct Clock { func sleep() {} }\n}",
            "@Suite struct ATests {}\nprivate func reversal() {}",
            "@Suite struct ATests {\n    func ask(_ a: () -> Void) async throws -> (a: Int, b: Int) { (1, 2) }\n}",
            "struct World {\n    func turn() {}\n    func testament() {}\n}",
        ]
    )
    func honestTests(text: String) {
        let complaints = TestFunctionRule().complaints(in: [Self.file(text, at: "Tests/LedgerTests/ATests.swift")])
        #expect(complaints.isEmpty, "\(complaints.report)")
    }

    @Test("A file may have 500 lines and not 501, unless it is an exception", arguments: [(500, 0), (501, 1)])
    func length(lines: Int, expected: Int) {
        let file = Self.file(String(repeating: "//\n", count: lines))
        #expect(FileLengthRule(merged: [], exceptions: [:]).complaints(in: [file]).count == expected)
        #expect(FileLengthRule(merged: [], exceptions: [file.path: "a table"]).complaints(in: [file]).isEmpty)
    }

    @Test(
        "A file of fewer than thirty lines needs a reason where small types live with the types that need them",
        arguments: [
            ("Sources/Ledger/", 29, 1), ("Sources/Ledger/", 30, 0), ("Sources/AppStore/", 29, 0), ("Sources/", 0, 1),
        ]
    )
    func smallness(merged: String, lines: Int, expected: Int) {
        let file = Self.file(String(repeating: "//\n", count: lines))
        #expect(FileLengthRule(merged: [merged], exceptions: [:]).complaints(in: [file]).count == expected)
        #expect(FileLengthRule(merged: [merged], exceptions: [file.path: "no owner"]).complaints(in: [file]).isEmpty)
    }

    @Test("An exception that excuses nothing is found")
    func idleException() {
        let file = Self.file("struct Thing {}")
        let idle = [file.path: "a table", "Sources/Ledger/Gone.swift": "a table"]
        let rule = FileLengthRule(merged: [], exceptions: idle)
        #expect(rule.idleExceptions(in: [file]).count == 2)
        let long = Self.file(String(repeating: "//\n", count: 501))
        #expect(FileLengthRule(merged: [], exceptions: [long.path: "a table"]).idleExceptions(in: [long]).isEmpty)
    }

    @Test(
        "A file that is not named after a type, or begins with another, is found",
        arguments: [
            ("Thing.swift", "struct Other {}"), ("Thing.swift", "func thing() {}"), ("Thing.swift", ""),
            ("Thing+Price.swift", "extension Other {}"), ("Thing.swift", "enum Other {}\nstruct Thing {}"),
            ("Thing.swift", "enum Space {\n    struct Thing {}\n}"), ("0001Thing.swift", "struct Thing {}"),
            ("0001_First.swift", "extension Thing {}"), ("First.swift", "extension Ledger {}"),
        ]
    )
    func wrongName(name: String, text: String) {
        let file = Self.file(text, at: "Sources/Ledger/\(name)")
        #expect(FileNameRule(exceptions: [:]).complaints(in: [file]).count == 1)
    }

    @Test(
        "A file named after its main type is left alone, with the types that follow it",
        arguments: [
            ("Thing.swift", "@available(macOS 15, *)\nfinal class Thing {\n    enum Other {}\n}\nextension Int {}"),
            ("Thing+Price.swift", "extension Space.Thing {\n    enum Other {}\n}"),
            ("Thing.swift", "private enum Other {}\nstruct Thing {}\nfileprivate struct Third {}"),
            ("Thing.swift", "typealias ThingID = Int\nstruct Thing {}\nenum Other {}\nprotocol Third {}"),
            ("Thing.swift", "extension Int {}\nstruct Thing {}\nextension Thing {}"),
            ("Thing+Price.swift", "enum Other {}\nextension Thing {}"),
            ("Thing.swift", "typealias Thing = Int"), ("0001_Thing.swift", "enum Thing {}"), ("main.swift", "run()"),
            ("0001_First.swift", "extension Ledger {}"),
        ]
    )
    func rightName(name: String, text: String) {
        let complaints = FileNameRule(exceptions: [:]).complaints(in: [
            Self.file(text, at: "Sources/Ledger/\(name)")
        ])
        #expect(complaints.isEmpty, "\(complaints.report)")
    }

    @Test(
        "A type named after its part in a pattern is found",
        arguments: ["OrderManager", "DateHelper", "DefaultRepository", "RepositoryImpl", "StoreProtocol", "ByteUtils"]
    )
    func emptyTypeName(name: String) {
        #expect(TypeNameRule(exceptions: [:]).complaints(in: [Self.file("struct \(name) {}")]).count == 1)
    }

    @Test("A type named after a thing is left alone", arguments: ["Default", "Protocol", "Management", "Utility"])
    func plainTypeName(name: String) {
        #expect(TypeNameRule(exceptions: [:]).complaints(in: [Self.file("struct \(name) {}")]).isEmpty)
    }

    private static let coined = CoinedWordRule(
        names: [.init("gadget", "device"), .init("look again", "check")],
        prose: [.init("gadget", "device")],
        allowed: ["GadgetV1": "Apple's name"],
        exceptions: [:]
    )

    @Test(
        "A coined word in the name of a type or member is found",
        arguments: [
            "struct Gadget {}", "enum A {\n    case lookAgain\n}", "let theGadget = 1", "func lookAgainDue() {}",
            "struct A {\n    var look_again: Int\n}", "protocol SQLGadget {}",
        ]
    )
    func coinedNames(text: String) {
        let complaints = Self.coined.complaints(in: [Self.file(text)])
        #expect(complaints.count == 1, "\(complaints.report)")
    }

    @Test(
        "A coined word in a comment, a sentence or a page is found, with its line",
        arguments: [
            ("Sources/Ledger/A.swift", "\n/// The gadget of a customer."),
            ("Sources/Ledger/A.swift", "\nlet a = \"Remove the gadget.\""),
            ("Sources/Ledger/A.swift", "\nlet a = 1 // Gadget: none"),
            ("docs/start.md", "# Start\nGadget, not device."),
            ("Sources/Ledger/A.swift", "\n/* gadget */"),
        ]
    )
    func coinedSentences(path: String, text: String) {
        let complaints = Self.coined.complaints(in: [Self.file(text, at: path)])
        #expect(complaints.map(\.line) == [2], "\(complaints.report)")
    }

    @Test(
        "What only looks like a coined word is left alone",
        arguments: [
            "struct GadgetV1 {}", "let history = 1", "let a = \"gadget\"", "/// `gadget` is Apple's.",
            "let takes = back",
            "extension Gadget {}", "/// This, with gadgets.",
        ]
    )
    func plainWords(text: String) {
        let complaints = Self.coined.complaints(in: [Self.file(text)])
        #expect(complaints.isEmpty, "\(complaints.report)")
    }

    private static let decisions = DecisionRule(calls: DecidingCall.project, exceptions: [:])

    @Test(
        "A decision in a persistence target is found where it stands, and not in a comment",
        arguments: DecidingCall.project
    )
    func decisions(call: DecidingCall) {
        let rule = DecisionRule(calls: [call], exceptions: [:])
        for folder in DecisionRule.folders {
            let path = "\(folder)Order/Session+Orders.swift"
            let breach = Self.file("func a() {\n    _ = try value\(call.spelling) b)\n}", at: path)
            let called = call.spelling.hasPrefix(".") ? breach : Self.file("\n_ = try \(call.spelling) b)", at: path)
            #expect(rule.complaints(in: [called]).map(\.line) == [2])
            #expect(rule.complaints(in: [Self.file("// value\(call.spelling) b)", at: path)]).isEmpty)
        }
        #expect(rule.complaints(in: [Self.file("value\(call.spelling) b)\n\(call.spelling) b)")]).isEmpty)
    }

    @Test(
        "Loading and saving values in a persistence target is no decision",
        arguments: [
            "let record = TransactionRecord(snapshots)", "let renewal = RenewalSnapshot(digest: digest)",
            "func write(_ draft: EventDerivation.Draft) {}", "let job = RefundJob(record, dueAt: dueAt, lease: lease)",
            "let change: SaleChange = value", "self.note(.orders, dueAt: record.dueAt)", "myEventDerivation(a)",
            "chain.load(transaction)", "EventStreamReplay(next: next, through: nil, resume: nil)",
        ]
    )
    func loading(text: String) {
        let file = Self.file(text, at: "Sources/PersistenceSQL/Chain/Session+ReadingChain.swift")
        let complaints = Self.decisions.complaints(in: [file])
        #expect(complaints.isEmpty, "\(complaints.report)")
    }

    @Test("A call of a use case of the ledger is found, unless its name is also that of a load")
    func useCases() {
        let extending = "extension LedgerStorage {\n    func publish() {}\n    func put() {}\n    func keep() {}\n}"
        let ledger = [
            Self.file(extending, at: "Sources/Ledger/Event/LedgerStorage+Publishing.swift"),
            Self.file("protocol EventStorage {\n    func put()\n}", at: "Sources/Ledger/Event/EventStorage.swift"),
            Self.file("extension Session {\n    func keep() {}\n}", at: "Sources/PersistenceSQL/Event/Session+A.swift"),
        ]
        let rule = DecisionRule(calls: DecisionRule.useCases(in: ledger), exceptions: [:])
        let text = "\nself.publish()\nself.put()\nself.keep()\nself.publish { 1 }\nself.publishedAt()"
        let file = Self.file(text, at: "Sources/PersistenceSQL/Event/Session+B.swift")
        #expect(rule.complaints(in: [file]).map(\.line).sorted() == [2, 5])
    }

    @Test(
        "A folder of leftovers, or a space in a name, is found",
        arguments: ["Sources/Ledger/Models", "Sources/Ledger/Utils", "Sources/Ledger/New File.swift"]
    )
    func paths(path: String) {
        #expect(PathRule().complaints(in: [path, "Sources/Ledger/Wallet", "Sources/Ledger/Models.swift"]).count == 1)
    }

    private static let linked = [
        RuleTests.file("[b](b.md)", at: "docs/a.md"),
        RuleTests.file("# B\n\n## What `it` does, in 2 steps\n\n## Why?\n\n## Why?", at: "docs/b.md"),
    ]

    private static func deadLinks(_ text: String, at path: String = "docs/page.md") -> [Complaint] {
        let known = ["docs", path, "docs/a.md", "docs/b.md", "docs/deeper", "LICENSE"]
        return LinkRule(exists: known.contains).complaints(in: Self.linked + [Self.file(text, at: path)])
    }

    @Test(
        "A link that leads to nothing is found, with the line",
        arguments: [
            "[a](c.md)", "[a](/docs/a.md)", "[a](../a.md)", "[a](../../LICENSE)", "[a](b.md#none)", "[a](#none)",
            "[a](b.md#why-2)", "![a](c.png)", "[a](A.md)", "`[a](b.md)` and [a](c.md)", "[a](b.md) and [a](c.md)",
            "[a](c.md \"title\")", "[a](<c.md>)", "- a\n  [a](c.md)", "[a](b.md#Why)",
        ]
    )
    func deadLinks(text: String) {
        let complaints = Self.deadLinks("# Page\n\n" + text)
        let line = 3 + text.count { character in character == "\n" }
        #expect(complaints.map(\.line) == [line], "\(complaints.report)")
    }

    @Test(
        "A link that leads somewhere, outside, or that is only shown, is left alone",
        arguments: [
            "[a](a.md)", "[a](../LICENSE)", "[a](deeper/../b.md)", "[a](b.md#why)", "[a](b.md#why-1)", "[a](#page)",
            "[a](b.md#what-it-does-in-2-steps)", "[a](https://example.com/none.md)", "[a](mailto:a@example.com)",
            "`[a](c.md)`", "```\n[a](c.md)\n```", "    [a](c.md)", "a](", "[a](../docs)", "[a](a.md \"title\")",
        ]
    )
    func liveLinks(text: String) {
        let complaints = Self.deadLinks("# Page\n\n" + text)
        #expect(complaints.isEmpty, "\(complaints.report)")
    }

    @Test("Only pages have links")
    func linksOfPages() {
        #expect(Self.deadLinks("// [a](c.md)", at: "Sources/Ledger/Thing.swift").isEmpty)
        #expect(Self.deadLinks("[a](c.md)", at: "README.md").count == 1)
    }

    @Test("Two files of one name in one target are found, in two targets not")
    func sharedNames() {
        let paths = ["Sources/A/X/Reason.swift", "Sources/A/Y/Reason.swift", "Sources/B/Reason.swift"]
        #expect(PathRule().complaints(in: paths).map(\.path) == ["Sources/A/Y/Reason.swift"])
    }
}
