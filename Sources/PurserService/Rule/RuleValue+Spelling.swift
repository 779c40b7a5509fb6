package import Ledger

extension RuleValue {
    /// Returns the share of a percentage with up to three decimals, such as `80%` or `12.5%`; `nil` for other texts and
    /// for more than the whole.
    package static func share(spelling: String) -> Int64? {
        guard spelling.hasSuffix("%"), let share = DecimalText.number(spelling.dropLast(), digits: 10, places: 3),
            share <= Self.wholeShare
        else { return nil }
        return share
    }

    /// Whether the value is a flag.
    var isFlag: Bool {
        if case .flag = self { true } else { false }
    }

    /// The spelling of the value in a sentence.
    package var spelling: String {
        switch self {
        case .text(let word): word
        case .count(let count): "\(count)"
        case .span(let span): span.inWords
        case .money(let money): money.spelling
        case .flag(let flag): flag ? "yes" : "no"
        case .share(let share): DecimalText.units(share) + " %"
        }
    }
}

extension RuleTerm {
    /// A condition on the evidence, as a file contains it.
    package var written: String {
        "\(self.name): \(self.example)"
    }

    /// The type of the values, for a list of evidence.
    package var type: String {
        switch self.kind {
        case .text(let known?): "one of " + known.joined(separator: ", ")
        case .text(nil): "text"
        case .count: "whole number"
        case .share: "percentage"
        case .span: "duration"
        case .money: "money"
        case .flag: "true or false"
        }
    }
}

extension Span {
    /// The duration in the largest unit that divides it: "14 days", "1 hour", "90 seconds".
    var inWords: String {
        let units: [(milliseconds: Int64, name: String)] = [
            (86_400_000, "day"), (3_600_000, "hour"), (60000, "minute"), (1000, "second"), (1, "millisecond"),
        ]
        for unit in units where self.milliseconds % unit.milliseconds == 0 && self.milliseconds != 0 {
            let count = self.milliseconds / unit.milliseconds
            return count == 1 ? "1 \(unit.name)" : "\(count) \(unit.name)s"
        }
        return "0 seconds"
    }
}
