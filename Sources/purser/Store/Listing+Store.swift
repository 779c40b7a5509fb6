import AppStore

extension Listing {
    /// The orders to extend renewal dates.
    static let extensions = Listing(
        none: "No renewal date was ordered to be extended. To order it: purser subscriptions extend ORIGINAL --days N",
        [
            Column("EXTENSION", of: "extension"),
            Column("OF") { row, _ in (row["product"] ?? row["transaction"]).plain },
            Column("DAYS", of: "days", isNumber: true), Column("ORDERED", of: "orderedAt"),
            Column("STATE", of: "state"), Column("EXTENDED", of: "succeeded", isNumber: true),
            Column("FAILED", of: "failed", isNumber: true), Column("REFUSAL", of: "refusal"),
            Column("NOT EXTENDED", of: "failures"),
        ]
    )
}
