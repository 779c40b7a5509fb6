internal import AppStore
internal import Ledger

extension OrderPayment {
    /// The purchases that an event tells of and that may pay for orders.
    ///
    /// What a family shares was not paid for by whoever has it, and a renewal is paid for by the order of its first period.
    static func told(in placed: PlacedEvent) -> [OrderPayment] {
        let event = placed.event
        guard let environment = event.environment else { return [] }
        switch event.name {
        case .transactionRecorded, .transactionChanged, .transactionRefunded, .transactionRestored,
            .transactionWithdrawn, .transactionRefundReported, .ownershipClaimed, .ownershipMoved:
            break
        default: return []
        }
        guard let body = try? JSONValue(json: event.body) else { return [] }
        var purchases: [JSONValue] = []
        if let transaction = body["transaction"] { purchases.append(transaction) }
        purchases += body["purchases"]?.elements ?? []
        return purchases.compactMap { Self(told: $0, environment: environment, at: placed.position) }
    }

    private init?(told purchase: JSONValue, environment: StoreEnvironment, at position: Int64) {
        guard let ids = purchase["transactions"]?.elements, let first = ids.first,
            let transaction = first.text, let original = purchase["originalTransaction"]?.text,
            let product = purchase["product"]?.text, let quantity = purchase["quantity"]?.integer,
            let purchasedAt = purchase["purchasedAt"]?.text.flatMap({ Instant(rfc3339: $0) }),
            purchase["ownership"]?.text == "PURCHASED"
        else { return nil }
        let reason = purchase["transactionReason"]?.text
        let isRenewal =
            reason == "RENEWAL"
            || (reason == nil && transaction != original
                && purchase["type"]?.text == "Auto-Renewable Subscription")
        guard !isRenewal else { return nil }
        let revocation = purchase["revocation"]
        let refundedAt = revocation?["revokedAt"]?.text.flatMap { Instant(rfc3339: $0) }
        self.init(
            environment: environment,
            transactionID: TransactionID(transaction),
            twins: ids.compactMap(\.text).map { TransactionID($0) },
            originalTransactionID: OriginalTransactionID(original),
            productID: ProductID(product),
            quantity: Int(clamping: quantity),
            owner: purchase["claim"]?["owner"]?.text.flatMap { CustomerID($0) },
            token: purchase["accountToken"]?.text.flatMap { AccountToken($0) },
            purchasedAt: purchasedAt,
            refundedAt: refundedAt,
            refundedShare: revocation?["percentageMilliunits"]?.integer,
            isRefundReported: purchase["reportedRefund"] != nil,
            toldAt: position
        )
    }
}

extension DeliveryID {
    /// The delivery of which an event tells that it was handed over, or that something of it was taken back.
    static func concluded(in event: Event) -> DeliveryID? {
        guard event.name == .deliveryConfirmed || event.name == .takebackConfirmed,
            let body = try? JSONValue(json: event.body), case .string(let id)? = body["delivery"]?["id"]
        else { return nil }
        return DeliveryID(id)
    }
}
