import Foundation
import Ledger
import PurserHTTP
import PurserService
import Testing

/// What pages say about the mistakes in a refund policy or a catalog, in both languages.
@Suite struct DashboardIssueTests {
    /// The files that read a policy, and every document, and note the mistakes.
    private static let sources = [
        "Rule/RuleReading.swift", "Rule/RuleReading+Values.swift", "Rule/RuleFile.swift", "Document/Validation.swift",
        "Document/Validation+Fields.swift", "Document/DocumentReader.swift", "Document/DocumentReader+Syntax.swift",
        "Document/DocumentConversion.swift",
    ]

    private let chinese = DashboardIssueText(.simplifiedChinese)

    /// Returns the mistakes of a policy, or the warnings about one without a mistake.
    private static func issues(_ policy: String) -> [ValidationIssue] {
        do throws(ValidationIssues) {
            let bytes = Array(policy.utf8)
            return try RuleFile(bytes: bytes, file: "policy", vocabularies: [.refunds]).warnings(beside: Catalog())
        } catch {
            return error.issues
        }
    }

    private static func rule(_ condition: String, _ answer: String = "none") -> String {
        "policy: refunds\nrules:\n  - name: a\n    when: { \(condition) }\n    answer: \(answer)\notherwise: DECLINE"
    }

    /// Mistakes and warnings, each with what a Chinese page says.
    static let mistakes: [(policy: String, says: String)] = [
        ("policy: refund\notherwise: none", "policy：未知的词“refund”。是否应为“refunds”？"),
        ("policy: refunds", "otherwise：缺少此键。请添加，例如：otherwise: DECLINE"),
        (
            "policy: refunds\notherwise: MAYBE",
            "otherwise：未知的答复“MAYBE”。可用：DECLINE, GRANT_FULL, GRANT_PRORATED, none, hold。"
        ),
        (
            "policy: refunds\notherwise: hold, 12h, then: none",
            "otherwise：须为最长 11 小时的等待时间，目前是：\"hold, 12h, then: none\"。例如：hold, 10min, then: DECLINE"
        ),
        (Self.rule("sahre: 1"), "rules[0].when.sahre：未知的事实“sahre”。是否应为“share”？"),
        (
            Self.rule("share: { atLeast: 101% }"),
            "rules[0].when.share.atLeast：须为百分比（0% 到 100%），目前是：\"101%\"。例如：share: { atLeast: 80% }"
        ),
        (
            Self.rule("cases.decided: -1"),
            "rules[0].when.cases.decided：须为不加引号的整数（不小于 0），目前是：\"-1\"。"
                + "例如：cases.decided: { atLeast: 1 }"
        ),
        (Self.rule("share: {}"), "rules[0].when.share：须为上下限，目前是：映射。例如：share: { atLeast: 80% }"),
        (
            Self.rule("product: gems"),
            "rules[0].when.product：目录中没有产品“gems”。可用 purser catalog show 列出产品。"
        ),
        (
            Self.rule("share: { above: 80%, below: 20% }"),
            "rules[0]：规则“a”永远不会匹配：没有满足条件的 share 值。请更正上下限。"
        ),
        (
            Self.rule("fulfillment.state: due", "DECLINE"),
            "rules[0]：规则“a”拒绝退还尚未交付的购买项目。请答复 GRANT_FULL：Apple 会得知该项目未交付。"
        ),
    ]

    /// Policies with every other kind of mistake.
    static let broken: [String] = [
        "- a", "policy: [", "policy: refunds\n\totherwise: none", "policy: refunds\npolicy: refunds", "a: &b 1\nc: *b",
        "policy: \u{7}", "[a]: b", String(repeating: "[", count: 40) + String(repeating: "]", count: 40), "",
        "policy: refunds\nrules: { a: 1 }\notherwise: none", "policy: refunds\nrules: a\notherwise: none",
        "policy: refunds\notherwise: none, because", "policy: refunds\notherwise: hold",
        "policy: refunds\notherwise: hold, 1h, then: hold", "policy: refunds\nother: 1\notherwise: none",
        Self.rates("{ from: USD, to: USD, rate: 1, source: E, day: 2026-01-02 }"),
        Self.rates("{ from: dollars, to: CNY, rate: 0, source: E, day: 2026-02-30 }"),
        Self.rates("{ from: USD, to: CNY, rate: 7, source: E, day: 2026-01-02 }", count: 2),
        Self.rule(""), Self.rule("age: { below: 14 }"), Self.rule("price: { above: 500 }"), Self.rule("sandbox: yes"),
        Self.rule("storefront: { above: CHN }"), Self.rule("fulfillment.state: []"), Self.rule("share: 80"),
        Self.rule("age: { above: 1d }", "\"none\"\n  - { name: a, when: { price: CNY 1 }, answer: none }"),
        Self.rule("age: { above: 1d }", "\"none\"\n  - { name: b, when: { age: 2d }, answer: none }"),
        Self.rule(
            "age: { below: 5d }",
            "\"none\"\n  - { name: b, when: { age: { atLeast: 5d } }, answer: none }\n"
                + "  - { name: c, when: { age: { above: 1d, below: 9d } }, answer: none }"
        ),
    ]

    private static func rates(_ rate: String, count: Int = 1) -> String {
        let rates = Array(repeating: rate, count: count).joined(separator: ", ")
        return "policy: refunds\nrates: [\(rates)]\notherwise: none"
    }

    @Test(
        "A mistake is said in Chinese with its names and numbers, and in English as the services say it",
        arguments: Self.mistakes
    )
    func mistake(policy: String, says: String) throws {
        let issue = try #require(Self.issues(policy).first)
        let statement = self.chinese.statement(issue)
        #expect(statement.whole == says && !statement.isEnglish)
        #expect(statement.problem + statement.remedy == says)
        let english = DashboardIssueText(.english)
        #expect(english.statement(issue).problem == "\(issue.keyPath): \(issue.problem).")
        #expect(english.statement(issue).remedy == issue.remedy && !english.statement(issue).isEnglish)
        #expect(english.description(of: issue) == issue.description)
    }

    @Test("Every mistake that a policy can have has a Chinese text", arguments: Self.broken)
    func complete(policy: String) {
        let issues = Self.issues(policy)
        #expect(!issues.isEmpty)
        for issue in issues {
            #expect(!self.chinese.statement(issue).isEnglish, "Add to issues.zh-Hans.json: \(issue.description)")
        }
    }

    @Test(
        "A mistake in a catalog whose text is put together has a Chinese text too",
        arguments: [
            ("products: { a: { kind: consumable, prices: { base: USA, USA: cheap } } }", "须为以 USD 计的价格，目前是"),
            ("products: {}\ntransfer: { consumable: transfer }", "消耗型项目不会转移。请将其移除。"),
        ]
    )
    func catalog(text: String, says: String) throws {
        let issues = #expect(throws: ValidationIssues.self) {
            try CatalogFile(bytes: Array(text.utf8), file: "catalog")
        }
        let statement = self.chinese.statement(try #require(issues?.issues.first))
        #expect(statement.whole.contains(says) && !statement.isEnglish, "\(statement.whole)")
    }

    @Test("Each text about a mistake in the sources that read policies and catalogs has a Chinese form")
    func forms() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/PurserService")
        let interpolation = #/\\\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/#
        let stated =
            #/(?:problem|remedy|expected|what):\s+"((?:[^"\\]|\\\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|\\.)*)"/#
        let warned = #/warn\(\s*[^,]+,\s*"((?:[^"\\]|\\.)*)",\s*"((?:[^"\\]|\\.)*)"/#
        let catalog = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/Catalog")
            .filter { $0.hasPrefix("CatalogReader") }.map { "Catalog/\($0)" }
        var count = 0
        for source in Self.sources + catalog {
            let code = try String(contentsOf: folder.appending(path: source), encoding: .utf8)
            let found =
                code.matches(of: stated).map { String($0.output.1) }
                + code.matches(of: warned).flatMap { [String($0.output.1), String($0.output.2)] }
            for literal in found {
                // A quotation stands for each name and number; the rest of a warning about a rule has its own form.
                let text = literal.replacing(interpolation, with: "\"7\"").replacing("\\\"", with: "\"")
                guard text != "the rule \"\"7\"\" \"7\"" else { continue }
                count += 1
                #expect(self.chinese.text(text) != nil, "Add a text for \(text) in \(source) to issues.zh-Hans.json.")
            }
        }
        #expect(count > 150)
        for warning in RuleVocabulary.refunds.warnings {
            #expect(self.chinese.text("the rule \"a\" \(warning.problem)") != nil)
            #expect(self.chinese.text(warning.remedy) != nil)
        }
        #expect(DashboardFiles.shared.translations[.issues]?[.english] == nil, "The services say their own in English.")
    }

    @Test("A text of no known form stays in English, and is marked so")
    func unknown() {
        let issue = ValidationIssue(file: "policy", line: 3, keyPath: "a", problem: "odd", remedy: "Remove it.")
        let statement = self.chinese.statement(issue)
        #expect(statement.isEnglish && statement.whole == "a: odd. Remove it.")
        #expect(self.chinese.description(of: issue) == issue.description)
        #expect(self.chinese.text("must be round, but is \"a\"") == nil, "No text is half in English.")
    }
}
