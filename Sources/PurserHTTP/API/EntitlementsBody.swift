import Ledger
import PurserService

/// A customer's entitlements as our JSON shows them.
struct EntitlementsBody: Encodable {
    let customer: String
    let environment: String
    let at: String
    let entitlements: [EntitlementBody]

    init(_ answer: CustomerEntitlements) {
        self.customer = answer.customer.rawValue
        self.environment = answer.environment.rawValue
        self.at = answer.at.rfc3339
        self.entitlements = answer.entitlements.map(EntitlementBody.init)
    }
}
