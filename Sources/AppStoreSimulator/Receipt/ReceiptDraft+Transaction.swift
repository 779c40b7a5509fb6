import AppStore

extension ReceiptDraft {
    /// The row of a purchase of the product with this number, with the attributes that Apple writes.
    init(_ transaction: TransactionPayload, itemNumber: Int64) {
        self.init()
        // Apple's rows have these too, empty in every one that was ever seen.
        for type in [Int64(1709)] + Array(1714...1718) { self.add(type, text: "") }
        self.add(1722, number: 0)
        self.add(1710, number: itemNumber)
        self.add(1701, number: Int64(transaction.quantity ?? 1))
        self.add(1702, text: transaction.productId ?? "")
        self.add(1703, text: transaction.transactionId ?? "")
        self.add(1704, instant: ReceiptDate.text(transaction.purchaseDate?.milliseconds))
        self.add(1705, text: transaction.originalTransactionId ?? "")
        self.add(1706, instant: ReceiptDate.text(transaction.originalPurchaseDate?.milliseconds))
        switch transaction.type {
        case .nonConsumable: self.add(1707, number: 0)
        case .consumable: self.add(1707, number: 1)
        case .nonRenewingSubscription: self.add(1707, number: 2)
        default: self.add(1707, number: 3)
        }
        self.add(1708, instant: ReceiptDate.text(transaction.expiresDate?.milliseconds))
        self.add(1711, number: transaction.webOrderLineItemId.flatMap { Int64($0) } ?? 0)
        // A refunded consumable bears no date in a receipt.
        let revokedAt = transaction.type == .consumable ? nil : transaction.revocationDate?.milliseconds
        self.add(1712, instant: ReceiptDate.text(revokedAt))
        let isIntroductory = transaction.offerType == .introductory
        let isTrial = isIntroductory && transaction.offerDiscountType == .freeTrial
        self.add(1713, number: isTrial ? 1 : 0)
        if transaction.type == .autoRenewableSubscription {
            self.add(1719, number: isIntroductory && !isTrial ? 1 : 0)
        }
        if transaction.offerType == .promotional, let offer = transaction.offerIdentifier {
            self.add(1721, text: offer)
        }
    }
}
