import Crypto
package import Ledger
package import Logging

extension Session {
    /// Returns the last entry of the audit log.
    package func auditHead() throws -> AuditHead {
        let count = try self.first(.audit.auditCount, []) { row in try row.integer() }
        guard let count else { throw RepositoryError.corrupt }
        let hash = try self.first(.audit.newestAuditHash, [.integer(0)]) { row in try row.auditHash() }
        return AuditHead(count: count, hash: hash ?? .beginning)
    }

    /// Appends an entry to the audit log.
    ///
    /// No other entry comes between, because every writer holds the writers' lock.
    @discardableResult
    package func append(_ draft: AuditDraft, omitted: Int64) throws -> AuditEntry {
        let open = draft.entry(after: try self.auditHead(), omitted: omitted)
        guard let hash = AuditHash(Array(SHA256.hash(data: open.hashedBytes))) else { throw RepositoryError.corrupt }
        let entry = open.with(hash: hash)
        try self.run(.audit.countAudit, [.integer(entry.number)])
        try self.run(
            .audit.insertAudit,
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
        if let about = draft.about { try self.note(entry.number, about) }
        self.note(entry)
        return entry
    }

    /// Returns entries after a number, in order.
    package func auditEntries(after number: Int64, limit: Int) throws -> [AuditEntry] {
        try self.all(.audit.auditAfter, [.integer(number), .integer(Int64(limit))], read: Self.auditEntry)
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

extension Logger {
    private static let number = "number"
    private static let hash = "hash"

    /// Logs the number and hash of an entry of the audit log, so that they are kept outside of the database too.
    package func note(_ entry: AuditEntry) {
        self.notice(
            "An action was entered in the audit log.",
            metadata: [
                Self.number: "\(entry.number)", "action": "\(entry.action.rawValue)", Self.hash: "\(entry.hash)",
            ]
        )
    }

    /// Returns the number and hash of the audit entry in a log line's metadata, if there is one.
    package static func auditEntry(in metadata: Metadata?) -> (number: String, hash: String)? {
        guard let number = metadata?[Self.number], let hash = metadata?[Self.hash] else { return nil }
        return ("\(number)", "\(hash)")
    }
}

/// The statements on the audit log.
package struct AuditStatements: Sendable {
    package let auditCount = SQLStatement("SELECT audits FROM counter WHERE id = 1")
    package let newestAuditHash = SQLStatement("SELECT hash FROM audit WHERE number > ? ORDER BY number DESC LIMIT 1")
    package let countAudit = SQLStatement("UPDATE counter SET audits = ? WHERE id = 1")
    package let insertAudit = SQLStatement(
        """
        INSERT INTO audit (number, at, operator, action, subject, reason, reason_salt, reason_hash, details,
        predecessor, hash)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    )
    package let auditAfter = SQLStatement(
        """
        SELECT number, at, operator, action, subject, reason, reason_salt, reason_hash, details, predecessor, hash
        FROM audit WHERE number > ? ORDER BY number LIMIT ?
        """
    )
}

extension SQLStatement {
    /// The statements on the audit log.
    package static let audit = AuditStatements()
}
