import Ledger

extension FactsBody {
    /// The form of it.
    static let schema = APISchema.named(
        "CustomerFacts",
        .object(
            .optional("registeredAt", .instant),
            .optional("playTimeMinutes", .integer(0...FactsRequest.longestPlayTimeMinutes)),
            .optional("accountStatus", .words(CustomerFact.AccountStatus.allCases.map(\.rawValue))),
            .optional("platforms", .array(of: .words(CustomerFact.Platform.allCases.map(\.rawValue)))),
            .optional("spentElsewhere", .array(of: .money)),
            .optional("refundedElsewhere", .array(of: .money)),
            .required("statedAt", .map(of: .instant), "When the word that counts was said, by field.")
        )
    )
}
