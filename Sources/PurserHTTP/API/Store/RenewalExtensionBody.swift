import AppStore
import Ledger
import PurserService

/// A request to extend one renewal date, or all renewal dates of a product, in JSON.
struct RenewalExtensionBody: Encodable {
    /// Its schema.
    static let schema = APISchema.named(
        "RenewalExtension",
        .object(
            .required("id", .string(), "The identifier, here and at Apple."),
            .required("environment", .environment),
            .optional("transaction", .transaction, "The subscription's original transaction id, for one subscription."),
            .optional("product", .product, "The product, for all of its subscribers."),
            .required("days", .integer(1...90)),
            .required("reasonCode", .enumeration(ExtendReasonCode.names.map(\.name))),
            .optional("storefronts", .array(of: .string()), "The storefronts, for a product; empty for all."),
            .required("orderedAt", .instant),
            .required("orderedBy", .string()),
            .required(
                "state",
                .enumeration("waiting", "working", "complete", "refused"),
                "`waiting`: Apple has not accepted it yet; the server sends it again."
            ),
            .optional("acceptedAt", .instant, "When Apple accepted it."),
            .optional("completedAt", .instant),
            .optional("succeeded", .integer(), "The number of extended renewal dates."),
            .optional("failed", .integer(), "The number of renewal dates that could not be extended."),
            .optional("renewsAt", .instant, "The new renewal date of a single subscription, from Apple."),
            .optional("refusal", .string(), "The code of Apple's permanent refusal."),
            .optional("appleNumber", .integer(), "Apple's error code for the refusal."),
            .optional("failures", .array(of: .transaction), "Some of the subscriptions that could not be extended."),
            .optional(
                "unasked",
                .string(),
                "The code of the error because of which the server could not ask Apple now. It tries again."
            )
        )
    )

    let id: String
    let environment: String
    let transaction: String?
    let product: String?
    let days: Int
    let reasonCode: String
    let storefronts: [String]?
    let orderedAt: String
    let orderedBy: String
    let state: String
    let acceptedAt: String?
    let completedAt: String?
    let succeeded: Int64?
    let failed: Int64?
    let renewsAt: String?
    let refusal: String?
    let appleNumber: Int64?
    let failures: [String]?
    let unasked: String?

    init(_ order: RenewalExtension, failures: [ExtensionFailure]? = nil, unasked: String? = nil) {
        self.id = order.id.rawValue
        self.environment = order.environment.rawValue
        switch order.target {
        case .subscription(let original):
            (self.transaction, self.product, self.storefronts) = (original.rawValue, nil, nil)
        case .product(let product, let storefronts):
            (self.transaction, self.product, self.storefronts) = (nil, product.rawValue, storefronts)
        }
        self.days = order.days
        self.reasonCode = ExtendReasonCode(rawValue: order.reasonCode).name
        self.orderedAt = order.orderedAt.rfc3339
        self.orderedBy = order.orderedBy
        self.state = order.state == "to be given" ? "waiting" : order.state
        self.acceptedAt = order.acceptedAt?.rfc3339
        self.completedAt = order.completion?.at.rfc3339
        self.succeeded = order.completion?.succeeded
        self.failed = order.completion?.failed
        self.renewsAt = order.renewsAt?.rfc3339
        self.refusal = order.refusal?.code
        self.appleNumber = order.refusal?.number
        self.failures = failures?.map(\.originalTransactionID.rawValue)
        self.unasked = unasked
    }
}
