public import AppStore

extension World {
    /// Refunds a transaction as Apple's support does: the whole price, or a share in thousandths of a percent (50,000
    /// is half).
    ///
    /// The refund of a subscription's latest period ends the subscription immediately.
    public func refund(
        _ transactionId: String,
        percentage: Int? = nil,
        reason: TransactionRevocationReason = .other
    ) throws(WorldError) {
        try self.perform(.refund(transactionId, percentage: percentage, reason: Int(reason.rawValue)))
    }

    /// Reverses a refund, as Apple does after a dispute.
    public func reverseRefund(_ transactionId: String) throws(WorldError) {
        try self.perform(.reverseRefund(of: transactionId))
    }

    /// Removes a product from sale: customers cannot buy it, and subscriptions end instead of renewing into it.
    public func removeFromSale(_ productId: String, in bundleId: String? = nil) throws(WorldError) {
        try self.perform(.removeFromSale(productId, in: bundleId))
    }

    /// Returns a transaction as the app receives it from StoreKit: a compact JWS of its state, signed at the world's
    /// current instant; with a defect, a copy that a server must refuse.
    public func signedTransaction(
        for transactionId: String,
        defect: SigningDefect? = nil
    ) throws(WorldError) -> [UInt8] {
        let payload = try self.transactionPayload(for: transactionId).json()
        return defect.map { self.signer.sign(payload, defect: $0) } ?? self.signer.sign(payload)
    }

    /// Returns the payload of the transaction that the store signs.
    public func transactionPayload(for transactionId: String) throws(WorldError) -> TransactionPayload {
        try self.change { state throws(WorldError) in
            let index = try state.index(ofTransaction: transactionId)
            // A state that was signed ahead of the clock is never signed with an earlier date.
            let signedAt = max(state.now, state.transactions[index].lastSignedAt)
            return state.payload(ofTransaction: index, signedAt: signedAt)
        }
    }

    /// Returns the renewal info of a subscription's transaction, signed at the world's current instant; `nil` for other
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

    /// Returns the app transaction of a customer's copy of an app, signed at the world's current instant.
    ///
    /// `bundleId` is required only where there are several apps.
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
