import AppStore
import Ledger

/// The download of the app by whoever made a transaction, as our JSON shows it.
struct AppTransactionBody: Encodable {
    /// The form of it.
    static let schema = APISchema.named(
        "AppDownload",
        .object(
            .optional("appTransactionId", .string(), "Apple's id of this Apple account and this app."),
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
