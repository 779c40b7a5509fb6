internal import AppStore
internal import Ledger

extension OrderPayment {
    /// Returns the purchases in an event that may pay for orders.
    ///
    /// A purchase shared by a family was not paid by its owner here, and a renewal is paid by the order of its first
    /// period.
    static func published(in positioned: PositionedEvent) -> [OrderPayment] {
        let event = positioned.event
        guard let environment = event.environment else { return [] }
        switch event.name {
        case .transactionRecorded, .transactionChanged, .transactionRefunded, .transactionRestored,
            .transactionWithdrawn, .transactionRefundReported, .ownershipClaimed, .ownershipTransferred:
            break
        default: return []
        }
        guard let body = try? JSONValue(json: event.body) else { return [] }
        var purchases: [JSONValue] = []
        if let transaction = body["transaction"] { purchases.append(transaction) }
        purchases += body["purchases"]?.elements ?? []
        return purchases.compactMap { Self(published: $0, environment: environment, at: positioned.position) }
    }

    private init?(published purchase: JSONValue, environment: StoreEnvironment, at position: Int64) {
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
            eventPosition: position
        )
    }
}

extension FulfillmentID {
    /// Returns the fulfillment of an event that says that it was fulfilled, or that some of its goods were revoked.
    static func concluded(in event: Event) -> FulfillmentID? {
        guard event.name == .fulfillmentConfirmed || event.name == .fulfillmentRevocationConfirmed,
            let body = try? JSONValue(json: event.body), case .string(let id)? = body["fulfillment"]?["id"]
        else { return nil }
        return FulfillmentID(id)
    }
}
