import Ledger
import PurserService

/// What Apple says now of a customer's subscriptions, as our JSON shows it.
struct AppleStatusBody: Encodable {
    /// One subscription.
    struct Subscription: Encodable {
        let originalTransaction: String
        let status: Int?
        let word: String
    }

    /// The form of it.
    static let schema = APISchema.named(
        "AppleStatus",
        .object(
            .required("environment", .environment),
            .required("at", .instant, "When Apple was asked."),
            .required(
                "subscriptions",
                .array(
                    of: .object(
                        .required("originalTransaction", .transaction),
                        .optional("status", .integer(), "Apple's number."),
                        .required(
                            "word",
                            .words("active", "expired", "billingRetry", "gracePeriod", "revoked", "unknown"),
                            "What the number means."
                        )
                    )
                )
            ),
            .required("recorded", .boolean, "Whether all that Apple signed is in the books now.")
        )
    )

    let environment: String
    let at: String
    let subscriptions: [Subscription]
    let recorded: Bool

    init(_ status: AppleStatus) {
        self.environment = status.environment.rawValue
        self.at = status.askedAt.rfc3339
        self.recorded = status.isRecorded
        self.subscriptions = status.subscriptions.map { entry in
            let word =
                switch entry.status {
                case .active?: "active"
                case .expired?: "expired"
                case .billingRetry?: "billingRetry"
                case .gracePeriod?: "gracePeriod"
                case .revoked?: "revoked"
                case nil: "unknown"
                }
            return Subscription(
                originalTransaction: entry.originalTransactionID.rawValue,
                status: entry.status?.rawValue,
                word: word
            )
        }
    }
}
