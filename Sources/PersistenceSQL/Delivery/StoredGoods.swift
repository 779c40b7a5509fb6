import Ledger

/// What a delivery is about, as JSON: it never changes.
struct StoredGoods: Codable {
    private let original: String
    private let product: String
    private let kind: String
    private let quantity: Int
    private let coins: [String: Int]?
    private let difference: [String: Int]?
    private let flaw: String?
    private let purchasedAt: Int64
    private let createdAt: Int64

    /// What a delivery is about.
    init(_ delivery: Delivery) {
        self.original = delivery.originalTransactionID.rawValue
        self.product = delivery.goods.productID.rawValue
        self.kind = delivery.goods.kind.rawValue
        self.quantity = delivery.goods.quantity
        self.coins = delivery.goods.coins.isEmpty ? nil : delivery.goods.coins
        self.difference = delivery.goods.difference.isEmpty ? nil : delivery.goods.difference
        self.flaw = delivery.goods.flaw?.rawValue
        self.purchasedAt = delivery.purchasedAt.milliseconds
        self.createdAt = delivery.createdAt.milliseconds
    }

    /// The goods.
    func goods() throws(RepositoryError) -> DeliveryGoods {
        guard let kind = TransactionSnapshot.Kind(rawValue: self.kind) else { throw .corrupt }
        let flaw = self.flaw.map(DeliveryReason.init(rawValue:))
        if case .some(nil) = flaw { throw .corrupt }
        return DeliveryGoods(
            productID: ProductID(self.product),
            kind: kind,
            quantity: self.quantity,
            coins: self.coins ?? [:],
            difference: self.difference ?? [:],
            flaw: flaw.flatMap(\.self)
        )
    }

    /// A delivery of them of which nothing else is known.
    func delivery(
        _ transactionID: TransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) throws(RepositoryError) -> Delivery {
        Delivery(
            transactionID: transactionID,
            originalTransactionID: OriginalTransactionID(self.original),
            app: app,
            environment: environment,
            goods: try self.goods(),
            purchasedAt: Instant(milliseconds: self.purchasedAt),
            createdAt: Instant(milliseconds: self.createdAt),
            demand: DeliveryDemand(handing: .wait(.unclaimed), taken: 0, consequence: .nothing)
        )
    }
}
