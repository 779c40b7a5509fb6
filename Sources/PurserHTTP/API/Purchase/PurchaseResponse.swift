import Ledger
import Notation
import PurserService

/// The response to a submitted purchase, with the committed state.
struct PurchaseResponse {
    /// The decision on the claim, without the identity of another customer.
    struct ClaimBody {
        let owned: Bool
        let reason: String

        /// Creates the body of a claim from the view of one customer.
        init(_ claim: Claim, to customer: CustomerID) {
            self.owned = claim.serves(customer)
            self.reason = self.owned || claim.owner == nil ? claim.reason.rawValue : "owned_by_another"
        }
    }

    /// What became of the submission.
    enum Outcome: String, CaseIterable {
        /// It is recorded.
        case recorded
        /// It is recorded, and its period was over when it arrived, so it gives no access.
        case expired
        /// It is held.
        case held
    }

    /// The reason why evidence is held.
    struct HeldBody {
        let reason: String
        let code: String
        let until: Instant?
    }

    let customer: String
    /// The effective customer: the one into which the customer was merged, otherwise the customer itself.
    let counting: String
    let transaction: String?
    let environment: String
    let finish: String
    let outcome: Outcome
    let claim: ClaimBody?
    let held: HeldBody?
    let entitlements: [Entitlement]
    /// The newest purchase of each product type, for a receipt.
    var newest: [SubmittedReceipt.Line]?
    /// The expected transfers, in a preview.
    var transfers: [OwnershipTransfer]?

    /// Creates the response to a customer's submission.
    ///
    /// `finish` says whether the app should finish the transaction with StoreKit: `yes` if it is recorded and no
    /// fulfillment is due, even if it belongs to another customer; `already` if that was so before, or if this customer
    /// submitted the unfulfilled purchase before; `no` while it is held or due, so that StoreKit delivers it again.
    ///
    /// A merged customer counts as the customer into which it was merged.
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
            self.outcome = purchase.isExpired ? .expired : .recorded
            self.held = nil
            self.claim = recorded.claim.map { ClaimBody($0, to: counting) }
        case .held(let reason, let code, let dueAt):
            self.finish = "no"
            self.outcome = .held
            self.claim = nil
            self.held = HeldBody(reason: reason.rawValue, code: code, until: dueAt)
        }
    }

    /// The response as JSON.
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
        json.add("outcome", self.outcome.rawValue)
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

    /// Returns one side of a transfer without the identity of another customer.
    private func side(_ customer: CustomerID?) -> String {
        guard let customer else { return "nobody" }
        return customer.rawValue.hasSameBytes(as: self.counting) ? "customer" : "another"
    }
}

extension PurchaseResponse {
    private static let claimSchema = APISchema.object(
        .required("owned", .boolean, "Whether this customer owns it."),
        .required("reason", .string(), "The reason; `owned_by_another` does not name the other customer.")
    )

    /// Its schema.
    static let schema = APISchema.named(
        "PurchaseResponse",
        .object(
            .required("customer", .customer),
            .optional("transaction", .transaction, "Apple's id of the transaction."),
            .required("environment", .environment),
            .required(
                "finish",
                .enumeration("yes", "no", "already"),
                "`yes` or `already`: finish the transaction with StoreKit; `no`: leave it unfinished and submit it "
                    + "again later."
            ),
            .required(
                "outcome",
                .enumeration("recorded", "expired", "held"),
                "`recorded`; `expired` if it is recorded and its period was over when it arrived, so that it gives no "
                    + "access; `held`."
            ),
            .optional("claim", Self.claimSchema),
            .optional(
                "held",
                .object(
                    .required("reason", .string(), "Why it is held."),
                    .required("code", .string()),
                    .optional("until", .instant, "When the server tries again.")
                )
            ),
            .optional("dryRun", .boolean, "`true` in a preview, which changes nothing."),
            .optional(
                "transfers",
                .array(
                    of: .object(
                        .required("from", .enumeration("nobody", "customer", "another")),
                        .required("to", .enumeration("nobody", "customer", "another")),
                        .required("transactions", .array(of: .transaction))
                    )
                ),
                "In a preview: the expected transfers."
            ),
            .optional(
                "purchases",
                .array(
                    of: .object(
                        .optional("claim", Self.claimSchema),
                        .required("kind", .string(), "Apple's name of the product type."),
                        .required("product", .string()),
                        .required("transaction", .transaction)
                    )
                ),
                "For a receipt: its newest purchase of each product type."
            ),
            .required("entitlements", .array(of: EntitlementBody.schema), "The customer's current entitlements.")
        )
    )
}
