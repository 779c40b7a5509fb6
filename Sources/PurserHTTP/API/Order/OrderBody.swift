import Ledger
import Notation
import PurserService

/// An order as our JSON shows it, in answers and in events.
enum OrderBody {
    /// The form of it in events.
    static let eventSchema = APISchema.named("EventOrder", .record(Self.properties))

    /// The form of it in answers.
    static let schema = APISchema.named(
        "Order",
        .record(
            Self.properties + [
                .required("environment", .environment, "Where it is paid."),
                .optional("createdBy", .string(), "Who made it; not for apps in the field."),
                .optional("canceledBy", .string(), "Who called it off; not for apps in the field."),
                .optional("cancelReason", .string(), "Why it was called off; not for apps in the field."),
                .required(
                    "notes",
                    .array(of: Self.note),
                    "What was written down about it; empty for apps in the field."
                ),
                .nothing,
            ]
        )
    )

    /// An order in an answer; what shops and support wrote down, and what a guard remarked, is not for apps in the
    /// field.
    static func json(
        _ record: OrderRecord,
        at now: Instant,
        isForApp: Bool,
        nothing: NoChange.Code? = nil
    ) -> [UInt8] {
        var json = JSONText()
        json.describe(record, at: now, isForApp: isForApp)
        json.add("environment", record.order.environment.rawValue)
        if !isForApp {
            json.add("createdBy", record.order.createdBy)
            json.add("canceledBy", record.cancellation?.by)
            json.add("cancelReason", record.cancellation?.reason)
        }
        json.add("notes", isForApp ? [] : record.notes) { json, note in
            json.add("at", note.at)
            json.add("by", note.by)
            json.add("text", note.text)
        }
        json.add("nothing", nothing?.rawValue)
        return json.bytes
    }

    /// The form of a purchase that may pay for an order.
    static let payment = APISchema.named(
        "OrderPayment",
        .record(Self.paymentProperties + [.optional("customer", .customer, "Whose it is; absent for nobody's.")])
    )

    private static let note = APISchema.named(
        "OrderNote",
        .object(
            .required("at", .instant),
            .required("by", .string(), "Who wrote it: an operator or a key."),
            .required("text", .string())
        )
    )

    private static let paymentProperties: [APIProperty] = [
        .required("transaction", .transaction),
        .required("originalTransaction", .transaction),
        .required("environment", .environment),
        .required("product", .product),
        .required("quantity", .integer()),
        .required("purchasedAt", .instant),
        .optional("refundedAt", .instant),
        .optional("refundedPercentageMilliunits", .integer(), "Thousandths of a percent; absent where all went back."),
    ]

    private static let properties: [APIProperty] = [
        .required("id", .string(length: 1...64), "Its name."),
        .required("customer", .customer),
        .required("state", .enumeration(OrderState.allCases.map(\.rawValue)), "How far it has come."),
        .required(
            "flags",
            .array(of: .enumeration(OrderFlag.allCases.map(\.rawValue))),
            "What a person should look at."
        ),
        .required("product", .product),
        .required("quantity", .integer()),
        .optional("price", .money, "The shop's own price of one."),
        .optional("reference", .string(), "The shop's own words for it."),
        .optional("storefront", .string()),
        .required("appAccountToken", .accountToken, "What StoreKit is given under this name."),
        .required("createdAt", .instant),
        .required("expiresAt", .instant, "From when on it no longer counts on being paid."),
        .optional("canceledAt", .instant),
        .optional("fulfilledAt", .instant),
        .optional(
            "guard",
            .named("OrderGuard", .object(.required("rule", .string()), .optional("reason", .string()))),
            "The guard that let it pass and wants it looked at; not for apps in the field."
        ),
        .required(
            "payments",
            .array(
                of: .named(
                    "OrderPaymentOfOrder",
                    .record(
                        Self.paymentProperties + [
                            .required(
                                "matches",
                                .boolean,
                                "Whether it pays for the order; otherwise flags say why not."
                            )
                        ]
                    )
                )
            ),
            "The purchases that bear its token, first one first."
        ),
    ]
}
