package import Ledger

/// An entry of the audit log as our JSON.
package struct AuditEntryBody: Codable, Hashable, Sendable {
    /// Its number.
    package let number: Int64
    /// When it was written.
    package let at: String
    /// Who did it.
    package let operatorName: String
    /// What was done.
    package let action: String
    /// What it was done to.
    package let subject: String
    /// What came of it: `begun`, `done`, `nothing` or `refused`; absent in entries of versions that did not say so.
    package let outcome: String?
    /// The code of the refusal, where it was refused.
    package let code: String?
    /// Why, where words are left.
    package let reason: String?
    /// Further values by name.
    package let details: [String: String]
    /// The entry's hash, in hexadecimal digits.
    package let hash: String

    /// The body of an entry.
    package init(_ entry: AuditEntry) {
        self.number = entry.number
        self.at = entry.at.rfc3339
        self.operatorName = entry.operatorName
        self.action = entry.action.rawValue
        self.subject = entry.subject
        self.outcome = entry.outcome?.word
        self.code = entry.outcome?.code
        self.reason = entry.reason?.text
        self.details = entry.details
        self.hash = "\(entry.hash)"
    }
}
