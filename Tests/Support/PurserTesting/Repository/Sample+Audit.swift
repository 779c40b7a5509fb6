package import Ledger
import PurserService

extension Sample {
    /// Writes a number of audit entries.
    package static func writeAudit(entries count: Int, in repository: some Repository) async throws(RepositoryError) {
        let log = AuditLog(
            repository: repository,
            ambient: Ambient(now: { Self.beginning }, randomBytes: { Self.bytes($0, seed: 3) })
        )
        for number in 0..<count {
            let record = AuditRecord(by: "ada", .databaseBackup, on: "copy-\(number)", reason: "why not")
            _ = try await log.add(record)
        }
    }

    /// Writes audit entries concurrently, in turn on each of some nodes that share their database.
    package static func writeAudit(atOnce count: Int, on nodes: [any Repository]) async throws {
        let ambient = Ambient(now: { Self.beginning }, randomBytes: { Self.bytes($0, seed: 5) })
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<count {
                let log = AuditLog(repository: nodes[number % nodes.count], ambient: ambient)
                group.addTask { try await log.add(AuditRecord(by: "ada", .databaseBackup, on: "copy-\(number)")) }
            }
            try await group.waitForAll()
        }
    }

    /// Whether the chain of the audit log holds.
    package static func auditHolds(in repository: any Repository) async throws(RepositoryError) -> Bool {
        let ambient = Ambient(now: { Self.beginning }, randomBytes: { Self.bytes($0, seed: 5) })
        return try await AuditLog(repository: repository, ambient: ambient).flaws().isEmpty
    }
}
