import AppStore

extension Listing {
    /// The catalogues that were applied.
    static let catalogVersions = Listing(
        none: "No catalogue was applied yet; a server does at its start: purser serve",
        [
            Column("VERSION", of: "number", isNumber: true), Column("APPLIED", of: "appliedAt"),
            Column("BY", of: "appliedBy"),
            Column("DIGEST") { row, _ in String(row["digest"].plain.prefix(12)) },
            Column("REASON", of: "note"),
        ]
    )
}
