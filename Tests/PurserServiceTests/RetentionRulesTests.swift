import Ledger
import PurserService
import Testing

@Suite struct RetentionRulesTests {
    private static let message = "3f0e9a52-4b6d-4b6e-9d5b-0c6f6f0f8a11"

    private static func rules(_ text: String) throws -> [RetentionRule] {
        try RetentionRules(bytes: Array(text.utf8), file: "retention.yaml").rules
    }

    @Test("A file of rules is read in its order, with single values and lists")
    func reading() throws {
        let rules = try Self.rules(
            """
            rules:
              - when: { product: pro.monthly, locale: [zh-Hans, ja], environment: Sandbox }
                message: 3F0E9A52-4B6D-4B6E-9D5B-0C6F6F0F8A11
                product: pro.yearly
              - when: { product: [pro.monthly, pro.yearly] }
                message: \(Self.message)
                offer: spring
              - message: \(Self.message)
            """
        )
        let monthly = ProductID("pro.monthly")
        let yearly = ProductID("pro.yearly")
        #expect(
            rules == [
                RetentionRule(
                    products: [monthly],
                    locales: ["zh-Hans", "ja"],
                    environments: [.sandbox],
                    message: Self.message,
                    content: .product(yearly)
                ),
                RetentionRule(
                    products: [monthly, yearly],
                    message: Self.message,
                    content: .offer(OfferID("spring"))
                ),
                RetentionRule(message: Self.message),
            ]
        )
    }

    @Test(
        "An error is reported with its line and a remedy",
        arguments: [
            ("rule: []", "rules"), ("rules: 1", "a list"), ("rules: [{ when: { product: a } }]", "message"),
            ("rules: [{ message: hello }]", "UUID"),
            ("rules: [{ message: \(message), product: a, offer: b }]", "two rules"),
            ("rules: [{ message: \(message), when: { enviroment: Sandbox } }]", "environment"),
            ("rules: [{ message: \(message), when: { environment: Xcode } }]", "Sandbox"),
        ]
    )
    func mistakes(text: String, part: String) {
        do {
            let rules = try Self.rules(text)
            Issue.record("\(rules) was read from \(text)")
        } catch {
            #expect("\(error)".contains("retention.yaml:1") && "\(error)".contains(part), "\(error)")
        }
    }

    @Test(
        "A locale includes all more specific ones, and no others",
        arguments: [
            ("zh-Hans", "zh-Hans", true), ("zh-Hans", "zh-Hans-CN", true), ("zh-Hans", "zh-Hant", false),
            ("en", "en_US", true), ("EN", "en-gb", true), ("en-US", "en", false), ("e", "en", false),
        ]
    )
    func locales(range: String, locale: String, isIncluded: Bool) {
        let rule = RetentionRule(locales: [range], message: Self.message)
        #expect(rule.applies(to: ProductID("a"), locale: locale, in: .production) == isIncluded)
    }

    @Test("All conditions of a rule must match; a missing one always matches")
    func conditions() {
        let rule = RetentionRule(
            products: [ProductID("a")],
            locales: ["en"],
            environments: [.sandbox],
            message: Self.message
        )
        #expect(rule.applies(to: ProductID("a"), locale: "en", in: .sandbox))
        #expect(!rule.applies(to: ProductID("b"), locale: "en", in: .sandbox))
        #expect(!rule.applies(to: ProductID("a"), locale: "ja", in: .sandbox))
        #expect(!rule.applies(to: ProductID("a"), locale: "en", in: .production))
        #expect(RetentionRule(message: Self.message).applies(to: ProductID("b"), locale: "", in: .production))
    }
}
