/// A value that a rule compares: of a piece of evidence, or in a condition.
package enum RuleValue: Hashable, Sendable {
    /// The name of a unit.
    typealias Unit = Identifier<RuleValue>

    /// A text, compared byte by byte.
    case text(String)
    /// A whole number, never negative.
    case count(Int64)
    /// A share in thousandths of a percent: 80 % are 80000, the whole is `RuleValue.wholeShare`.
    case share(Int64)
    /// A length of time.
    case span(Span)
    /// An amount in one currency.
    case money(Money)
    /// Yes or no.
    case flag(Bool)

    /// The whole of something as a share, in thousandths of a percent.
    package static let wholeShare: Int64 = 100_000

    /// The number that bounds compare; `nil` for texts, which have no order.
    var number: Int64? {
        switch self {
        case .text: nil
        case .count(let count): count
        case .share(let share): share
        case .span(let span): span.milliseconds
        case .money(let money): money.amountMilliunits
        case .flag(let flag): flag ? 1 : 0
        }
    }

    /// The kind of the value; a text's list of known words is not part of it.
    var kind: RuleTerm.Kind {
        switch self {
        case .text: .text(known: nil)
        case .count: .count
        case .share: .share
        case .span: .span
        case .money: .money
        case .flag: .flag
        }
    }

    /// The unit of values within which the value is ordered: a text is a unit of its own, an amount belongs to its
    /// currency.
    var unit: Unit {
        switch self {
        case .text(let word): Unit(word)
        case .money(let money): Unit(money.currency)
        case .count, .share, .span, .flag: Unit("")
        }
    }

    /// Returns whether kind and value are equal; shops, apps and customers choose texts, so texts are compared byte by
    /// byte.
    package static func == (left: Self, right: Self) -> Bool {
        left.kind == right.kind && left.unit == right.unit && left.number == right.number
    }

    /// Hashes what `==` compares.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(self.kind)
        hasher.combine(self.unit)
        hasher.combine(self.number)
    }
}
