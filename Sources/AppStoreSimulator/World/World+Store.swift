public import AppStore

extension World {
    /// Refunds a transaction as Apple's support does: all of it, or a share in thousandths of a percent (50,000 is
    /// half).
    ///
    /// The refund of a subscription's latest period ends the subscription at once.
    public func refund(
        _ transactionId: String,
        percentage: Int? = nil,
        reason: TransactionRevocationReason = .other
    ) throws(WorldError) {
        try self.perform(.refund(transactionId, percentage: percentage, reason: Int(reason.rawValue)))
    }

    /// Takes a refund back, as Apple does after a dispute.
    public func reverseRefund(_ transactionId: String) throws(WorldError) {
        try self.perform(.reverseRefund(of: transactionId))
    }

    /// Takes a product off sale: nobody buys it any more, and subscriptions end instead of renewing into it.
    public func removeFromSale(_ productId: String, in bundleId: String? = nil) throws(WorldError) {
        try self.perform(.removeFromSale(productId, in: bundleId))
    }

    /// A transaction as the app holds it from StoreKit: a compact JWS of its state, signed at the world's now.
    public func signedTransaction(for transactionId: String) throws(WorldError) -> [UInt8] {
        try self.signer.sign(self.transactionPayload(for: transactionId).json())
    }

    /// What ``signedTransaction(for:)`` says.
    public func transactionPayload(for transactionId: String) throws(WorldError) -> TransactionPayload {
        try self.change { state throws(WorldError) in
            let index = try state.index(ofTransaction: transactionId)
            // A state that was signed just ahead of the clock is not signed with an earlier date.
            let signedAt = max(state.now, state.transactions[index].lastSignedAt)
            return state.payload(ofTransaction: index, signedAt: signedAt)
        }
    }

    /// The renewal info that belongs to a transaction of a subscription, signed at the world's now; `nil` for other
    /// products.
    public func signedRenewalInfo(for transactionId: String) throws(WorldError) -> [UInt8]? {
        let payload = try self.change { state throws(WorldError) in
            let index = try state.index(ofTransaction: transactionId)
            return state.transactions[index].subscription.map { subscription in
                let signedAt = max(state.now, state.subscriptions[subscription].lastSignedAt)
                let renewal = state.settledRenewal(of: subscription)
                return state.payload(ofRenewal: renewal, transaction: index, signedAt: signedAt)
            }
        }
        return payload.map { self.signer.sign($0.json()) }
    }

    /// The app transaction of a customer's copy of an app, signed at the world's now.
    ///
    /// `bundleId` is needed only where there are several apps.
    public func signedAppTransaction(
        of customer: WorldCustomer,
        in bundleId: String? = nil
    ) throws(WorldError) -> [UInt8] {
        let payload = try self.change { state throws(WorldError) in
            let index = try state.index(of: customer)
            let app = try state.index(ofApp: bundleId)
            _ = state.appTransactionNumber(of: index, app: app)
            return state.payload(of: WorldState.AppCopy(customer: index, app: app), signedAt: state.now)
        }
        return self.signer.sign(payload.json())
    }
}
