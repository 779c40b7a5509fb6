import AppStore

extension Listing {
    /// What operators did.
    static let auditEntries = Listing(
        none: "The audit log has no entry there. What operators do is entered; to see all: purser audit list",
        [
            Column("ENTRY", of: "number", isNumber: true), Column("AT", of: "at"), Column("BY", of: "operatorName"),
            Column("OUTCOME") { row, _ in
                let code = row["code"].plain
                return code.isEmpty ? row["outcome"].plain : "\(row["outcome"].plain):\(code)"
            },
            Column("ACTION", of: "action"), Column("SUBJECT", of: "subject"), Column("REASON", of: "reason"),
        ]
    )
}
