import AppStore

extension Listing {
    /// What has to be handed over.
    static let deliveries = Listing(
        none: "There is no such delivery. Purchases make some where the catalogue says so: purser catalog show",
        [
            Column("DELIVERY", of: "id"), Column("STATE", of: "state"), Column("WHY", of: "reason"),
            Column("CUSTOMER", of: "customer", none: "nobody"),
            Column("GOODS") { row, _ in
                let product = "\(row["quantity"].plain) x \(row["product"].plain)"
                let coins = ["coins", "difference"].flatMap { row[$0]?.elements ?? [] }.map { coin in
                    "\(coin["count"].plain) \(coin["coin"].plain)"
                }
                return coins.isEmpty ? product : "\(product): \(coins.joined(separator: " + "))"
            },
            Column("PURCHASED", of: "purchasedAt"),
        ]
    )
}
