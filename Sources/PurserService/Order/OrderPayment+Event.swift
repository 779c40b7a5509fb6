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
        if case .array(let moved)? = body["purchases"] { purchases += moved }
        return purchases.compactMap { Self(told: $0, environment: environment, at: placed.position) }
    }

    private init?(told purchase: JSONValue, environment: StoreEnvironment, at position: Int64) {
        guard case .array(let ids)? = purchase["transactions"], let first = ids.first,
            let transaction = Self.text(first), let original = Self.text(purchase["originalTransaction"]),
            let product = Self.text(purchase["product"]), let quantity = Self.number(purchase["quantity"]),
            let purchasedAt = Self.text(purchase["purchasedAt"]).flatMap({ Instant(rfc3339: $0) }),
            Self.text(purchase["ownership"]) == "PURCHASED"
        else { return nil }
        let reason = Self.text(purchase["transactionReason"])
        let isRenewal =
            reason == "RENEWAL"
            || (reason == nil && transaction != original
                && Self.text(purchase["type"]) == "Auto-Renewable Subscription")
        guard !isRenewal else { return nil }
        let revocation = purchase["revocation"]
        let refundedAt = Self.text(revocation?["revokedAt"]).flatMap { Instant(rfc3339: $0) }
        self.init(
            environment: environment,
            transactionID: TransactionID(transaction),
            twins: ids.compactMap(Self.text).map { TransactionID($0) },
            originalTransactionID: OriginalTransactionID(original),
            productID: ProductID(product),
            quantity: Int(clamping: quantity),
            owner: Self.text(purchase["claim"]?["owner"]).flatMap { CustomerID($0) },
            token: Self.text(purchase["accountToken"]).flatMap { AccountToken($0) },
            purchasedAt: purchasedAt,
            refundedAt: refundedAt,
            refundedShare: Self.number(revocation?["percentageMilliunits"]),
            isRefundReported: purchase["reportedRefund"] != nil,
            toldAt: position
        )
    }

    private static func text(_ value: JSONValue?) -> String? {
        guard case .string(let text)? = value else { return nil }
        return text
    }

    private static func number(_ value: JSONValue?) -> Int64? {
        guard case .number(let text)? = value else { return nil }
        return Int64(text)
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
