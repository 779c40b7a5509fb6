import AppStore
import Ledger
import PurserService

/// Apple's current state of a customer's subscriptions in JSON.
struct AppleStatusBody: Encodable {
    /// One subscription.
    struct Subscription: Encodable {
        let originalTransaction: String
        let status: Int?
        let name: String
    }

    /// Its schema.
    static let schema = APISchema.named(
        "AppleStatus",
        .object(
            .required("environment", .environment),
            .required("at", .instant, "When the server asked Apple."),
            .required(
                "subscriptions",
                .array(
                    of: .object(
                        .required("originalTransaction", .transaction),
                        .optional("status", .integer(), "Apple's status code."),
                        .required(
                            "name",
                            .enumeration("active", "expired", "billingRetry", "gracePeriod", "revoked", "unknown"),
                            "The name of the status code."
                        )
                    )
                )
            ),
            .required("recorded", .boolean, "Whether the ledger contains everything that Apple signed.")
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
            let name =
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
                name: name
            )
        }
    }
}

/// The app's download by the Apple Account of a transaction, in JSON.
struct AppTransactionBody: Encodable {
    /// Its schema.
    static let schema = APISchema.named(
        "AppDownload",
        .object(
            .optional("appTransactionId", .string(), "Apple's id of this Apple Account and this app."),
            .optional("environment", .string()),
            .optional("originalPurchaseAt", .instant, "When the app was first bought or downloaded."),
            .optional("originalAppVersion", .string()),
            .optional("originalPlatform", .string()),
            .optional("preorderedAt", .instant)
        )
    )

    let appTransactionId: String?
    let environment: String?
    let originalPurchaseAt: String?
    let originalAppVersion: String?
    let originalPlatform: String?
    let preorderedAt: String?

    init(_ payload: AppTransactionPayload) {
        self.appTransactionId = payload.appTransactionId
        self.environment = payload.receiptType?.rawValue
        self.originalPurchaseAt = payload.originalPurchaseDate.map { Instant(milliseconds: $0.milliseconds).rfc3339 }
        self.originalAppVersion = payload.originalApplicationVersion
        self.originalPlatform = payload.originalPlatform?.rawValue
        self.preorderedAt = payload.preorderDate.map { Instant(milliseconds: $0.milliseconds).rfc3339 }
    }
}

/// The purchases of an order number from Apple's emails in JSON.
struct LookedUpOrderBody: Encodable {
    /// A purchase of the order.
    struct PurchaseBody: Encodable {
        let transaction: String
        let originalTransaction: String
        let product: String
        let purchasedAt: String
        let expiresAt: String?
        let revokedAt: String?
        let price: MoneyBody?
        let customer: String?
    }

    /// Its schema.
    static let schema = APISchema.named(
        "AppleOrder",
        .object(
            .required("order", .string()),
            .required("valid", .boolean, "Whether Apple knows the order number."),
            .required(
                "purchases",
                .array(
                    of: .object(
                        .required("transaction", .transaction),
                        .required("originalTransaction", .transaction),
                        .required("product", .product),
                        .required("purchasedAt", .instant),
                        .optional("expiresAt", .instant),
                        .optional("revokedAt", .instant),
                        .optional("price", .money),
                        .optional("customer", .customer, "The owner; absent if there is none.")
                    )
                ),
                "The purchases, which are in the ledger now."
            ),
            .required("held", .integer(), "The number of purchases that could not be recorded yet.")
        )
    )

    let order: String
    let valid: Bool
    let purchases: [PurchaseBody]
    let held: Int

    init(_ number: String, _ order: LookedUpOrder) {
        self.order = number
        self.valid = order.isValid
        self.held = order.heldCount
        self.purchases = order.purchases.map { purchase in
            PurchaseBody(
                transaction: purchase.transaction.transactionID.rawValue,
                originalTransaction: purchase.transaction.originalTransactionID.rawValue,
                product: purchase.transaction.productID.rawValue,
                purchasedAt: purchase.transaction.purchaseAt.rfc3339,
                expiresAt: purchase.transaction.expiresAt?.rfc3339,
                revokedAt: purchase.transaction.revocation?.revokedAt.rfc3339,
                price: purchase.transaction.price.map(MoneyBody.init),
                customer: purchase.owner?.rawValue
            )
        }
    }
}
