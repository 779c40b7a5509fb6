import Ledger
import PurserTesting
import Testing

@Suite struct RuleSetReachTests {
    private static let vocabulary = RuleVocabulary(
        name: "test",
        terms: [
            RuleTerm(
                name: "state",
                kind: .text(known: ["due", "suspended", "done"]),
                phrase: "",
                sentence: "",
                example: ""
            ),
            RuleTerm(name: "count", kind: .count, phrase: "", sentence: "", example: ""),
            RuleTerm(name: "share", kind: .share, phrase: "", sentence: "", example: ""),
            RuleTerm(name: "blocked", kind: .flag, phrase: "", sentence: "", example: ""),
            RuleTerm(name: "price", kind: .money, phrase: "", sentence: "", example: ""),
            RuleTerm(name: "place", kind: .text(known: nil), phrase: "", sentence: "", example: ""),
        ],
        answers: [RuleAnswerForm("a", sentence: "a")]
    )

    private static func unreachable(_ rules: [[RuleCondition]], rates: [RuleRate] = []) -> [Int: RuleSet.Unreachable] {
        let rules = rules.enumerated().map { Rule(name: "\($0)", conditions: $1, answer: RuleAnswer("a")) }
        return RuleSet(rules: rules, otherwise: RuleAnswer("a"), rates: rates).unreachable(Self.vocabulary)
    }

    private static func count(_ bounds: RuleCondition.Bound...) -> RuleCondition {
        RuleCondition("count", .within(bounds))
    }

    private static func price(_ side: RuleCondition.Bound.Side, _ units: Int64, _ currency: String) -> RuleCondition {
        RuleCondition(
            "price",
            .within([.init(side, .money(Money(amountMilliunits: units * 1000, currency: currency)))])
        )
    }

    @Test("Contradictory bounds are found, and bounds that leave one value are not")
    func contradiction() {
        #expect(
            Self.unreachable([[Self.count(.init(.above, .count(5)), .init(.below, .count(6)))]])
                == [0: .contradictory(name: "count")]
        )
        #expect(Self.unreachable([[Self.count(.init(.atLeast, .count(5)), .init(.below, .count(6)))]]) == [:])
        #expect(Self.unreachable([[Self.count(.init(.below, .count(0)))]]) == [0: .contradictory(name: "count")])
        #expect(
            Self.unreachable([[RuleCondition("share", .within([.init(.above, .share(RuleValue.wholeShare))]))]])
                == [0: .contradictory(name: "share")]
        )
    }

    @Test("A rule is shadowed by an earlier one with weaker conditions, not by a later or a stricter one")
    func shadow() {
        let wide = [Self.count(.init(.atLeast, .count(5)))]
        let narrow = [Self.count(.init(.above, .count(7))), RuleCondition("state", .oneOf([.text("due")]))]
        #expect(Self.unreachable([wide, narrow]) == [1: .shadowed(by: 0)])
        #expect(Self.unreachable([narrow, wide]) == [:])
        let list = [RuleCondition("state", .oneOf([.text("due"), .text("suspended")]))]
        #expect(Self.unreachable([list, narrow]) == [1: .shadowed(by: 0)])
        #expect(Self.unreachable([list, [RuleCondition("state", .oneOf([.text("done"), .text("due")]))]]) == [:])
    }

    @Test("Rules can cover a later one together, but not where evidence is unknown")
    func cover() {
        let low = [Self.count(.init(.below, .count(10)))]
        let high = [Self.count(.init(.atLeast, .count(10)))]
        let due = RuleCondition("state", .oneOf([.text("due")]))
        #expect(Self.unreachable([low, high, [due, Self.count(.init(.atLeast, .count(3)))]]) == [2: .covered])
        // Without a condition on the count it still matches where the count is unknown.
        #expect(Self.unreachable([low, high, [due]]) == [:])
        let all = [RuleCondition("blocked", .oneOf([.flag(true)]))]
        let none = [RuleCondition("blocked", .oneOf([.flag(false)]))]
        #expect(
            Self.unreachable([all, none, [due, RuleCondition("blocked", .oneOf([.flag(true), .flag(false)]))]])
                == [2: .covered]
        )
    }

    @Test("Amounts of different currencies are separate, unless a rate relates them")
    func currencies() {
        let rate = RuleRate(from: "USD", to: "CNY", microunits: 7_000_000, source: "a", day: "2026-01-02")
        #expect(Self.unreachable([[Self.price(.above, 500, "CNY")], [Self.price(.above, 500, "USD")]]) == [:])
        #expect(
            Self.unreachable([[Self.price(.above, 500, "CNY")], [Self.price(.above, 500, "USD")]], rates: [rate])
                == [1: .shadowed(by: 0)]
        )
        #expect(
            Self.unreachable([[Self.price(.above, 500, "CNY")], [Self.price(.above, 50, "USD")]], rates: [rate]) == [:]
        )
    }

    @Test("No value of a small world reaches a rule reported as unreachable", arguments: 0..<120 as Range<UInt64>)
    func soundness(seed: UInt64) {
        var world = RuleWorld(seed: seed)
        let set = world.rules()
        let unreachable = set.unreachable(RuleWorld.vocabulary)
        var reached: Set<Int> = []
        for evidence in RuleWorld.everything {
            let expected = RuleWorld.naive(set, evidence)
            let decision = set.decision(on: evidence)
            #expect(decision.matched?.index == expected)
            #expect(decision.answer == (expected.map { set.rules[$0].answer } ?? set.otherwise))
            #expect(decision.skipped.map(\.index) == Array(0..<(expected ?? set.rules.count)))
            if let expected { reached.insert(expected) }
        }
        #expect(reached.isDisjoint(with: unreachable.keys))
        // Every limit of that world has a value on each side, so a rule that no value reached is indeed unreachable.
        #expect(reached.union(unreachable.keys) == Set(set.rules.indices))
    }
}
