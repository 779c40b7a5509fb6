import AppStore
import Crypto
import Foundation

extension World {
    /// What stands in a transaction receipt from before iOS 7, or why it is none.
    static func transactionReceipt(_ base64: String) -> Result<UnverifiedTransactionReceipt, VerificationError> {
        do throws(VerificationError) {
            return .success(try UnverifiedTransactionReceipt(base64: base64))
        } catch {
            return .failure(error)
        }
    }

    /// Answers a request to verifyReceipt about a transaction receipt, in the flat shape that such receipts have.
    ///
    /// Only receipts of this world are authentic. One of a subscription that has ended is 21006, decoded all the same.
    func verify(
        _ hint: UnverifiedTransactionReceipt,
        _ request: VerifyReceiptRequest,
        inSandbox isSandbox: Bool
    ) -> [UInt8] {
        guard let signer = try? TransactionReceiptSigner(key: ReceiptKeys.transactionKey()),
            Array(SHA256.hash(data: signer.certificate)) == hint.certificateDigest,
            let app = self.apps.first(where: { $0.bundleId == hint.bundleID }),
            let bought = try? self.transactionPayload(for: hint.transactionID), bought.productId == hint.productID
        else { return Self.answer(.notAuthentic) }
        let isOfSandbox = app.environment == .sandbox
        guard isOfSandbox == isSandbox else { return Self.answer(isOfSandbox ? .isSandbox : .isProduction) }
        let isKnown = request.password == self.sharedSecret(of: app)
        if request.password != nil, !isKnown { return Self.answer(.wrongSecret) }
        let subscription = self.oldSubscription(of: hint.transactionID)
        let hasEnded = subscription?.hasEnded == true
        let status: VerifyReceiptStatus = hasEnded ? .expired : .valid
        var members = [
            JSONMember(key: "status", value: .number(String(status.rawValue))),
            JSONMember(key: "environment", value: .string(app.environment.rawValue)),
            JSONMember(key: "receipt", value: Self.flat(Self.row(hint), of: app)),
        ]
        if isKnown, let subscription { members += self.members(of: subscription, in: app) }
        return JSONValue.object(members).json()
    }

    /// A subscription as verifyReceipt tells it beside a transaction receipt.
    private struct OldSubscription {
        /// Its newest period.
        let latest: TransactionPayload
        /// Its next renewal.
        let renewal: RenewalInfoPayload
        /// Whether it is over, or waits for its payment without grace.
        let hasEnded: Bool
    }

    /// The subscription of a transaction; `nil` for what does not renew.
    private func oldSubscription(of transactionId: String) -> OldSubscription? {
        try? self.change { state throws(WorldError) in
            let index = try state.index(ofTransaction: transactionId)
            guard let subscription = state.transactions[index].subscription else { return nil }
            let facts = state.subscriptions[subscription]
            return OldSubscription(
                latest: state.payload(ofTransaction: facts.latest, signedAt: state.now),
                renewal: state.payload(
                    ofRenewal: state.settledRenewal(of: subscription),
                    transaction: facts.latest,
                    signedAt: state.now
                ),
                hasEnded: facts.renewal.isOver || facts.renewal.phase == .billingRetry
            )
        }
    }

    /// What stands beside the receipt of a subscription, for who has the secret.
    private func members(of subscription: OldSubscription, in app: WorldApp) -> [JSONMember] {
        let name = subscription.hasEnded ? "latest_expired_receipt" : "latest_receipt"
        var members: [JSONMember] = []
        if let id = subscription.latest.transactionId, let receipt = try? self.transactionReceipt(for: id) {
            members.append(JSONMember(key: name, value: .string(Data(receipt).base64EncodedString())))
        }
        members.append(
            JSONMember(key: "\(name)_info", value: Self.flat(LegacyAccount.row(subscription.latest), of: app))
        )
        let renewal = LegacyAccount.renewal(subscription.renewal)
        members.append(
            JSONMember(key: "auto_renew_status", value: .number(renewal.autoRenews == true ? "1" : "0"))
        )
        if let product = renewal.autoRenewProductID {
            members.append(JSONMember(key: "auto_renew_product_id", value: .string(product)))
        }
        if let intent = renewal.expirationIntent {
            members.append(JSONMember(key: "expiration_intent", value: .string(String(intent))))
        }
        if renewal.isInBillingRetry == true || renewal.expirationIntent != nil {
            let isTried = renewal.isInBillingRetry == true
            members.append(JSONMember(key: "is_in_billing_retry_period", value: .string(isTried ? "1" : "0")))
        }
        if let reason = subscription.latest.revocationReason {
            members.append(JSONMember(key: "cancellation_reason", value: .string(String(reason.rawValue))))
        }
        return members
    }

    /// The purchase that a transaction receipt names.
    private static func row(_ hint: UnverifiedTransactionReceipt) -> ReceiptTransaction {
        var row = ReceiptTransaction()
        row.quantity = hint.quantity
        row.productID = hint.productID
        row.transactionID = hint.transactionID
        row.originalTransactionID = hint.originalTransactionID
        row.purchasedAt = hint.purchasedAt
        row.originallyPurchasedAt = hint.originallyPurchasedAt
        row.expiresAt = hint.expiresAt
        row.webOrderLineItemID = hint.webOrderLineItemID
        return row
    }

    /// A purchase in the shape from before iOS 7: one object with the app in it, in which the end is in milliseconds.
    private static func flat(_ row: ReceiptTransaction, of app: WorldApp) -> JSONValue {
        var members = [
            JSONMember(key: "bid", value: .string(app.bundleId)),
            JSONMember(key: "bvrs", value: .string(app.bundleVersion)), JSONMember(key: "item_id", value: .string("0")),
        ]
        guard case .object(let fields) = row.json(isLatest: false) else { return .object(members) }
        let ends = ["expires_date": "expires_date_formatted", "expires_date_pst": "expires_date_formatted_pst"]
        for field in fields {
            // What later shapes call the milliseconds is the end itself here.
            let key = field.key == "expires_date_ms" ? "expires_date" : ends[field.key] ?? field.key
            members.append(JSONMember(key: key, value: field.value))
        }
        return .object(members)
    }
}
