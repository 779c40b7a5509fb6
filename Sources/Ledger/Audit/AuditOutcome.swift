/// What came of an act that is entered in the audit log.
///
/// It stands among the details of an entry, so that the entry's hash covers it. Entries of older versions have none.
package enum AuditOutcome: Hashable, Sendable {
    /// It is about to be tried where nothing here decides how it ends, as with what Apple is asked; another entry says how
    /// it ended, and names the number of this one.
    case begun
    /// It was done.
    case done
    /// Nothing was done, because everything was as the act would have it.
    case nothing
    /// It was refused, for the reason that has this code.
    case refused(code: String)

    /// The detail that holds the outcome.
    private static let name = "outcome"
    /// The detail that holds the code of a refusal.
    private static let codeName = "code"
    /// The detail that holds the number of the entry that an end belongs to.
    package static let beginningName = "entry"

    /// The outcome that the details of an entry state; `nil` where they state none that is known.
    package init?(_ details: [String: String]) {
        switch details[Self.name] {
        case "begun": self = .begun
        case "done": self = .done
        case "nothing": self = .nothing
        case "refused": self = .refused(code: details[Self.codeName] ?? "")
        default: return nil
        }
    }

    /// The outcome as details of an entry.
    package var details: [String: String] {
        var details = [Self.name: self.word]
        if case .refused(let code) = self { details[Self.codeName] = code }
        return details
    }

    /// The code of the refusal; `nil` where it was not refused.
    package var code: String? {
        if case .refused(let code) = self { code } else { nil }
    }

    /// The outcome in a word.
    package var word: String {
        switch self {
        case .begun: "begun"
        case .done: "done"
        case .nothing: "nothing"
        case .refused: "refused"
        }
    }
}
