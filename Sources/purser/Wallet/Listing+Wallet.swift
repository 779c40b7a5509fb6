import PurserService

extension Listing {
    /// The list that a task about wallets asks for; `nil` where it asks for none.
    static func wallets(_ deed: WalletTask.Deed) -> Listing? {
        switch deed {
        case .list: self.standings
        case .statement: self.movements
        case .show, .grant, .adjust: nil
        }
    }

    private static let standings = Listing(
        none: "The catalogue names no coins, so nobody has a wallet. Name one below coins: purser catalog show",
        [
            Column("COIN", of: "coin"), Column("AVAILABLE", of: "available", isNumber: true),
            Column("HELD", of: "held", isNumber: true), Column("DEBT", of: "debt", isNumber: true),
            Column("MOVEMENTS", of: "movements", isNumber: true),
        ]
    )

    private static let movements = Listing(
        none: "This wallet has no movements yet. To give coins: purser wallets grant CUSTOMER COIN QUANTITY",
        [
            Column("MOVEMENT", of: "number", isNumber: true), Column("AT", of: "at"), Column("KIND", of: "kind"),
            Column("QUANTITY", of: "quantity", isNumber: true), Column("BALANCE", of: "balance", isNumber: true),
            Column("DEBT", of: "debt", isNumber: true), Column("CAUSE", of: "cause"), Column("BY", of: "by"),
            Column("PURCHASE", of: "purchase"), Column("REASON", of: "reason"),
        ]
    )
}
