import AppStore
import PurserService

extension Listing {
    /// The list that a task about a customer asks for; `nil` where it asks for none.
    static func customers(_ deed: CustomerTask.Deed) -> Listing? {
        switch deed {
        case .lookUp: self.matches
        case .moves: self.moves
        case .timeline: self.timeline
        case .consents: self.consents
        default: nil
        }
    }

    /// What an id stands for says itself what it is.
    private static let matches = Listing(
        none: "Nothing here has this id. Compare it with what the customer sent, or ask Apple: purser sync"
    )

    private static let moves = Listing(
        none: "Nothing passed from or to this customer. To give a purchase: purser customers move ID --to CUSTOMER",
        [
            Column("AT", of: "at"), Column("FROM", of: "from", none: "nobody"), Column("TO", of: "to", none: "nobody"),
            Column("TRANSACTIONS", of: "transactions"), Column("ENVIRONMENT", of: "environment"),
            Column("REASON", of: "reason"), Column("CHANGE", of: "change"),
        ]
    )

    private static let consents = Listing(
        none: "This customer has never agreed to anything. To record a consent: purser customers consent CUSTOMER",
        [
            Column("CONSENT", of: "consent"), Column("STANDS", of: "stands"), Column("GIVEN", of: "givenAt"),
            Column("WITHDRAWN", of: "withdrawnAt"), Column("VERSION", of: "version"), Column("LOCALE", of: "locale"),
            Column("STOREFRONT", of: "storefront"), Column("TEXT", of: "textHash"),
        ]
    )

    /// What happened to a customer.
    package static let timeline = Listing(
        none: "Nothing happened to this customer. To find the customer by any id: purser customers lookup ID",
        [
            Column("AT", of: "at"), Column("TYPE", of: "type"),
            Column("WHAT") { row, _ in
                guard row["type"].plain == "move" else { return row["name"].plain }
                let (from, to) = (row["from"].plain, row["to"].plain)
                return "\(from.isEmpty ? "nobody" : from) to \(to.isEmpty ? "nobody" : to)"
            },
            Column("TRANSACTION") { row, _ in (row["transaction"] ?? row["transactions"]).plain },
            Column("PRODUCT", of: "product"), Column("ENVIRONMENT", of: "environment"), Column("BY", of: "by"),
            .outcome,
            Column("REASON", of: "reason"), Column("CHANGE", of: "change"),
            Column("AUTO-RENEW CHANGED", of: "renewStatusChangedAt"),
            Column("EVENT", of: "number", isNumber: true),
        ]
    )
}
