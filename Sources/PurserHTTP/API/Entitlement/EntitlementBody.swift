import Ledger
import Notation
import PurserService

/// What a customer may use, as our JSON shows it; `JSONText` writes each entitlement.
enum EntitlementBody {
    /// Returns the answer about a customer, and which of its bytes are the entitlements, without the instant of the
    /// question.
    static func json(_ answer: CustomerEntitlements) -> (body: [UInt8], entitlements: [UInt8]) {
        let entitlements = Self.json(answer.entitlements)
        var json = JSONText(capacity: entitlements.count + 160)
        json.add("at", answer.at)
        json.add("customer", answer.customer.rawValue)
        json.add("entitlements", json: entitlements)
        json.add("environment", answer.environment.rawValue)
        return (json.bytes, entitlements)
    }

    /// Returns entitlements as an array.
    static func json(_ entitlements: [Entitlement]) -> [UInt8] {
        JSONText.array(entitlements, capacity: 64 + entitlements.count * 640, isByName: true) { json, entitlement in
            json.describe(entitlement, isAnswer: true)
        }
    }

    /// The form of the answer about a customer.
    static let answer = APISchema.named(
        "Entitlements",
        .object(
            .required("customer", .customer),
            .required("environment", .environment),
            .required("at", .instant, "The instant for which this is true."),
            .required("entitlements", .array(of: Self.schema))
        )
    )

    /// The form of it.
    static let schema = APISchema.named("Entitlement", Self.form(subscription: SubscriptionBody.schema))

    /// What is said of an entitlement, in answers and in events alike; they differ in what they say of its
    /// subscription.
    static func form(subscription: APISchema) -> APISchema {
        .object(
            .required("name", .string(), "The entitlement's name in the catalog."),
            .required("active", .boolean, "Whether it may be used now."),
            .required("state", .enumeration(Entitlement.State.allCases.map(\.code))),
            .required("reason", .string(), "Why; see `docs/concepts/subscriptions.md`."),
            .optional("since", .instant, "Since when."),
            .optional("until", .instant, "Until when, as far as is known; absent for what is owned for good."),
            .required("willRenew", .enumeration(WillRenew.allCases.map(\.rawValue))),
            .required("environment", .environment),
            .optional("product", .product, "The product that gives it."),
            .required("transactions", .array(of: .transaction), "The transactions it comes from."),
            .required("paidTwice", .boolean, "Whether two purchases give it at once."),
            .optional("subscription", subscription)
        )
    }
}
