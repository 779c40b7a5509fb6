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

    /// The same draft with what came of the act among its details.
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
    /// `omitted` is how many acts of its kind were counted and not entered before it.
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
