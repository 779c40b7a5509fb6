import Crypto
package import Ledger

/// Writes and reads what operators did.
package struct AuditLog: Sendable {
    /// How many entries are read at once.
    private static let pageCount = 500

    private let repository: any Repository
    private let ambient: Ambient

    /// The log that this repository keeps.
    package init(repository: any Repository, ambient: Ambient) {
        self.repository = repository
        self.ambient = ambient
    }

    /// Adds an entry, and returns it once it is on disk.
    @discardableResult
    package func add(_ record: AuditRecord) async throws(RepositoryError) -> AuditEntry {
        guard let entry = try await self.repository.append(self.draft(record), within: nil) else { throw .corrupt }
        return entry
    }

    /// Adds an entry of what an app caused in an environment, or counts it where there are too many of its kind.
    package func addFrequent(
        _ record: AuditRecord,
        in app: AppName,
        _ environment: StoreEnvironment
    ) async throws(RepositoryError) {
        let quota = AuditQuota.name(of: record.action, app: app, environment: environment)
        _ = try await self.repository.append(self.draft(record), within: quota)
    }

    private func draft(_ record: AuditRecord) -> AuditDraft {
        let reason = record.reason.map { text in
            let salt = self.ambient.randomBytes(AuditReason.saltByteCount)
            return AuditReason(text: text, salt: salt, hash: AuditHash(of: salt + Array(text.utf8)))
        }
        return AuditDraft(
            at: self.ambient.now(),
            by: record.operatorName,
            record.action,
            on: record.subject,
            reason: reason,
            details: record.details,
            about: record.about
        )
    }

    /// Reads the whole log and says what is wrong with it; nothing when it holds.
    package func flaws() async throws(RepositoryError) -> [AuditFlaw] {
        // The head comes first: what is added meanwhile is more than it says, and never less.
        let head = try await self.repository.auditHead()
        var chain = AuditChain()
        while true {
            let entries = try await self.repository.auditEntries(after: chain.number, limit: Self.pageCount)
            for entry in entries { chain.take(entry) }
            if entries.count < Self.pageCount { break }
        }
        return chain.finish(head)
    }
}
