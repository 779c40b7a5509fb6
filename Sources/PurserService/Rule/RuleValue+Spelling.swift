package import Ledger

extension RuleValue {
    /// The share that is spelt as a percentage with up to three places: `80%`, `12.5%`; `nil` when it is none, or more than
    /// the whole.
    package static func share(spelling: String) -> Int64? {
        guard spelling.hasSuffix("%"), let share = DecimalText.number(spelling.dropLast(), digits: 10, places: 3),
            share <= Self.wholeShare
        else { return nil }
        return share
    }

    /// Whether it is a yes or no.
    var isFlag: Bool {
        if case .flag = self { true } else { false }
    }

    /// The spelling of the value as it is written in rules, within a sentence.
    package var spelling: String {
        switch self {
        case .word(let word): word
        case .count(let count): "\(count)"
        case .span(let span): span.inWords
        case .money(let money): money.spelling
        case .flag(let flag): flag ? "yes" : "no"
        case .share(let share): DecimalText.units(share) + " %"
        }
    }
}
