extension Product {
    /// The coins that one unit of a transaction brings, by the coin's name: those of a renewal, or of a purchase.
    ///
    /// Old evidence does not say which of the two it is; then the first transaction of a chain is the purchase.
    package func coins(for snapshot: TransactionSnapshot) -> [String: Int] {
        guard self.kind == .autoRenewable else { return self.grants }
        let isFirst = snapshot.transactionID.rawValue.hasSameBytes(as: snapshot.originalTransactionID.rawValue)
        let isRenewal = snapshot.reason.map { $0 == .renewal } ?? !isFirst
        return isRenewal ? self.renewalGrants : self.grants
    }
}
