import Ledger

/// One purchase as our JSON shows it.
struct PurchaseLineBody: Encodable {
    let transactions: [String]
    let product: String
    let type: String
    let quantity: Int
    let purchasedAt: String
    let beginsAt: String
    let endsAt: String?
    let state: String
    let revokedAt: String?
    let revocationType: String?
    let revocationReason: Int?
    let refundedPercentageMilliunits: Int?
    let reportedRefund: ReportedRefundBody?
    let price: MoneyBody?
    let offer: OfferBody?
    let coins: [String: Int]
    let ownership: String
    let claim: String
    let environment: String

    init(_ line: PurchaseLine) {
        self.transactions = line.transactionIDs.map(\.rawValue)
        self.product = line.productID.rawValue
        self.type = line.kind.rawValue
        self.quantity = line.quantity
        self.purchasedAt = line.purchasedAt.rfc3339
        self.beginsAt = line.beginsAt.rfc3339
        self.endsAt = line.endsAt?.rfc3339
        self.state = line.state.rawValue
        self.revokedAt = line.revocation?.revokedAt.rfc3339
        self.revocationType = line.revocation?.type
        self.revocationReason = line.revocation?.reason
        self.refundedPercentageMilliunits = line.refundedPercentageMilliunits
        self.reportedRefund = line.reportedRefund.map(ReportedRefundBody.init)
        self.price = line.price.map(MoneyBody.init)
        self.offer = line.offer.map(OfferBody.init)
        self.coins = line.coins
        self.ownership = line.ownership.rawValue
        self.claim = line.claim.reason.rawValue
        self.environment = line.environment.rawValue
    }
}
