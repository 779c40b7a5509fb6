package import Ledger

extension RuleTerm {
    /// A condition on it as it is written in a file.
    package var written: String {
        "\(self.name): \(self.example)"
    }

    /// What its values are, for a list of evidence.
    package var type: String {
        switch self.kind {
        case .word(let known?): "one of " + known.joined(separator: ", ")
        case .word(nil): "text"
        case .count: "whole number"
        case .share: "percentage"
        case .span: "duration"
        case .money: "money"
        case .flag: "true or false"
        }
    }
}
