import Ledger
import PurserService
import Testing

@Suite struct RuleFileTests {
    /// A small vocabulary with evidence of every kind and answers of every form.
    static let refunds = RuleVocabulary(
        name: "refunds",
        terms: [
            RuleTerm(
                name: "fulfillment.state",
                kind: .text(known: ["due", "suspended", "confirmed"]),
                phrase: "the state of the fulfillment",
                sentence: "Where the fulfillment stands.",
                example: "[due, suspended]"
            ),
            RuleTerm(
                name: "storefront.region",
                kind: .text(known: nil),
                phrase: "the region",
                sentence: "The region of the storefront.",
                example: "EU"
            ),
            RuleTerm(name: "age", kind: .span, phrase: "the age", sentence: "The age.", example: "{ below: 14d }"),
            RuleTerm(
                name: "share",
                kind: .share,
                phrase: "the consumed share",
                sentence: "What was consumed.",
                example: "{ atLeast: 80% }"
            ),
            RuleTerm(
                name: "cases.decided",
                kind: .count,
                phrase: "the number of decided cases",
                sentence: "The cases.",
                example: "{ atLeast: 1 }"
            ),
            RuleTerm(
                name: "price",
                kind: .money,
                phrase: "the price",
                sentence: "The price.",
                example: "{ above: CNY 5 }"
            ),
            RuleTerm(name: "consent", kind: .flag, phrase: "the consent", sentence: "The consent.", example: "true"),
        ],
        answers: [
            RuleAnswerForm("none", sentence: "no preference is sent"),
            RuleAnswerForm("DECLINE", sentence: "DECLINE is sent"),
            RuleAnswerForm("GRANT_FULL", sentence: "GRANT_FULL is sent"),
            RuleAnswerForm("GRANT_PRORATED", sentence: "GRANT_PRORATED is sent"),
            RuleAnswerForm(
                "hold",
                sentence: "a person decides",
                detail: .wait(longest: .hours(11), then: ["none", "DECLINE", "GRANT_FULL", "GRANT_PRORATED"])
            ),
        ]
    )

    static let sample = """
        policy: refunds
        rules:
          - name: never fulfilled
            when: { fulfillment.state: [due, suspended] }
            answer: GRANT_FULL
          - name: EU, inside 14 days
            when: { storefront.region: EU, age: { below: 14d } }
            answer: GRANT_PRORATED
          - name: spent, and asks again
            when: { share: { atLeast: 80% }, cases.decided: { atLeast: 1 } }
            answer: DECLINE
          - name: large sums go to a person
            when: { price: { above: CNY 500 } }
            answer: hold, 10min, then: none   # or DECLINE
        otherwise: none
        """

    static func read(_ text: String) throws(ValidationIssues) -> RuleFile {
        try RuleFile(bytes: Array(text.utf8), file: "r.yaml", vocabularies: [.orders, Self.refunds])
    }

    static func issues(_ text: String) -> [String] {
        do throws(ValidationIssues) {
            _ = try Self.read(text)
            return []
        } catch {
            return error.issues.map(\.description)
        }
    }

    @Test("The example of the handbook is read, and each rule is one sentence")
    func sample() throws {
        let file = try Self.read(Self.sample)
        #expect(file.warnings == [])
        #expect(
            file.sentences == [
                "1. never fulfilled: when the state of the fulfillment is due or suspended, GRANT_FULL is sent.",
                "2. EU, inside 14 days: when the region is EU and the age is below 14 days, GRANT_PRORATED is sent.",
                "3. spent, and asks again: when the consumed share is at least 80 % and the number of decided cases is at "
                    + "least 1, DECLINE is sent.",
                "4. large sums go to a person: when the price is above CNY 500.00, a person decides for 10 minutes, and "
                    + "then no preference is sent.",
                "Otherwise no preference is sent.",
            ]
        )
        #expect(file.rules.rules[3].answer == RuleAnswer("hold", detail: .wait(.minutes(10), then: "none")))
        let unknown = file.rules.decision(on: ["price": .money(Money(amountMilliunits: 600_000, currency: "CNY"))])
        #expect(unknown.matched?.name == "large sums go to a person")
        #expect(unknown.unknown == ["age", "cases.decided", "fulfillment.state", "share", "storefront.region"])
    }

    @Test("A condition has at most a thousand values, and a file as many rates")
    func bounds() {
        func values(_ count: Int) -> String {
            let words = (0..<count).map { "v\($0)" }.joined(separator: ", ")
            return "policy: refunds\nrules: [{ name: a, when: { storefront.region: [\(words)] }, answer: none }]\n"
                + "otherwise: DECLINE"
        }
        #expect(Self.issues(values(1000)) == [])
        #expect(
            Self.issues(values(1001)) == [
                "r.yaml:2: rules[0].when.storefront.region: more than 1000 values. Use a condition that covers them, "
                    + "or split them over several rules."
            ]
        )
        func rates(_ count: Int) -> String {
            let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
            let lines = (0..<count).map { number in
                let to = String([letters[number / 676], letters[number / 26 % 26], letters[number % 26]])
                return "{ from: ZZZ, to: \(to), rate: 1, source: s, day: 2026-01-02 }"
            }
            return "policy: refunds\nrates: [\(lines.joined(separator: ", "))]\notherwise: none"
        }
        #expect(Self.issues(rates(1000)) == [])
        #expect(
            Self.issues(rates(1001)) == [
                "r.yaml:2: rates: more than 1000 rates. Keep those between currencies that the rules name."
            ]
        )
    }

    @Test(
        "An answer with a wait may have any form that YAML permits",
        arguments: [
            "hold, 10min, then: none", "hold, 10min, then none", "\"hold, 10min, then: none\"",
            "'hold, 10min, then: none'",
            "hold,  10min , then:  none  # a note",
        ]
    )
    func waits(text: String) throws {
        let file = try Self.read("policy: refunds\notherwise: \(text)")
        #expect(file.rules.otherwise == RuleAnswer("hold", detail: .wait(.minutes(10), then: "none")))
    }

    @Test(
        "Each error is reported with its line, its key and a remedy",
        arguments: [
            ("policy: refund\notherwise: none", "r.yaml:1: policy: unknown word \"refund\". Did you mean \"refunds\"?"),
            ("otherwise: none", "r.yaml:1: policy: missing. Add for example: policy: orders"),
            ("policy: refunds", "r.yaml:1: otherwise: missing. Add for example: otherwise: none"),
            (
                "policy: refunds\notherwise: DECLIN",
                "r.yaml:2: otherwise: unknown answer \"DECLIN\". Did you mean \"DECLINE\"?"
            ),
            (
                "policy: refunds\notherwise: none, because",
                "r.yaml:2: otherwise: must be none alone, but is \"none, because\". Write for example: none"
            ),
            (
                "policy: refunds\notherwise: hold",
                "r.yaml:2: otherwise: must be hold with a wait and what comes then, but is \"hold\". Write for example: hold, "
                    + "10min, then: none"
            ),
            (
                "policy: refunds\notherwise: hold, 12h, then: none",
                "r.yaml:2: otherwise: must be a wait of at most 11 hours, but is \"hold, 12h, then: none\". Write for "
                    + "example: hold, 10min, then: none"
            ),
            (
                "policy: refunds\notherwise: hold, 1h, then: hold",
                "r.yaml:2: otherwise: unknown answer \"hold\" after a wait. Known here: none, DECLINE, GRANT_FULL, "
                    + "GRANT_PRORATED."
            ),
        ]
    )
    func mistakes(text: String, expected: String) {
        #expect(Self.issues(text) == [expected])
    }

    @Test(
        "Each error in a condition is reported with its line, its key and a remedy",
        arguments: [
            ("sahre: { atLeast: 80% }", "rules[0].when.sahre: unknown evidence \"sahre\". Did you mean \"share\"?"),
            ("share: { atleast: 80% }", "rules[0].when.share.atleast: unknown key. Did you mean \"atLeast\"?"),
            (
                "share: { atLeast: 101% }",
                "rules[0].when.share.atLeast: must be a percentage from 0% to 100%, but is \"101%\". Write for example: "
                    + "share: { atLeast: 80% }"
            ),
            (
                "share: 80",
                "rules[0].when.share: must be a percentage from 0% to 100%, but is \"80\". Write for example: share: { "
                    + "atLeast: 80% }"
            ),
            (
                "share: -1%",
                "rules[0].when.share: must be a percentage from 0% to 100%, but is \"-1%\". Write for example: share: { "
                    + "atLeast: 80% }"
            ),
            (
                "fulfillment.state: duee",
                "rules[0].when.fulfillment.state: unknown word \"duee\". Did you mean \"due\"?"
            ),
            (
                "fulfillment.state: { above: due }",
                "rules[0].when.fulfillment.state: has no order, so it cannot have bounds. Write for example: fulfillment.state: "
                    + "[due, suspended]"
            ),
            (
                "consent: yes",
                "rules[0].when.consent: must be true or false, but is \"yes\". Write for example: consent: true"
            ),
            (
                "age: { below: 14 }",
                "rules[0].when.age.below: must be a duration like 10s, 2min, 1h or 3d, but is \"14\". Write for example: age: "
                    + "{ below: 14d }"
            ),
            (
                "price: { above: 500 }",
                "rules[0].when.price.above: must be a currency code and a decimal number, but is \"500\". Write for example: "
                    + "price: { above: CNY 5 }"
            ),
            (
                "cases.decided: -1",
                "rules[0].when.cases.decided: must be a whole number from 0 without quotes, but is \"-1\". Write for example: "
                    + "cases.decided: { atLeast: 1 }"
            ),
            (
                "share: {}",
                "rules[0].when.share: must be bounds, but is a map. Write for example: share: { atLeast: 80% }"
            ),
            (
                "fulfillment.state: []",
                "rules[0].when.fulfillment.state: must be a value, a list of values or bounds, but is a list. Write for example: "
                    + "fulfillment.state: [due, suspended]"
            ),
        ]
    )
    func conditions(condition: String, expected: String) {
        let text = "policy: refunds\nrules:\n  - name: a\n    when: { \(condition) }\n    answer: none\notherwise: none"
        #expect(Self.issues(text) == ["r.yaml:4: " + expected])
    }

    @Test("A rule without a condition, without a name or with the name of another is rejected")
    func rules() {
        let text = """
            policy: refunds
            rules:
              - { name: a, when: {}, answer: none }
              - { when: { consent: true }, answer: none }
              - { name: b, when: { consent: true }, answer: none }
              - { name: b, when: { consent: false }, answer: none }
              - { name: c, answer: none }
            otherwise: none
            """
        let issues = Self.issues(text)
        #expect(issues.count == 4)
        #expect(issues.first?.hasPrefix("r.yaml:3: rules[0].when: has no condition") == true)
        #expect(issues.contains { $0.hasPrefix("r.yaml:4: rules[1].name: missing") })
        #expect(issues.contains { $0.hasPrefix("r.yaml:6: rules[3]: another rule is called \"b\" too") })
        #expect(issues.contains { $0.hasPrefix("r.yaml:7: rules[4].when: missing") })
    }

    @Test("A rule that can never match causes a warning with its name, the reason and the earlier rule")
    func unreachable() throws {
        let text = """
            policy: refunds
            rules:
              - { name: old, when: { age: { above: 30d } }, answer: DECLINE }
              - { name: very old, when: { age: { atLeast: 60d }, consent: true }, answer: none }
              - { name: odd, when: { share: { above: 80%, below: 20% } }, answer: none }
            otherwise: none
            """
        #expect(
            try Self.read(text).warnings.map(\.description) == [
                "r.yaml:4: rules[1]: the rule \"very old\" can never match: everything that matches it matches rule 1 "
                    + "first, \"old\". Move it before that rule, or remove it.",
                "r.yaml:5: rules[2]: the rule \"odd\" can never match: no value of share meets its condition. Correct the "
                    + "bounds.",
            ]
        )
    }

    @Test("A rate has its source and its day, which the explanation states")
    func rates() throws {
        let text = """
            policy: refunds
            rates: [{ from: USD, to: CNY, rate: 7.1234, source: ECB, day: 2026-01-02 }]
            rules: [{ name: large, when: { price: { above: CNY 500 } }, answer: DECLINE }]
            otherwise: none
            """
        let file = try Self.read(text)
        #expect(file.sentences.last == "USD 1 is CNY 7.1234 (ECB, 2026-01-02).")
        let dollars = file.rules.decision(on: ["price": .money(Money(amountMilliunits: 100_000, currency: "USD"))])
        #expect(
            file.vocabulary.explanation(of: dollars) == [
                "Rule 1, large, matched: the price is USD 100.00, compared at USD 1 is CNY 7.1234 (ECB, 2026-01-02). So DECLINE "
                    + "is sent."
            ]
        )
        let euros = file.rules.decision(on: ["price": .money(Money(amountMilliunits: 100_000, currency: "EUR"))])
        #expect(
            file.vocabulary.explanation(of: euros) == [
                "No rule matched. So no preference is sent.",
                "Rule 1, large, did not: the price is EUR 100.00, and the rules name no rate for EUR.",
            ]
        )
        #expect(
            file.vocabulary.explanation(of: file.rules.decision(on: [:])).last
                == "Rule 1, large, did not: the price is unknown (price)."
        )
    }

    @Test(
        "An invalid rate is rejected",
        arguments: [
            "{ from: USD, to: CNY, rate: 0, source: E, day: 2026-01-02 }",
            "{ from: USD, to: USD, rate: 1, source: E, day: 2026-01-02 }",
            "{ from: dollars, to: CNY, rate: 7, source: E, day: 2026-01-02 }",
            "{ from: USD, to: CNY, rate: 7, source: E, day: 2026-02-30 }",
            "{ from: USD, to: CNY, rate: 7.1234567, source: E, day: 2026-01-02 }",
            "{ from: USD, to: CNY, rate: 7, day: 2026-01-02 }",
        ]
    )
    func badRates(rate: String) {
        #expect(Self.issues("policy: refunds\nrates: [\(rate)]\notherwise: none").count == 1)
    }

    @Test("Flags are explained as sentences, known or unknown")
    func flags() throws {
        let text = """
            policy: orders
            rules:
              - { name: a, when: { customer.blocked: true }, answer: refuse }
              - { name: b, when: { customer.blocked: false, storefront.changed: [true, false] }, answer: flag }
            otherwise: allow
            """
        let file = try Self.read(text)
        #expect(
            file.sentences.prefix(2) == [
                "1. a: when the customer is blocked, the order is refused.",
                "2. b: when it is not so that the customer is blocked and it is known whether the storefront changed, the order "
                    + "is created and flagged.",
            ]
        )
        let decision = file.rules.decision(on: ["customer.blocked": .flag(false)])
        #expect(
            file.vocabulary.explanation(of: decision) == [
                "No rule matched. So the order is created.",
                "Rule 1, a, did not: it is not so that the customer is blocked.",
                "Rule 2, b, did not: it is unknown whether the storefront changed (storefront.changed).",
            ]
        )
    }

    @Test("Every example of evidence for orders is valid in a file")
    func examples() throws {
        for term in RuleVocabulary.orders.terms {
            let text = "policy: orders\nrules: [{ name: a, when: { \(term.written) }, answer: flag }]\notherwise: allow"
            #expect(Self.issues(text) == [], "\(term.name)")
            #expect(term.sentence.hasSuffix("."))
        }
        let refusal = try Self.read("policy: orders\notherwise: refuse, the shop is closed")
        #expect(refusal.rules.otherwise == RuleAnswer("refuse", detail: .reason("the shop is closed")))
    }
}
