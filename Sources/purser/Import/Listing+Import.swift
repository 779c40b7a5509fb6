import AppStore

extension Listing {
    /// The newest imports.
    static let imports = Listing(
        none: "Nothing was imported yet. To bring purchases in: purser import FILE",
        [
            Column("IMPORT", of: "id"), Column("STARTED", of: "startedAt"), Column("STATE", of: "state"),
            Column("ROWS", of: "rows", isNumber: true), Column("IMPORTED", of: "done", isNumber: true),
            Column("FAILED", of: "failed", isNumber: true), Column("WHY", of: "reason.detail"),
        ]
    )
}
