package import Ledger
package import Logging

extension Logger {
    private static let number = "number"
    private static let hash = "hash"

    /// Writes number and hash of an entry of the audit log, so that they are kept in another place than the database too.
    package func note(_ entry: AuditEntry) {
        self.notice(
            "An act was entered in the audit log.",
            metadata: [
                Self.number: "\(entry.number)", "action": "\(entry.action.rawValue)", Self.hash: "\(entry.hash)",
            ]
        )
    }

    /// Number and hash of the entry that a line is about, if it is about one.
    package static func auditEntry(in metadata: Metadata?) -> (number: String, hash: String)? {
        guard let number = metadata?[Self.number], let hash = metadata?[Self.hash] else { return nil }
        return ("\(number)", "\(hash)")
    }
}
