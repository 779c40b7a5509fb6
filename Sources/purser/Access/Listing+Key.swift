import AppStore

extension Listing {
    /// The keys with which the API is called.
    static let keys = Listing(
        none: "No key was made yet. To make one: purser keys create secret --scope read --name NAME",
        [
            Column("KEY", of: "id"), Column("APP", of: "app", none: "all apps"), Column("KIND", of: "kind"),
            Column("MAY") { row, _ in (row["role"] ?? row["scopes"]).plain },
            Column("NAME", of: "name"), Column("LAST USED", of: "lastUsedAt", none: "never"),
            Column("REVOKED", of: "revokedAt"), Column("BY", of: "revokedBy"),
        ]
    )
}
