package import Ledger

extension RuleValue {
    /// The share that is spelt as a percentage with up to three places: `80%`, `12.5%`; `nil` when it is none, or more than
    /// the whole.
    package static func share(spelling: String) -> Int64? {
        guard spelling.hasSuffix("%"), let share = Self.decimal(String(spelling.dropLast()), places: 3),
            share <= Self.wholeShare
        else { return nil }
        return share
    }

    /// A decimal number without a sign as a whole number of its smallest places; `nil` when it is none.
    static func decimal(_ text: String, places: Int) -> Int64? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            (1...10).contains(parts[0].utf8.count)
        else { return nil }
        let decimals = parts.count == 2 ? parts[1] : "0"
        guard (1...places).contains(decimals.utf8.count) else { return nil }
        return Int64(parts[0] + decimals + String(repeating: "0", count: places - decimals.utf8.count))
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
