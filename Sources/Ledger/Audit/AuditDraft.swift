/// An entry of the audit log before it has a number and a hash.
///
/// The repository assigns number and hashes within the transaction that writes the entry, so that concurrent writers
/// need no retry.
package struct AuditDraft: Hashable, Sendable {
    /// The customers whom an entry is about.
    ///
    /// The repository stores them outside the log, which contains no names of customers. Erasing a customer also erases
    /// the text of the reason.
    package struct About: Hashable, Sendable {
        /// The customers.
        package let customers: [CustomerID]
        /// Their app.
        package let app: AppName

        /// Creates a reference to these customers of an app.
        package init(_ customers: [CustomerID], of app: AppName) {
            self.customers = customers
            self.app = app
        }
    }

    /// The instant of the entry.
    package let at: Instant
    /// The name of the operator or key that acted.
    package let operatorName: String
    /// The action.
    package let action: AuditAction
    /// The object of the action.
    package let subject: String
    /// The reason that was given, if any.
    package let reason: AuditReason?
    /// Further values by name; none of them is personal data.
    package let details: [String: String]
    /// The customers whom the entry is about; `nil` for an entry that concerns none.
    package let about: About?

    /// Creates a draft with these values.
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

    /// Returns the same draft with the action's outcome among its details.
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

    /// Returns the entry that follows this head of the log, still without its hash.
    ///
    /// `omitted` is the number of preceding actions of the same kind that were counted and not entered.
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

/// The reason for an operator's action, as free text.
///
/// Free text may contain personal data and must be erasable. The log's hashes therefore cover only the salted hash of
/// the text: once salt and text are erased, the text cannot be recovered, and the hash chain stays valid.
package struct AuditReason: Hashable, Sendable {
    /// The number of bytes in a salt.
    package static let saltByteCount = 16

    /// The text; `nil` once it is erased.
    package let text: String?
    /// The salt; `nil` once it is erased.
    package let salt: [UInt8]?
    /// The SHA-256 of salt and text.
    package let hash: AuditHash

    /// Creates a reason with these values.
    package init(text: String?, salt: [UInt8]?, hash: AuditHash) {
        self.text = text
        self.salt = salt
        self.hash = hash
    }

    /// The bytes that `hash` is computed from; `nil` once they are erased.
    package var hashedBytes: [UInt8]? {
        guard let text, let salt else { return nil }
        return salt + Array(text.utf8)
    }
}

/// The outcome of an action in the audit log.
///
/// It is stored among the details of an entry, so that the entry's hash covers it. Entries of older versions have none.
package enum AuditOutcome: Hashable, Sendable {
    /// The server is about to try the action, and another party decides how it ends, such as Apple.
    ///
    /// A later entry states how it ended and contains the number of this one.
    case begun
    /// The action was done.
    case done
    /// The action changed nothing, because its result was already there.
    case nothing
    /// The action was refused, with this error code.
    case refused(code: String)

    /// The name of the detail that contains the outcome.
    private static let name = "outcome"
    /// The name of the detail that contains the code of a refusal.
    private static let codeName = "code"
    /// The name of the detail that contains the number of the entry that an action began with.
    package static let beginningName = "entry"

    /// Creates the outcome that the details of an entry state; `nil` when they state none or an unknown one.
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

    /// The code of the refusal; `nil` unless the action was refused.
    package var code: String? {
        if case .refused(let code) = self { code } else { nil }
    }

    /// The name of the outcome.
    package var word: String {
        switch self {
        case .begun: "begun"
        case .done: "done"
        case .nothing: "nothing"
        case .refused: "refused"
        }
    }
}
