import AppStore
import Crypto
import Foundation

extension World {
    /// Returns the content of a transaction receipt from before iOS 7, or the error status.
    static func transactionReceipt(_ base64: String) -> Result<UnverifiedTransactionReceipt, VerificationError> {
        do throws(VerificationError) {
            return .success(try UnverifiedTransactionReceipt(base64: base64))
        } catch {
            return .failure(error)
        }
    }

    /// Responds to a verifyReceipt request about a transaction receipt, in the flat structure of these receipts.
    ///
    /// Only receipts of this world are authentic. A receipt of an ended subscription has status 21006 and is decoded
    /// nevertheless.
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

    /// A subscription in verifyReceipt's response to a transaction receipt.
    private struct OldSubscription {
        /// Its newest period.
        let latest: TransactionPayload
        /// Its next renewal.
        let renewal: RenewalInfoPayload
        /// Whether it has ended, or is in billing retry without grace.
        let hasEnded: Bool
    }

    /// Returns the subscription of a transaction; `nil` for products that do not renew.
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

    /// Returns the members beside a subscription's receipt, for a caller with the shared secret.
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

    /// Returns the purchase that a transaction receipt names.
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

    /// Returns a purchase in the format before iOS 7: one object that includes the app, with the end in milliseconds.
    private static func flat(_ row: ReceiptTransaction, of app: WorldApp) -> JSONValue {
        var members = [
            JSONMember(key: "bid", value: .string(app.bundleId)),
            JSONMember(key: "bvrs", value: .string(app.bundleVersion)), JSONMember(key: "item_id", value: .string("0")),
        ]
        guard case .object(let fields) = row.json(isLatest: false) else { return .object(members) }
        let ends = ["expires_date": "expires_date_formatted", "expires_date_pst": "expires_date_formatted_pst"]
        for field in fields {
            // In this format the key `expires_date` contains the milliseconds.
            let key = field.key == "expires_date_ms" ? "expires_date" : ends[field.key] ?? field.key
            members.append(JSONMember(key: key, value: field.value))
        }
        return .object(members)
    }
}
