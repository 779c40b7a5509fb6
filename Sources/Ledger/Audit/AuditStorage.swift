/// Appends to the audit log, and loads and saves the budgets that limit it.
package protocol AuditStorage: CustomerStorage {
    /// Appends an entry to the audit log, with its number and its hashes.
    ///
    /// `omitted` is the number of preceding actions of the same kind that were counted and not entered.
    @discardableResult
    func append(_ draft: AuditDraft, omitted: Int64) throws -> AuditEntry

    /// Changes the number of a budget, unless the change returns `nil`, and returns the number before.
    @discardableResult
    func changeBudget(_ name: BudgetName, _ change: (Int64) -> Int64?) throws -> Int64
}

extension AuditStorage {
    /// Appends an entry to the audit log.
    @discardableResult
    package func append(_ draft: AuditDraft) throws -> AuditEntry { try self.append(draft, omitted: 0) }
}

extension LedgerStorage {
    /// Appends an entry within its quota, or counts it and returns `nil`.
    package func append(_ draft: AuditDraft, within quota: BudgetName?) throws -> AuditEntry? {
        guard let quota else { return try self.append(draft) }
        var ruling = AuditQuota.Ruling.counted
        try self.changeBudget(quota) { stored in
            var quota = AuditQuota(stored: stored)
            ruling = quota.take(at: draft.at)
            return quota.stored
        }
        guard case .entered(let omitted) = ruling else { return nil }
        return try self.append(draft, omitted: omitted)
    }
}
