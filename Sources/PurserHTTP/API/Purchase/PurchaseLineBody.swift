import Ledger

/// A purchase in JSON.
struct PurchaseLineBody: Encodable {
    let transactions: [String]
    let product: String
    let type: String
    let quantity: Int
    let seats: SeatsBody?
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
        self.seats = line.seats.map(SeatsBody.init)
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

extension PurchaseLineBody {
    /// Its schema.
    static let schema = APISchema.named(
        "PurchaseLine",
        .object(
            .required("transactions", .array(of: .transaction), "The transaction and its restores."),
            .required("product", .product),
            .required("type", .string(), "The product's type, from Apple."),
            .required("quantity", .integer()),
            .optional("seats", SeatsBody.schema, "The seats, of a multiseat subscription."),
            .required("purchasedAt", .instant),
            .required("beginsAt", .instant),
            .optional("endsAt", .instant),
            .required("state", .enumeration(PurchaseLine.State.allCases.map(\.rawValue))),
            .optional("revokedAt", .instant),
            .optional("revocationType", .string(), "The type, from Apple."),
            .optional("revocationReason", .integer(), "The reason, from Apple."),
            .optional(
                "refundedPercentageMilliunits",
                .integer(0...100_000),
                "The refunded share; 100000 is the whole amount."
            ),
            .optional(
                "reportedRefund",
                EventForm.reportedRefund,
                "A refund that was reported without Apple's signature; the state is `refundReported` unless the "
                    + "catalog counts it as a refund."
            ),
            .optional("price", .money),
            .optional("offer", .offer),
            .required("coins", .map(of: .integer()), "The coins that the catalog gives for it, before any refund."),
            .required("ownership", .string(), "From Apple: `PURCHASED`, `FAMILY_SHARED` or `ASSIGNED`."),
            .required("claim", .enumeration(Claim.Reason.allCases.map(\.rawValue)), "Why it belongs to this customer."),
            .required("environment", .environment)
        )
    )
}

/// A refund that was reported without Apple's signature, beside its purchase, in JSON.
struct ReportedRefundBody: Encodable {
    let reportedAt: String
    let revokedAt: String
    let reason: Int?
    let treatment: String

    init(_ report: ReportedRefund) {
        self.reportedAt = report.reportedAt.rfc3339
        self.revokedAt = report.revokedAt.rfc3339
        self.reason = report.reason
        self.treatment = report.treatment.rawValue
    }
}

/// An offer in JSON, with Apple's values.
struct OfferBody: Encodable {
    let offerType: Int
    let offerIdentifier: String?
    let offerDiscountType: String?
    let offerPeriod: String?

    init(_ offer: Offer) {
        self.offerType = offer.type
        self.offerIdentifier = offer.identifier
        self.offerDiscountType = offer.discountType
        self.offerPeriod = offer.period
    }
}

/// An amount of money in JSON: `{ "amountMilliunits": 68000, "currency": "CNY" }`.
struct MoneyBody: Encodable {
    let amountMilliunits: Int64
    let currency: String

    init(_ money: Money) {
        self.amountMilliunits = money.amountMilliunits
        self.currency = money.currency
    }
}
