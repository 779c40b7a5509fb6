package import Ledger

extension Session {
    /// Where the audit log ends.
    package func auditHead() throws -> AuditHead {
        let count = try self.first(.auditCount, []) { row in try row.integer() }
        guard let count else { throw RepositoryError.corrupt }
        let hash = try self.first(.newestAuditHash, [.integer(0)]) { row in try row.auditHash() }
        return AuditHead(count: count, hash: hash ?? .beginning)
    }

    /// Adds an entry, if it continues the log as it is now.
    func append(_ entry: AuditEntry) throws -> Bool {
        let head = try self.auditHead()
        guard entry.number == head.count + 1, entry.predecessor == head.hash else { return false }
        try self.run(.countAudit, [.integer(entry.number)])
        try self.run(
            .insertAudit,
            [
                .integer(entry.number),
                .instant(entry.at),
                .text(entry.operatorName),
                .text(entry.action.rawValue),
                .text(entry.subject),
                entry.reason?.text.map(SQLValue.text) ?? .null,
                entry.reason?.salt.map(SQLValue.bytes) ?? .null,
                entry.reason.map { .bytes($0.hash.bytes) } ?? .null,
                try RareJSON.text(entry.details),
                .bytes(entry.predecessor.bytes),
                .bytes(entry.hash.bytes),
            ]
        )
        return true
    }

    /// Entries after a number, in order.
    package func auditEntries(after number: Int64, limit: Int) throws -> [AuditEntry] {
        try self.all(.auditAfter, [.integer(number), .integer(Int64(limit))], read: Self.auditEntry)
    }

    /// Reads an entry.
    static func auditEntry(_ row: inout Row) throws -> AuditEntry {
        let number = try row.integer()
        let at = try row.instant()
        let operatorName = try row.text()
        let action = AuditAction(rawValue: try row.text())
        let subject = try row.text()
        let text = try row.optionalText()
        let salt = try row.optionalBytes()
        let reason = try row.optionalAuditHash().map { AuditReason(text: text, salt: salt, hash: $0) }
        let details = try RareJSON.value(try row.text(), as: [String: String].self)
        return AuditEntry(
            number: number,
            at: at,
            operatorName: operatorName,
            action: action,
            subject: subject,
            reason: reason,
            details: details,
            predecessor: try row.auditHash(),
            hash: try row.auditHash()
        )
    }
}
