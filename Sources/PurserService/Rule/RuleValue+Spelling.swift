package import Ledger

extension RuleValue {
    /// The share that is spelled as a percentage with up to three places: `80%`, `12.5%`; `nil` when it is none, or
    /// more than the whole.
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
    /// A condition on it as it is written in a file.
    package var written: String {
        "\(self.name): \(self.example)"
    }

    /// What its values are, for a list of evidence.
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
    /// The length in the largest unit that leaves no rest: "14 days", "1 hour", "90 seconds".
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
