/// Reads the audit log.
package protocol AuditReads {
    /// Returns the end of the audit log.
    func auditHead() throws -> AuditHead

    /// Returns entries of the audit log after a number, in order; numbers start at 0.
    func auditEntries(after number: Int64, limit: Int) throws -> [AuditEntry]
}

/// Appends to the audit log.
package protocol AuditWrites {
    /// Appends an action to the audit log, writes the number and the hash of the entry into the process's log too, and
    /// returns the entry.
    ///
    /// With a quota the action is appended only within it; `nil` is returned for an action that is only counted.
    func append(_ draft: AuditDraft, within quota: BudgetName?) throws -> AuditEntry?
}
