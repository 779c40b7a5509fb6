import Ledger
import Notation
import PurserService

/// The committed answer to a submitted purchase.
struct PurchaseResponse {
    /// Whose the purchase is, without naming anybody but the one who submitted it.
    struct ClaimBody {
        let owned: Bool
        let reason: String

        /// The claim as one customer sees it.
        init(_ claim: Claim, to customer: CustomerID) {
            self.owned = claim.serves(customer)
            self.reason = self.owned || claim.owner == nil ? claim.reason.rawValue : "owned_by_another"
        }
    }

    /// Why evidence waits.
    struct HeldBody {
        let reason: String
        let code: String
        let until: Instant?
    }

    let customer: String
    /// Whom he counts as: himself, unless he was merged into another.
    let counting: String
    let transaction: String?
    let environment: String
    let finish: String
    let claim: ClaimBody?
    let held: HeldBody?
    let entitlements: [Entitlement]
    /// The newest purchase of each kind of product, if it was a receipt.
    var newest: [SubmittedReceipt.Line]?
    /// What would pass on, if this is a preview.
    var transfers: [OwnershipTransfer]?

    /// The answer to one customer's submission.
    ///
    /// `finish` tells the app whether to finish the transaction with StoreKit: `yes` once it is recorded and nothing is
    /// left to be fulfilled, also when it is somebody else's; `already` when that was so before, or this customer had
    /// handed in before what is not fulfilled; `no` while it waits or is due, so that StoreKit offers it again.
    ///
    /// Who was merged into another counts as him.
    init(
        _ purchase: SubmittedPurchase,
        customer: CustomerID,
        countingAs counting: CustomerID,
        entitlements: CustomerEntitlements
    ) {
        self.customer = customer.rawValue
        self.counting = counting.rawValue
        self.transaction = purchase.transactionID?.rawValue
        self.environment = entitlements.environment.rawValue
        self.entitlements = entitlements.entitlements
        switch purchase.outcome {
        case .recorded(let recorded):
            self.finish =
                recorded.finish?.rawValue
                ?? (recorded.wasSubmittedBefore ? FulfillmentFinish.already : .yes).rawValue
            self.held = nil
            self.claim = recorded.claim.map { ClaimBody($0, to: counting) }
        case .held(let reason, let code, let dueAt):
            self.finish = "no"
            self.claim = nil
            self.held = HeldBody(reason: reason.rawValue, code: code, until: dueAt)
        }
    }

    /// The answer as JSON.
    var json: [UInt8] {
        var json = JSONText(capacity: 320 + self.entitlements.count * 640)
        if let claim { json.add("claim") { Self.describe(claim, in: &$0) } }
        json.add("customer", self.customer)
        json.add("entitlements", json: EntitlementBody.json(self.entitlements))
        json.add("environment", self.environment)
        json.add("finish", self.finish)
        if self.transfers != nil { json.add("dryRun", true) }
        if let held {
            json.add("held") { json in
                json.add("code", held.code)
                json.add("reason", held.reason)
                json.add("until", held.until)
            }
        }
        if let transfers {
            json.add("transfers", transfers) { json, transfer in
                json.add("from", self.side(transfer.from))
                json.add("to", self.side(transfer.to))
                json.add("transactions", transfer.transactionIDs.map(\.rawValue))
            }
        }
        if let newest {
            json.add("purchases", newest) { json, line in
                if let claim = line.claim, let counting = CustomerID(self.counting) {
                    json.add("claim") { Self.describe(ClaimBody(claim, to: counting), in: &$0) }
                }
                json.add("kind", line.kind.rawValue)
                json.add("product", line.productID.rawValue)
                json.add("transaction", line.transactionID.rawValue)
            }
        }
        json.add("transaction", self.transaction)
        return json.bytes
    }

    private static func describe(_ claim: ClaimBody, in json: inout JSONText) {
        json.add("owned", claim.owned)
        json.add("reason", claim.reason)
    }

    /// A side of a transfer, without naming anybody but the one who submitted.
    private func side(_ customer: CustomerID?) -> String {
        guard let customer else { return "nobody" }
        return customer.rawValue.hasSameBytes(as: self.counting) ? "customer" : "another"
    }
}

extension PurchaseResponse {
    private static let claimSchema = APISchema.object(
        .required("owned", .boolean, "Whether it is this customer's."),
        .required("reason", .string(), "Why; `owned_by_another` names nobody.")
    )

    /// The form of it.
    static let schema = APISchema.named(
        "PurchaseResponse",
        .object(
            .required("customer", .customer),
            .optional("transaction", .transaction, "Apple's id of it."),
            .required("environment", .environment),
            .required(
                "finish",
                .enumeration("yes", "no", "already"),
                "`yes`, `already`: finish it with StoreKit; `no`: leave it unfinished and submit it again."
            ),
            .optional("claim", Self.claimSchema),
            .optional(
                "held",
                .object(
                    .required("reason", .string(), "Why it waits."),
                    .required("code", .string()),
                    .optional("until", .instant, "When it is looked at again.")
                )
            ),
            .optional("dryRun", .boolean, "`true` in a preview: nothing was done."),
            .optional(
                "transfers",
                .array(
                    of: .object(
                        .required("from", .enumeration("nobody", "customer", "another")),
                        .required("to", .enumeration("nobody", "customer", "another")),
                        .required("transactions", .array(of: .transaction))
                    )
                ),
                "In a preview: what would pass from one to another."
            ),
            .optional(
                "purchases",
                .array(
                    of: .object(
                        .optional("claim", Self.claimSchema),
                        .required("kind", .string(), "Apple's word for the kind of product."),
                        .required("product", .string()),
                        .required("transaction", .transaction)
                    )
                ),
                "Of a receipt: its newest purchase of each kind of product."
            ),
            .required("entitlements", .array(of: EntitlementBody.schema), "What the customer may use now.")
        )
    )
}
