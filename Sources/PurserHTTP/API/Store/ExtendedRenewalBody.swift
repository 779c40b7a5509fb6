import Ledger
import PurserService

/// A renewal date that was extended, as our JSON shows it.
struct ExtendedRenewalBody: Encodable {
    /// The form of it.
    static let schema = APISchema.named(
        "ExtendedRenewal",
        .object(
            .required("transaction", .transaction, "The subscription's original transaction id."),
            .required("environment", .environment),
            .optional("renewsAt", .instant, "The new renewal date, as Apple says."),
            .required("recorded", .boolean, "Whether what Apple signed of it is in the books already.")
        )
    )

    let transaction: String
    let environment: String
    let renewsAt: String?
    let recorded: Bool

    init(_ renewal: ExtendedRenewal) {
        self.transaction = renewal.originalTransactionID.rawValue
        self.environment = renewal.environment.rawValue
        self.renewsAt = renewal.renewsAt?.rfc3339
        self.recorded = renewal.isRecorded
    }
}
