import AppStore

extension Listing {
    /// What operators did.
    static let auditEntries = Listing(
        none: "The audit log has no entry there. What operators do is entered; to see all: purser audit list",
        [
            Column("ENTRY", of: "number", isNumber: true), Column("AT", of: "at"), Column("BY", of: "operatorName"),
            .outcome,
            Column("ACTION", of: "action"), Column("SUBJECT", of: "subject"), Column("REASON", of: "reason"),
        ]
    )
}

extension Listing.Column {
    /// What came of an act, with the code of the refusal.
    static let outcome = Self("OUTCOME") { row, _ in
        let code = row["code"].plain
        return code.isEmpty ? row["outcome"].plain : "\(row["outcome"].plain):\(code)"
    }
}
