import Ledger
import PurserTesting
import Testing

@Suite struct RuleSetTests {
    private static let yuan500 = RuleValue.money(Money(amountMilliunits: 500_000, currency: "CNY"))

    private static func set(_ conditions: RuleCondition..., rates: [RuleRate] = []) -> RuleSet {
        RuleSet(
            rules: [Rule(name: "only", conditions: conditions, answer: RuleAnswer("yes"))],
            otherwise: RuleAnswer("no"),
            rates: rates
        )
    }

    @Test("The first rule that matches answers, and the verdict lists the ones before it")
    func firstMatch() {
        let rules = RuleSet(
            rules: [
                Rule(
                    name: "many",
                    conditions: [RuleCondition("count", .within([.init(.atLeast, .count(5))]))],
                    answer: RuleAnswer("refuse", detail: .reason("too many"))
                ),
                Rule(
                    name: "some",
                    conditions: [RuleCondition("count", .within([.init(.above, .count(1))]))],
                    answer: RuleAnswer("flag")
                ),
                Rule(
                    name: "any",
                    conditions: [RuleCondition("count", .within([.init(.atLeast, .count(0))]))],
                    answer: RuleAnswer("never")
                ),
            ],
            otherwise: RuleAnswer("allow")
        )
        let decision = rules.decision(on: ["count": .count(3)])
        #expect(decision.answer == RuleAnswer("flag"))
        #expect(decision.matched?.index == 1)
        #expect(decision.matched?.met.map(\.value) == [.count(3)])
        #expect(decision.skipped.map(\.name) == ["many"])
        #expect(decision.skipped[0].mismatches.map(\.why) == [.otherValue(.count(3))])
        #expect(rules.decision(on: ["count": .count(7)]).answer.reason == "too many")
    }

    @Test(
        "Withholding evidence never gives a better answer than some value of it",
        arguments: UInt64(1)...200
    )
    func withheld(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        func number(_ limit: UInt64) -> Int64 { Int64(generator.next() % limit) }
        let words = ["refuse", "flag", "allow"]
        let rules = RuleSet(
            rules: (0..<5).map { index in
                let names = ["age", "count", "place"].filter { _ in number(3) > 0 }
                return Rule(
                    name: "\(index)",
                    conditions: names.map { name in
                        RuleCondition(name, .oneOf((0...number(2)).map { _ in .count(number(3)) }))
                    },
                    answer: RuleAnswer(words[Int(number(3))])
                )
            },
            otherwise: RuleAnswer(words[Int(number(3))])
        )
        let known: [String: RuleValue] = ["count": .count(number(3))]
        let withheld = rules.decision(on: known, withholdable: ["age", "place"], strictestFirst: words)
        let rank = words.firstIndex(of: withheld.answer.word) ?? 9
        for age in Int64(0)..<4 {
            for place in Int64(0)..<4 {
                let full = known.merging(["age": .count(age), "place": .count(place)]) { $1 }
                let verdict = rules.decision(on: full, withholdable: ["age", "place"], strictestFirst: words)
                #expect(verdict == rules.decision(on: full), "seed \(seed)")
                #expect(rank <= words.firstIndex(of: verdict.answer.word) ?? 9, "seed \(seed): \(age), \(place)")
            }
        }
        let other = rules.decision(on: known, withholdable: ["place"], strictestFirst: words)
        #expect((other.matched?.unknown ?? []).allSatisfy { $0 == "place" }, "seed \(seed)")
    }

    @Test("An unknown fact never matches, and is named")
    func unknown() {
        let rules = Self.set(
            RuleCondition("debt", .within([.init(.atLeast, .count(0))])),
            RuleCondition("blocked", .oneOf([.flag(false)]))
        )
        let decision = rules.decision(on: ["blocked": .flag(false)])
        #expect(decision.answer == RuleAnswer("no"))
        #expect(decision.unknown == ["debt"])
        let known = rules.decision(on: ["blocked": .flag(false), "debt": .count(0)])
        #expect(known.answer == RuleAnswer("yes"))
        #expect(known.unknown == [])
    }

    @Test(
        "Each side of a limit",
        arguments: [
            (.below, 4, true), (.below, 5, false), (.above, 5, false), (.above, 6, true), (.atLeast, 5, true),
            (.atLeast, 4, false), (.atMost, 5, true), (.atMost, 6, false),
        ] as [(RuleCondition.Bound.Side, Int64, Bool)]
    )
    func sides(side: RuleCondition.Bound.Side, value: Int64, isMet: Bool) {
        let count = Self.set(RuleCondition("a", .within([.init(side, .count(5))])))
        #expect(count.decision(on: ["a": .count(value)]).answer.word == (isMet ? "yes" : "no"))
        let span = Self.set(RuleCondition("a", .within([.init(side, .span(.days(5)))])))
        #expect(span.decision(on: ["a": .span(.days(value))]).answer.word == (isMet ? "yes" : "no"))
        #expect(span.decision(on: ["a": .count(value)]).answer.word == "no")
    }

    @Test("An amount of another currency does not match, and the verdict says so")
    func otherCurrency() {
        let rules = Self.set(RuleCondition("price", .within([.init(.above, Self.yuan500)])))
        let dollars = RuleValue.money(Money(amountMilliunits: 1_000_000, currency: "USD"))
        let decision = rules.decision(on: ["price": dollars])
        #expect(decision.answer.word == "no")
        #expect(decision.skipped[0].mismatches[0].why == .otherCurrency(dollars, "USD"))
        let yuan = RuleValue.money(Money(amountMilliunits: 500_001, currency: "CNY"))
        #expect(rules.decision(on: ["price": yuan]).answer.word == "yes")
    }

    @Test("With a rate that the rules name it is converted, rounded half away from zero, and the rate is shown")
    func rate() {
        let rate = RuleRate(from: "USD", to: "CNY", microunits: 7_123_456, source: "ECB", day: "2026-01-02")
        let rules = Self.set(RuleCondition("price", .within([.init(.above, Self.yuan500)])), rates: [rate])
        func answer(_ milliunits: Int64, _ currency: String = "USD") -> RuleDecision {
            rules.decision(on: ["price": .money(Money(amountMilliunits: milliunits, currency: currency))])
        }
        // 70190.65 milliunits of a dollar are 500 yuan.
        #expect(answer(70190).answer.word == "no")
        #expect(answer(70191).answer.word == "yes")
        #expect(answer(70191).matched?.met[0].rates == [rate])
        #expect(answer(500_001, "CNY").matched?.met[0].rates == [])
        #expect(answer(.max).answer.word == "yes")
        #expect(answer(.min).answer.word == "no")
        #expect(answer(70191, "EUR").answer.word == "no")
    }
}
