/// A value that a rule compares: what a piece of evidence says, or what a condition asks for.
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

    /// The number that bounds compare; `nil` for words, which have no order.
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

    /// What kind of value it is; a word's list of known words is not part of it.
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

    /// The unit of values in which it is ordered: a word stands alone, an amount among those of its currency.
    var unit: Unit {
        switch self {
        case .text(let word): Unit(word)
        case .money(let money): Unit(money.currency)
        case .count, .share, .span, .flag: Unit("")
        }
    }

    /// Equal when kind and value are; a shop, an app or a customer chooses words, so of words every byte counts.
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
