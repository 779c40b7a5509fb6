import Foundation
import Ledger
import PurserHTTP
import PurserService
import Testing

/// The sentences about the rules of refund policies in both languages.
@Suite struct DashboardRuleTests {
    private static let policy = """
        policy: refunds
        rates: [{ from: USD, to: CNY, rate: 7.1234, source: ECB, day: 2026-01-02 }]
        rules:
          - { name: EU, when: { storefront.region: [EU, CHN], age: { below: 14d } }, answer: GRANT_FULL }
          - { name: used, when: { share: { above: 20%, atMost: 80% }, terms.inside: false }, answer: DECLINE }
          - { name: large, when: { price: { atLeast: CNY 500 } }, answer: "hold, 90min, then: none" }
          - { name: known, when: { customer.blocked: [true, false], sandbox: true }, answer: GRANT_PRORATED }
        otherwise: none

        """

    private let english = DashboardRuleSentences(.english)
    private let chinese = DashboardRuleSentences(.simplifiedChinese)

    private static func file() throws -> RuleFile {
        try RuleFile(bytes: Array(Self.policy.utf8), file: "policy", vocabularies: [.refunds])
    }

    @Test("The rules are the services' sentences in English, and composed of the same values in Chinese")
    func rules() throws {
        let file = try Self.file()
        #expect(self.english.rules(of: file) == file.sentences)
        #expect(
            self.chinese.rules(of: file) == [
                "1. EU：如果店面所属地区为 EU 或 CHN，且购买至请求的时间小于 14 天，则请 Apple 全额退款。",
                "2. used：如果消耗比例大于 20 %，且至多为 80 %，且店面的条款不再允许退款，则请 Apple 不要退款。",
                "3. large：如果价格至少为 CNY 500.00，则在 90 分钟内由人工决定，之后由 Apple 根据事实决定。",
                "4. known：如果已知“客户已被禁止下单”是否成立，且购买来自沙盒，则请 Apple 退还未消耗的部分。",
                "否则由 Apple 根据事实决定。",
                "USD 1 折合 CNY 7.1234（ECB，2026-01-02）。",
            ]
        )
    }

    @Test("A duration is written in the language of the page, and spelled as in a policy in English")
    func durations() {
        let value = RuleValue.span(.minutes(4470))
        #expect(self.english.text(value) == value.spelling && self.chinese.text(value) == "4470 分钟")
        #expect(self.chinese.text(.text("FRA")) == "FRA")
    }

    @Test("A decision is explained in Chinese as in English: the rule that matched, and why earlier ones did not")
    func explanation() throws {
        let file = try Self.file()
        let dollars = file.rules.decision(on: [
            "price": .money(Money(amountMilliunits: 100_000, currency: "USD")), "storefront.region": .text("EU"),
            "age": .span(.days(20)), "share": .share(30_000), "terms.inside": .flag(true),
        ])
        #expect(self.english.explanation(of: dollars) == RuleVocabulary.refunds.explanation(of: dollars))
        #expect(
            self.chinese.explanation(of: dollars) == [
                "规则 3“large”匹配：价格为 USD 100.00，按 USD 1 折合 CNY 7.1234（ECB，2026-01-02）换算。"
                    + "因此在 90 分钟内由人工决定，之后由 Apple 根据事实决定。",
                "规则 1“EU”不匹配：购买至请求的时间为 20 天。",
                "规则 2“used”不匹配：店面的条款允许退款。",
            ]
        )
        let euros = file.rules.decision(on: ["price": .money(Money(amountMilliunits: 9000, currency: "EUR"))])
        #expect(
            self.chinese.explanation(of: euros) == [
                "没有匹配的规则。因此由 Apple 根据事实决定。",
                "规则 1“EU”不匹配：店面所属地区未知（storefront.region）；购买至请求的时间未知（age）。",
                "规则 2“used”不匹配：消耗比例未知（share）；不知道“店面的条款允许退款”是否成立（terms.inside）。",
                "规则 3“large”不匹配：价格为 EUR 9.00，而规则没有 EUR 的汇率。",
                "规则 4“known”不匹配：不知道“客户已被禁止下单”是否成立（customer.blocked）；"
                    + "不知道“购买来自沙盒”是否成立（sandbox）。",
            ]
        )
        let withheld = file.rules.decision(on: [:], withholdable: ["price"], strictestFirst: ["hold", "none"])
        #expect(
            self.chinese.explanation(of: withheld).first
                == "规则 3“large”可能匹配：价格未知（price）。以更严格的答复为准，因此在 90 分钟内由人工决定，之后由 Apple 根据事实决定。"
        )
    }

    @Test("Each piece of evidence, each answer and each form of sentence has a phrase in each language but English")
    func phrases() throws {
        let source = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
            .appending(path: "Sources/PurserHTTP/Dashboard/Refund/DashboardRuleSentences.swift")
        let code = try String(contentsOf: source, encoding: .utf8)
        var keys = Set(code.matches(of: #/say\(\s*"([a-z]+\.\w+)"/#).map { String($0.output.1) })
        #expect(keys.count > 20)
        for term in RuleVocabulary.refunds.terms {
            keys.insert("evidence.\(term.name)")
            if term.kind == .flag { keys.insert("evidence.\(term.name).not") }
        }
        for answer in RuleVocabulary.refunds.answers { keys.insert("answer.\(answer.word)") }
        let translations = try #require(DashboardFiles.shared.translations[.rules])
        #expect(translations[.english] == nil, "The services say their sentences in English.")
        for language in PageLanguage.allCases where language != .english {
            let phrases = try #require(translations[language], "\(language)")
            for key in keys.sorted() {
                #expect(phrases[key]?.isEmpty == false, "Add \(key) to rules.\(language.rawValue).json.")
            }
            for key in phrases.keys.sorted() { #expect(keys.contains(key), "\(key) is not used.") }
        }
    }
}
