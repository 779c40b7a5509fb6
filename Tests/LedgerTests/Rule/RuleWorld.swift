import Ledger
import PurserTesting

/// A world of few values, in which everything that evidence can say can be tried.
struct RuleWorld {
    static let vocabulary = RuleVocabulary(
        name: "world",
        terms: [
            RuleTerm(name: "word", kind: .text(known: ["a", "b"]), phrase: "", sentence: "", example: ""),
            RuleTerm(name: "free", kind: .text(known: nil), phrase: "", sentence: "", example: ""),
            RuleTerm(name: "count", kind: .count, phrase: "", sentence: "", example: ""),
            RuleTerm(name: "flag", kind: .flag, phrase: "", sentence: "", example: ""),
            RuleTerm(name: "price", kind: .money, phrase: "", sentence: "", example: ""),
        ],
        answers: [RuleAnswerForm("a", sentence: "a")]
    )

    /// One yuan is half a dollar there, so that amounts of both fall between the limits.
    private static let rate = RuleRate(from: "USD", to: "CNY", microunits: 2_000_000, source: "a", day: "2026-01-02")

    /// Every combination of values, unknown included.
    static let everything: [[String: RuleValue]] = {
        var all: [[String: RuleValue]] = [[:]]
        let values: [(String, [RuleValue])] = [
            ("word", [.text("a"), .text("b")]), ("free", [.text("x"), .text("y"), .text("z")]),
            ("count", (0...5).map { .count($0) }), ("flag", [.flag(true), .flag(false)]),
            (
                "price",
                [-1, 0, 1, 2, 3, 4, 5, 6, 7].map { .money(Money(amountMilliunits: $0, currency: "CNY")) }
                    + [-1, 0, 1, 2, 3, 4, 5].map { .money(Money(amountMilliunits: $0, currency: "USD")) }
                    + [.money(Money(amountMilliunits: 3, currency: "EUR"))]
            ),
        ]
        for (name, values) in values {
            all += all.flatMap { known in values.map { known.merging([name: $0]) { $1 } } }
        }
        return all
    }()

    private var generator: SeededGenerator

    init(seed: UInt64) {
        self.generator = SeededGenerator(seed: seed)
    }

    /// A set of up to seven random rules.
    mutating func rules() -> RuleSet {
        let rules = (0..<(1 + self.number(7))).map { index in
            Rule(name: "\(index)", conditions: self.conditions(), answer: RuleAnswer("\(index)"))
        }
        return RuleSet(
            rules: rules,
            otherwise: RuleAnswer("otherwise"),
            rates: self.number(2) == 0 ? [] : [Self.rate]
        )
    }

    /// Returns the place of the first rule that matches, found by a linear search without regions.
    static func naive(_ set: RuleSet, _ evidence: [String: RuleValue]) -> Int? {
        set.rules.firstIndex { rule in
            rule.conditions.allSatisfy { condition in
                guard let value = evidence[condition.name] else { return false }
                switch condition.test {
                case .oneOf(let values): return values.contains { Self.compare(value, $0, set) == 0 }
                case .within(let bounds):
                    return bounds.allSatisfy { bound in
                        guard let order = Self.compare(value, bound.limit, set) else { return false }
                        switch bound.side {
                        case .below: return order < 0
                        case .above: return order > 0
                        case .atLeast: return order >= 0
                        case .atMost: return order <= 0
                        }
                    }
                }
            }
        }
    }

    private static func compare(_ left: RuleValue, _ right: RuleValue, _ set: RuleSet) -> Int? {
        switch (left, right) {
        case (.text(let left), .text(let right)): return left == right ? 0 : nil
        case (.flag(let left), .flag(let right)): return left == right ? 0 : nil
        case (.count(let left), .count(let right)): return Int(left - right)
        case (.money(let left), .money(let right)):
            if left.currency == right.currency { return Int(left.amountMilliunits - right.amountMilliunits) }
            guard left.currency == "USD", right.currency == "CNY", !set.rates.isEmpty else { return nil }
            return Int(left.amountMilliunits * 2 - right.amountMilliunits)
        default: return nil
        }
    }

    private mutating func number(_ limit: Int) -> Int {
        Int(self.generator.number(below: limit))
    }

    private mutating func conditions() -> [RuleCondition] {
        var conditions: [RuleCondition] = []
        for name in ["word", "free", "count", "flag", "price"] where self.number(5) < 2 {
            conditions.append(RuleCondition(name, self.criterion(name)))
        }
        return conditions.isEmpty ? [RuleCondition("count", self.criterion("count"))] : conditions
    }

    private mutating func criterion(_ name: String) -> RuleCondition.Test {
        if name == "count" || name == "price", self.number(3) > 0 {
            let sides = RuleCondition.Bound.Side.allCases
            return .within((0...self.number(2)).map { _ in .init(sides[self.number(4)], self.value(name)) })
        }
        return .oneOf((0...self.number(2)).map { _ in self.value(name) })
    }

    private mutating func value(_ name: String) -> RuleValue {
        switch name {
        case "word": .text(["a", "b"][self.number(2)])
        case "free": .text(["x", "y"][self.number(2)])
        case "count": .count(Int64(self.number(5)))
        case "flag": .flag(self.number(2) == 0)
        default:
            .money(
                Money(
                    amountMilliunits: Int64(self.number(2) * 2 + 2),
                    currency: self.number(3) == 0 ? "USD" : "CNY"
                )
            )
        }
    }
}
