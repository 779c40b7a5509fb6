import AppStore
import Ledger
import PurserService

/// An order to extend all renewal dates of a product, as our JSON shows it.
struct RenewalExtensionBody: Encodable {
    /// The form of it.
    static let schema = APISchema.named(
        "RenewalExtension",
        .object(
            .required("id", .string(), "Its name, here and at Apple."),
            .required("environment", .environment),
            .required("product", .product),
            .required("days", .integer(1...90)),
            .required("because", .words(StoreTask.reasons.map(\.word))),
            .required("storefronts", .array(of: .string()), "Empty for all of them."),
            .required("orderedAt", .instant),
            .required("orderedBy", .string()),
            .required(
                "state",
                .words("waiting", "working", "complete", "refused"),
                "`waiting`: Apple has not taken it yet; it is given again by itself."
            ),
            .optional("acceptedAt", .instant, "When Apple took it."),
            .optional("completedAt", .instant),
            .optional("succeeded", .integer(), "Renewal dates extended."),
            .optional("failed", .integer(), "Renewal dates that could not be."),
            .optional("failures", .array(of: .transaction), "Some of the subscriptions that could not be extended.")
        )
    )

    let id: String
    let environment: String
    let product: String
    let days: Int
    let because: String
    let storefronts: [String]
    let orderedAt: String
    let orderedBy: String
    let state: String
    let acceptedAt: String?
    let completedAt: String?
    let succeeded: Int64?
    let failed: Int64?
    let failures: [String]?

    init(_ order: RenewalExtension, failures: [ExtensionFailure]? = nil) {
        self.id = order.id.rawValue
        self.environment = order.environment.rawValue
        self.product = order.productID.rawValue
        self.days = order.days
        self.because = StoreTask.reasons.first { $0.code.rawValue == order.reason }?.word ?? "undeclared"
        self.storefronts = order.storefronts
        self.orderedAt = order.orderedAt.rfc3339
        self.orderedBy = order.orderedBy
        self.state = order.state == "to be given" ? "waiting" : order.state
        self.acceptedAt = order.acceptedAt?.rfc3339
        self.completedAt = order.completion?.at.rfc3339
        self.succeeded = order.completion?.succeeded
        self.failed = order.completion?.failed
        self.failures = failures?.map(\.originalTransactionID.rawValue)
    }
}
