import Ledger
import Notation
import PurserService

/// An order in JSON, in responses and in events.
enum OrderBody {
    /// The schema of an order in events.
    static let eventSchema = APISchema.named("EventOrder", .record(Self.properties))

    /// The schema of an order in responses.
    static let schema = APISchema.named(
        "Order",
        .record(
            Self.properties + [
                .required("environment", .environment, "The environment in which it is paid."),
                .optional("createdBy", .string(), "Who created it; absent for installed apps."),
                .optional("canceledBy", .string(), "Who canceled it; absent for installed apps."),
                .optional("cancelReason", .string(), "Why it was canceled; absent for installed apps."),
                .required(
                    "notes",
                    .array(of: Self.note),
                    "The notes on it; empty for installed apps."
                ),
                .nothing,
            ]
        )
    )

    /// Returns an order for a response; installed apps do not get the notes of shops and support or the remarks of
    /// guards.
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

    /// The schema of a purchase that may pay for an order.
    static let payment = APISchema.named(
        "OrderPayment",
        .record(Self.paymentProperties + [.optional("customer", .customer, "The owner; absent if there is none.")])
    )

    private static let note = APISchema.named(
        "OrderNote",
        .object(
            .required("at", .instant),
            .required("by", .string(), "The operator or key that wrote it."),
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
        .optional("refundedPercentageMilliunits", .integer(), "Thousandths of a percent; absent for a full refund."),
    ]

    private static let properties: [APIProperty] = [
        .required("id", .string(length: 1...64), "The order's id."),
        .required("customer", .customer),
        .required("state", .enumeration(OrderState.allCases.map(\.rawValue)), "The state of the order."),
        .required(
            "flags",
            .array(of: .enumeration(OrderFlag.allCases.map(\.rawValue))),
            "Conditions that need a person's attention."
        ),
        .required("product", .product),
        .required("quantity", .integer()),
        .optional("price", .money, "The shop's own price for one unit."),
        .optional("reference", .string(), "The shop's own reference."),
        .optional("storefront", .string()),
        .required("appAccountToken", .accountToken, "The token that you pass to StoreKit as `appAccountToken`."),
        .required("createdAt", .instant),
        .required("expiresAt", .instant, "When the order stops waiting for a payment."),
        .optional("canceledAt", .instant),
        .optional("fulfilledAt", .instant),
        .optional(
            "guard",
            .named("OrderGuard", .object(.required("rule", .string()), .optional("reason", .string()))),
            "The guard that allowed the order and requests a review; absent for installed apps."
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
                                "Whether it pays for the order; otherwise the flags say why not."
                            )
                        ]
                    )
                )
            ),
            "The purchases with its token, earliest first."
        ),
    ]
}
