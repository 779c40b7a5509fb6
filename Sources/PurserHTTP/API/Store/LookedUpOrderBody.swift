import Ledger
import PurserService

/// What an order number of Apple's mails stands for, as our JSON shows it.
struct LookedUpOrderBody: Encodable {
    /// One purchase of it.
    struct PurchaseBody: Encodable {
        let transaction: String
        let originalTransaction: String
        let product: String
        let purchasedAt: String
        let expiresAt: String?
        let revokedAt: String?
        let price: MoneyBody?
        let customer: String?
    }

    /// The form of it.
    static let schema = APISchema.named(
        "AppleOrder",
        .object(
            .required("order", .string()),
            .required("valid", .boolean, "Whether Apple knows the number."),
            .required(
                "purchases",
                .array(
                    of: .object(
                        .required("transaction", .transaction),
                        .required("originalTransaction", .transaction),
                        .required("product", .product),
                        .required("purchasedAt", .instant),
                        .optional("expiresAt", .instant),
                        .optional("revokedAt", .instant),
                        .optional("price", .money),
                        .optional("customer", .customer, "Whose it is, if anybody's.")
                    )
                ),
                "They are in the books now."
            ),
            .required("held", .integer(), "How many could not be recorded yet.")
        )
    )

    let order: String
    let valid: Bool
    let purchases: [PurchaseBody]
    let held: Int

    init(_ number: String, _ order: LookedUpOrder) {
        self.order = number
        self.valid = order.isValid
        self.held = order.heldCount
        self.purchases = order.purchases.map { purchase in
            PurchaseBody(
                transaction: purchase.transaction.transactionID.rawValue,
                originalTransaction: purchase.transaction.originalTransactionID.rawValue,
                product: purchase.transaction.productID.rawValue,
                purchasedAt: purchase.transaction.purchaseAt.rfc3339,
                expiresAt: purchase.transaction.expiresAt?.rfc3339,
                revokedAt: purchase.transaction.revocation?.revokedAt.rfc3339,
                price: purchase.transaction.price.map(MoneyBody.init),
                customer: purchase.owner?.rawValue
            )
        }
    }
}
