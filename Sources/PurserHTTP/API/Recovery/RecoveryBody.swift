import Ledger
import Notation
import PurserService

/// What became of the purchases of an order number, as our JSON shows it.
enum RecoveryBody {
    /// The form of it.
    static let schema = APISchema.named(
        "Recovery",
        .object(
            .required("orderNumber", .string(), "As Apple spells it."),
            .required("customer", .customer),
            .required("language", .string(), "The language of the sentences."),
            .required(
                "purchases",
                .array(
                    of: .object(
                        .required("transaction", .transaction),
                        .required("product", .product),
                        .required("quantity", .integer()),
                        .required("purchasedAt", .instant),
                        .required(
                            "outcome",
                            .words(PlayerSentence.allCases.filter(\.isAboutPurchase).map(\.rawValue)),
                            "`recovered`: it was missing and is the customer's now. `already`: he had it. `due`: paid and "
                                + "on its way. `waiting`: it is to be confirmed first. `elsewhere`: it is older than the "
                                + "deliveries of this server. `refunded`, `over`: nothing is left of it. `other_account`: "
                                + "another customer's."
                        ),
                        .required("sentence", .string(), "The same for the player.")
                    )
                ),
                "What was bought with the number."
            )
        )
    )

    /// The answer, with its sentences in a language.
    static func json(_ order: RecoveredOrder, _ sentences: PlayerSentences, _ language: String) -> [UInt8] {
        var json = JSONText()
        json.add("orderNumber", order.number)
        json.add("customer", order.customer.rawValue)
        json.add("language", language)
        json.add("purchases", order.purchases) { json, purchase in
            json.add("transaction", purchase.transactionID.rawValue)
            json.add("product", purchase.productID.rawValue)
            json.add("quantity", Int64(purchase.quantity))
            json.add("purchasedAt", purchase.purchasedAt)
            json.add("outcome", purchase.outcome.rawValue)
            let name = purchase.name(in: language)
            json.add("sentence", sentences.text(purchase.outcome, in: language, product: name))
        }
        return json.bytes
    }
}
