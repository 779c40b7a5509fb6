extension OwnedChain {
    /// The purchases in it that bear an order's token and are about it, as they are now.
    package func payments(of order: Order, in environment: StoreEnvironment, toldAt: Int64) -> [OrderPayment] {
        self.chain.purchases.filter {
            $0.accountToken == order.token && order.concerns(purchaseAt: $0.begunAt)
        }
        .compactMap { purchase in
            OrderPayment(
                purchase,
                of: self.claims[purchase.transactionIDs[0]]?.owner,
                in: environment,
                toldAt: toldAt
            )
        }
    }
}
