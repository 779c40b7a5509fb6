import Ledger

extension FactsRequest {
    private static let amounts = APISchema.nullable(
        .array(
            of: .object(
                .required("amountMilliunits", .integer(0...Int64.max), "Thousandths of the currency's unit."),
                .required("currency", .string(pattern: "^[A-Z]{3}$"), "ISO 4217; each once.")
            ),
            count: 0...Self.mostCurrencies
        )
    )

    /// The form of it.
    static let schema = APISchema.object(
        .optional("registeredAt", .nullable(.string(format: "date-time")), "When he registered with you."),
        .optional(
            "playTimeMinutes",
            .nullable(.integer(0...Self.longestPlayTimeMinutes)),
            "How long he has used the app in all."
        ),
        .optional(
            "accountStatus",
            .nullable(.words(CustomerFact.AccountStatus.allCases.map(\.rawValue))),
            "How his account stands with you."
        ),
        .optional(
            "platforms",
            .nullable(.array(of: .words(CustomerFact.Platform.allCases.map(\.rawValue)), count: 1...2)),
            "Where he uses what he bought; each once."
        ),
        .optional("spentElsewhere", Self.amounts, "What he spent outside of the App Store."),
        .optional("refundedElsewhere", Self.amounts, "What he got back outside of the App Store."),
        .optional("statedAt", .string(format: "date-time"), "When this was so; now if left out.")
    )
}
