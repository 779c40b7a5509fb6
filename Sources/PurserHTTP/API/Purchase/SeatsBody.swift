import Ledger

/// The seats of a transaction in JSON.
struct SeatsBody: Encodable {
    /// A number of seats of one price.
    struct Tier: Encodable {
        let priceMilliunits: Int64
        let quantity: Int
    }

    let refunded: Int
    let added: Bool
    let invitations: String?
    let tiers: [Tier]

    init(_ seats: Seats) {
        self.refunded = seats.revokedCount
        self.added = seats.isAddition
        self.invitations = seats.invitations?.rawValue.lowercased()
        self.tiers = seats.tiers.map { Tier(priceMilliunits: $0.priceMilliunits, quantity: $0.quantity) }
    }
}

extension SeatsBody {
    /// Its schema.
    static let schema = APISchema.named(
        "Seats",
        .object(
            .required("refunded", .integer(), "The number of seats that Apple refunded."),
            .required("added", .boolean, "Whether the period has several transactions because seats were added."),
            .optional("invitations", SubscriptionForm.invitations, "Who invites the members."),
            .required(
                "tiers",
                .array(
                    of: .object(
                        .required("priceMilliunits", .integer(), "The price of one seat, in the price's currency."),
                        .required("quantity", .integer(), "The number of seats at this price.")
                    )
                ),
                "The seats by price, the most expensive first; their sum is the price."
            )
        )
    )
}
