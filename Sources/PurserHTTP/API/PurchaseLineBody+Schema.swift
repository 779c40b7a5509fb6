import Ledger

extension PurchaseLineBody {
    /// The form of it.
    static let schema = APISchema.named(
        "PurchaseLine",
        .object(
            .required("transactions", .array(of: .transaction), "The purchase and its restores."),
            .required("product", .product),
            .required("type", .string(), "The product's type, as Apple says."),
            .required("quantity", .integer()),
            .required("purchasedAt", .instant),
            .required("beginsAt", .instant),
            .optional("endsAt", .instant),
            .required("state", .words(PurchaseLine.State.allCases.map(\.rawValue))),
            .optional("revokedAt", .instant),
            .optional("revocationType", .string(), "As Apple says."),
            .optional("revocationReason", .integer(), "As Apple says."),
            .optional("refundedPercentageMilliunits", .integer(0...100_000), "100000 is all of it."),
            .optional(
                "reportedRefund",
                EventForm.reportedRefund,
                "A refund that is reported and that Apple did not sign; the state is `refundReported` unless it counts as one."
            ),
            .optional("price", .money),
            .optional("offer", .offer),
            .required("coins", .map(of: .integer()), "What the catalogue gives for it, before any refund."),
            .required("ownership", .string(), "`PURCHASED` or `FAMILY_SHARED`."),
            .required("claim", .words(Claim.Reason.allCases.map(\.rawValue)), "Why it is this customer's."),
            .required("environment", .environment)
        )
    )
}
