import Crypto
import Ledger

extension MemoryState {
    /// The newest entry's number and hash in the audit log.
    var auditHead: AuditHead {
        AuditHead(count: Int64(self.audit.count), hash: self.audit.last?.hash ?? .beginning)
    }

    /// Enters an action within its quota, or counts it and returns `nil`.
    mutating func append(_ draft: AuditDraft, within quota: BudgetName?) -> AuditEntry? {
        guard let quota else { return self.append(draft) }
        var state = AuditQuota(stored: self.healing.budgets[quota] ?? 0)
        let ruling = state.take(at: draft.at)
        self.healing.budgets[quota] = state.stored
        guard case .entered(let omitted) = ruling else { return nil }
        return self.append(draft, omitted: omitted)
    }

    /// Enters the action that had this outcome, if it was one.
    mutating func enter<Outcome: Sendable>(
        _ outcome: Outcome,
        _ entry: (@Sendable (Outcome) throws -> AuditedWork.Entry?)?
    ) throws(RepositoryError) {
        let made: AuditedWork.Entry?
        do {
            made = try entry?(outcome)
        } catch {
            throw .corrupt
        }
        if let made { _ = self.append(made.draft, within: made.quota) }
    }

    /// Enters an action in the audit log.
    @discardableResult
    mutating func append(_ draft: AuditDraft, omitted: Int64 = 0) -> AuditEntry {
        let open = draft.entry(after: self.auditHead, omitted: omitted)
        guard let hash = AuditHash(Array(SHA256.hash(data: open.hashedBytes))) else {
            preconditionFailure("SHA-256 has 32 bytes.")
        }
        let entry = open.with(hash: hash)
        self.audit.append(entry)
        for customer in draft.about?.customers ?? [] {
            guard let app = draft.about?.app else { continue }
            self.people[app, default: MemoryCustomerIdentities()].meet(customer)
            self.profiles.acts[MemoryCustomers.Key(app: app, customer: customer), default: []].insert(entry.number)
        }
        return entry
    }
}
