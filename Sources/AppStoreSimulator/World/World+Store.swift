public import AppStore

extension World {
    /// Refunds a transaction as Apple's support does: all of it, or a share in thousandths of a percent (50,000 is half).
    ///
    /// The refund of a subscription's latest period ends the subscription at once.
    public func refund(
        _ transactionId: String,
        percentage: Int? = nil,
        reason: TransactionRevocationReason = .other
    ) throws(WorldError) {
        try self.change { state throws(WorldError) in
            try state.refund(transactionId, percentage: percentage, reason: reason)
        }
    }

    /// Takes a refund back, as Apple does after a dispute.
    public func reverseRefund(_ transactionId: String) throws(WorldError) {
        try self.change { state throws(WorldError) in try state.reverseRefund(transactionId) }
    }

    /// Takes a product off sale: nobody buys it any more, and subscriptions end instead of renewing into it.
    public func removeFromSale(_ productId: String, in bundleId: String? = nil) throws(WorldError) {
        try self.change { state throws(WorldError) in try state.removeFromSale(productId, in: bundleId) }
    }

    /// A transaction as the app holds it from StoreKit: a compact JWS of its state, signed at the world's now.
    public func signedTransaction(for transactionId: String) throws(WorldError) -> [UInt8] {
        try self.signer.sign(self.transactionPayload(for: transactionId).json())
    }

    /// What ``signedTransaction(for:)`` says.
    public func transactionPayload(for transactionId: String) throws(WorldError) -> TransactionPayload {
        try self.change { state throws(WorldError) in
            let transaction = state.transactions[try state.place(ofTransaction: transactionId)]
            // A state that was signed just ahead of the clock is not signed with an earlier date.
            let signedAt = max(state.now, transaction.lastSignedAt)
            return transaction.payload(app: state.apps[transaction.app], signedAt: signedAt)
        }
    }

    /// The renewal info that belongs to a transaction of a subscription, signed at the world's now; `nil` for other
    /// products.
    public func signedRenewalInfo(for transactionId: String) throws(WorldError) -> [UInt8]? {
        let payload = try self.change { state throws(WorldError) in
            let transaction = state.transactions[try state.place(ofTransaction: transactionId)]
            return transaction.subscription.map { place in
                let subscription = state.subscriptions[place]
                let signedAt = max(state.now, subscription.lastSignedAt)
                return subscription.payload(app: state.apps[subscription.app], signedAt: signedAt)
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
            let place = try state.place(of: customer)
            let matches = state.apps.indices.filter { bundleId == nil || state.apps[$0].bundleId == bundleId }
            guard matches.count == 1, let appPlace = matches.first else { throw .unknownApp }
            let app = state.apps[appPlace]
            var payload = AppTransactionPayload()
            payload.receiptType = AppStoreEnvironment(rawValue: app.environment.rawValue)
            payload.appAppleId = app.environment == .production ? app.appAppleId : nil
            payload.bundleId = app.bundleId
            payload.applicationVersion = app.bundleVersion
            payload.receiptCreationDate = Timestamp(milliseconds: state.now)
            payload.originalPurchaseDate = Timestamp(milliseconds: state.customers[place].arrivedAt)
            payload.originalApplicationVersion = app.bundleVersion
            payload.originalPlatform = .iOS
            payload.appTransactionId = state.appTransactionId(of: place, app: appPlace)
            return payload
        }
        return self.signer.sign(payload.json())
    }
}
