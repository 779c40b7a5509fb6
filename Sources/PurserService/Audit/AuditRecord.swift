package import Ledger

/// What is to be written into the audit log.
package struct AuditRecord: Hashable, Sendable {
    /// Who did it.
    package let operatorName: String
    /// What was done.
    package let action: AuditAction
    /// What it was done to.
    package let subject: String
    /// Why, in his own words.
    package let reason: String?
    /// Further values by name; nothing about a person.
    package let details: [String: String]
    /// Whom it is about, if it is about customers: the reason may speak of them, and loses its words with their names.
    package let about: AuditDraft.About?

    /// What one operator did.
    package init(
        by operatorName: String,
        _ action: AuditAction,
        on subject: String,
        reason: String? = nil,
        details: [String: String] = [:],
        about: AuditDraft.About? = nil
    ) {
        self.operatorName = operatorName
        self.action = action
        self.subject = subject
        self.reason = reason
        self.details = details
        self.about = about
    }

    /// The same act, whose beginning has an entry already; the reason is in that one.
    func ending(_ begun: AuditEntry) -> Self {
        Self(
            by: self.operatorName,
            self.action,
            on: self.subject,
            details: self.details.merging([AuditOutcome.beginningName: "\(begun.number)"]) { $1 },
            about: self.about
        )
    }

    /// The same act at its end, when nobody bears the names any more whom it was about; the words of its reason, which went
    /// with the names from the entry of its beginning, stay in this one.
    func erasing(_ begun: AuditEntry) -> Self {
        Self(
            by: self.operatorName,
            self.action,
            on: self.subject,
            reason: self.reason,
            details: self.ending(begun).details
        )
    }
}

/// Who does something, and why.
package struct ActOrigin: Hashable, Sendable {
    /// The server itself, which does what is due.
    package static let schedule = Self(name: "schedule")

    /// Who: an operator or a key, by name.
    package let name: String
    /// Why, in their own words.
    package let reason: String?

    /// An origin of these values.
    package init(name: String, reason: String? = nil) {
        self.name = name
        self.reason = reason
    }
}
