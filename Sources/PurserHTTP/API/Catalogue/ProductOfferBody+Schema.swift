import Ledger

extension ProductOfferBody {
    /// Its form.
    static let schema = APISchema.named(
        "ProductOffer",
        .object(
            .required("id", .string(), "The offer's id in App Store Connect."),
            .required("audience", .array(of: .words(OfferRule.Audience.allCases.map(\.rawValue))), "Who may have it."),
            .optional("limit", .integer(1...1000), "How often one customer may have it signed."),
            .optional("within", .string(), "The time in which the limit counts: ISO 8601.")
        )
    )
}
