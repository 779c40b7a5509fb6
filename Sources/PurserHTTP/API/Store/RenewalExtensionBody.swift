import AppStore
import Ledger
import PurserService

/// An order to extend one renewal date, or all of a product, as our JSON shows it.
struct RenewalExtensionBody: Encodable {
    /// The form of it.
    static let schema = APISchema.named(
        "RenewalExtension",
        .object(
            .required("id", .string(), "Its name, here and at Apple."),
            .required("environment", .environment),
            .optional("transaction", .transaction, "The subscription's original transaction id, where it is for one."),
            .optional("product", .product, "The product, where it is for all subscribers of one."),
            .required("days", .integer(1...90)),
            .required("reasonCode", .enumeration(ExtendReasonCode.names.map(\.name))),
            .optional("storefronts", .array(of: .string()), "Of an order for a product: empty for all of them."),
            .required("orderedAt", .instant),
            .required("orderedBy", .string()),
            .required(
                "state",
                .enumeration("waiting", "working", "complete", "refused"),
                "`waiting`: Apple has not taken it yet; it is given again by itself."
            ),
            .optional("acceptedAt", .instant, "When Apple took it."),
            .optional("completedAt", .instant),
            .optional("succeeded", .integer(), "Renewal dates extended."),
            .optional("failed", .integer(), "Renewal dates that could not be."),
            .optional("renewsAt", .instant, "The new renewal date of one subscription, as Apple says."),
            .optional("refusal", .string(), "Why Apple will never do it: a code."),
            .optional("appleNumber", .integer(), "Apple's number for why."),
            .optional("failures", .array(of: .transaction), "Some of the subscriptions that could not be extended."),
            .optional("unasked", .string(), "Why Apple could not be asked just now: a code. It is asked again.")
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
