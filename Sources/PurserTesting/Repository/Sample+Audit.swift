package import Ledger
import PurserService

extension Sample {
    /// Lets operators do so many things.
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
}
