/// What is to be entered in the audit log, before it has its place there.
///
/// The repository gives it number and hashes within the transaction that writes it, so that nobody has to try twice.
package struct AuditDraft: Hashable, Sendable {
    /// The customers whom an entry is about.
    ///
    /// They are kept beside the log, which names nobody, and their erasure takes the words of the reason with it.
    package struct About: Hashable, Sendable {
        /// The customers.
        package let customers: [CustomerID]
        /// Their app.
        package let app: AppName

        /// These customers of an app.
        package init(_ customers: [CustomerID], of app: AppName) {
            self.customers = customers
            self.app = app
        }
    }

    /// When it is written.
    package let at: Instant
    /// Who did it.
    package let operatorName: String
    /// What was done.
    package let action: AuditAction
    /// What it was done to.
    package let subject: String
    /// Why, where a reason was given.
    package let reason: AuditReason?
    /// Further values by name; nothing about a person.
    package let details: [String: String]
    /// Whom it is about, if it is about customers.
    package let about: About?

    /// A draft of these values.
    package init(
        at: Instant,
        by operatorName: String,
        _ action: AuditAction,
        on subject: String,
        reason: AuditReason?,
        details: [String: String],
        about: About?
    ) {
        self.at = at
        self.operatorName = operatorName
        self.action = action
        self.subject = subject
        self.reason = reason
        self.details = details
        self.about = about
    }

    /// The same draft with what came of the action among its details.
    package func with(_ outcome: AuditOutcome) -> Self {
        Self(
            at: self.at,
            by: self.operatorName,
            self.action,
            on: self.subject,
            reason: self.reason,
            details: self.details.merging(outcome.details) { $1 },
            about: self.about
        )
    }

    /// The entry that it becomes where the log ends so, still without its hash.
    ///
    /// `omitted` is how many actions of its kind were counted and not entered before it.
    package func entry(after head: AuditHead, omitted: Int64 = 0) -> AuditEntry {
        AuditEntry(
            number: head.count + 1,
            at: self.at,
            operatorName: self.operatorName,
            action: self.action,
            subject: self.subject,
            reason: self.reason,
            details: omitted == 0 ? self.details : self.details.merging(["omitted": "\(omitted)"]) { $1 },
            predecessor: head.hash,
            hash: .beginning
        )
    }
}

/// Why an operator did something, in his own words.
///
/// Free text may speak of a person and must be erasable. The log's hashes therefore cover only the hash of the text
/// behind a salt: without both, nobody can find out what it said, and the log still holds.
package struct AuditReason: Hashable, Sendable {
    /// The number of bytes in a salt.
    package static let saltByteCount = 16

    /// The words, unless they were erased.
    package let text: String?
    /// The salt, unless it was erased.
    package let salt: [UInt8]?
    /// SHA-256 of salt and text.
    package let hash: AuditHash

    /// A reason of these parts.
    package init(text: String?, salt: [UInt8]?, hash: AuditHash) {
        self.text = text
        self.salt = salt
        self.hash = hash
    }

    /// The bytes that `hash` is taken of, unless they were erased.
    package var hashedBytes: [UInt8]? {
        guard let text, let salt else { return nil }
        return salt + Array(text.utf8)
    }
}

/// What came of an action that is entered in the audit log.
///
/// It stands among the details of an entry, so that the entry's hash covers it. Entries of older versions have none.
package enum AuditOutcome: Hashable, Sendable {
    /// It is about to be tried where nothing here decides how it ends, as with what Apple is asked; another entry says
    /// how it ended, and names the number of this one.
    case begun
    /// It was done.
    case done
    /// Nothing was done, because everything was as the action would have it.
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
