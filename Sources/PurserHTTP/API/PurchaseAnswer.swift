import Ledger
import PurserService

/// The committed answer to a submitted purchase.
struct PurchaseAnswer: Encodable {
    /// Whose the purchase is, without naming anybody but the one who submitted it.
    struct ClaimBody: Encodable {
        let owned: Bool
        let reason: String
    }

    /// Why evidence waits.
    struct HeldBody: Encodable {
        let reason: String
        let code: String
        let until: String?
    }

    let customer: String
    let transaction: String?
    let environment: String
    let finish: String
    let claim: ClaimBody?
    let held: HeldBody?
    let entitlements: [EntitlementBody]

    /// The answer to one customer's submission.
    ///
    /// `finish` tells the app whether to finish the transaction with StoreKit: `yes` once it is recorded, also when it is
    /// somebody else's; `already` when this customer had handed it in before; `no` while it waits, so that StoreKit
    /// offers it again.
    init(_ purchase: SubmittedPurchase, customer: CustomerID, entitlements: CustomerEntitlements) {
        self.customer = customer.rawValue
        self.transaction = purchase.transactionID?.rawValue
        self.environment = entitlements.environment.rawValue
        self.entitlements = entitlements.entitlements.map(EntitlementBody.init)
        switch purchase.outcome {
        case .recorded(let recorded):
            self.finish = recorded.wasSubmittedBefore ? "already" : "yes"
            self.held = nil
            self.claim = recorded.claim.map { claim in
                let isTheirs = claim.owner == customer
                return ClaimBody(
                    owned: isTheirs,
                    reason: isTheirs || claim.owner == nil ? claim.reason.rawValue : "owned_by_another"
                )
            }
        case .held(let reason, let code, let dueAt):
            self.finish = "no"
            self.claim = nil
            self.held = HeldBody(reason: reason.rawValue, code: code, until: dueAt?.rfc3339)
        }
    }
}
