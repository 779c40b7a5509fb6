import Ledger
import Notation
import PurserService

/// The entitlements of a customer in JSON; `JSONText` writes each of them.
enum EntitlementBody {
    /// Returns the response about a customer, and the range of its bytes with the entitlements, which excludes the
    /// instant of the request.
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

    /// The schema of the response about a customer.
    static let answer = APISchema.named(
        "Entitlements",
        .object(
            .required("customer", .customer),
            .required("environment", .environment),
            .required("at", .instant, "The instant for which the response is valid."),
            .required("entitlements", .array(of: Self.schema))
        )
    )

    /// Its schema.
    static let schema = APISchema.named("Entitlement", Self.form(subscription: SubscriptionBody.schema))

    /// Returns the schema of an entitlement for responses and events, which differ in the schema of its subscription.
    static func form(subscription: APISchema) -> APISchema {
        .object(
            .required("name", .string(), "The entitlement's name in the catalog."),
            .required("active", .boolean, "Whether it is active now."),
            .required("state", .enumeration(Entitlement.State.allCases.map(\.code))),
            .required("reason", .string(), "The reason; see `docs/concepts/subscriptions.md`."),
            .optional("since", .instant, "Since when it is active or inactive."),
            .optional(
                "until",
                .instant,
                "Until when it is active, as far as known; absent for a permanent entitlement."
            ),
            .required("willRenew", .enumeration(WillRenew.allCases.map(\.rawValue))),
            .required("environment", .environment),
            .optional("product", .product, "The product that provides it."),
            .required("transactions", .array(of: .transaction), "The transactions that provide it."),
            .required("paidTwice", .boolean, "Whether two purchases provide it at the same time."),
            .optional("subscription", subscription)
        )
    }
}
