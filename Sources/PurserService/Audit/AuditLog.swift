import Crypto
package import Ledger

/// Writes and reads what operators did.
package struct AuditLog: Sendable {
    /// How often an entry is tried whose place somebody else took.
    ///
    /// Operators are few; who never gets a turn in so many tries meets something that is broken.
    private static let maximumTries = 1000
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
    package func add(_ record: AuditRecord) async throws(RepositoryError) -> AuditEntry {
        let reason = record.reason.map { text in
            let salt = self.ambient.randomBytes(AuditReason.saltByteCount)
            return AuditReason(text: text, salt: salt, hash: AuditHash(of: salt + Array(text.utf8)))
        }
        for _ in 0..<Self.maximumTries {
            let head = try await self.repository.auditHead()
            let entry = AuditEntry(
                number: head.count + 1,
                at: self.ambient.now(),
                operatorName: record.operatorName,
                action: record.action,
                subject: record.subject,
                reason: reason,
                details: record.details,
                predecessor: head.hash,
                hash: .beginning
            )
            let sealed = entry.with(hash: AuditHash(of: entry.hashedBytes))
            if try await self.repository.append(sealed) { return sealed }
        }
        throw .unavailable
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
