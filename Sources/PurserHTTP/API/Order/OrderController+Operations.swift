import Ledger
import PurserService

extension OrderController {
    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .post,
            "/v1/orders",
            id: "createOrder",
            tag: .orders,
            access: .writeInApp,
            summary: "Make an order before the payment",
            description:
                "Guards run first. Give `appAccountToken` of the answer to StoreKit as it is: the payment "
                + "then finds the order by itself. An app in the field orders for its own customer, and cannot choose `id`, "
                + "`price`, `appAccountToken`, `ageBand` and `storefront`; the last two may be claims in its customer's "
                + "token. Where guards ask for either and nobody says it who is believed, the stricter answer counts.",
            body: .json(Self.request),
            answers: [.json(201, OrderBody.schema, "The order, once it is on disk.")],
            problems: [
                .unreadableBody, .status(403, "customer_not_yours"),
                .status(403, "environment_not_allowed", "order_field_not_for_apps"),
                .status(409, "order_exists", "account_token_taken"),
                .status(429, "orders_open_full", "order_rate_limited"),
                .status(
                    422,
                    codes: [
                        "order_refused", "product_unknown", "product_retired", "product_not_sold_here",
                        "order_quantity_invalid", "order_price_invalid", "order_name_invalid", "order_text_invalid",
                        "order_lifetime_invalid", "order_environment_closed", "customer_reserved", "field_missing",
                        "field_unknown", "field_wrong_type", "field_invalid",
                    ]
                ),
            ]
        ),
        APIOperation(
            .get,
            "/v1/orders",
            id: "listOrders",
            tag: .orders,
            access: .read,
            summary: "The orders that wait for something",
            description:
                "First made first. `paid_without_order` lists purchases instead, which bear the token of no order or "
                + "do not match it; of a time before the first order none are listed.",
            parameters: [
                .query(
                    "queue",
                    .enumeration(OrderService.queues),
                    "What they wait for; `open` if it is not there."
                ), .limit(Int64(OrderService.maximumPage)), .cursor,
            ],
            answers: [
                .ok(
                    .named(
                        "OrdersInQueue",
                        .object(
                            .required("queue", .string()),
                            .required("orders", .array(of: OrderBody.schema)),
                            .optional("payments", .array(of: OrderBody.payment), "In `paid_without_order`."),
                            .optional("next", .string(), "The cursor of the next page, if there may be one.")
                        )
                    ),
                    "A page."
                )
            ],
            problems: [.status(422, "field_invalid", "field_wrong_type", "cursor_invalid")]
        ),
        APIOperation(
            .get,
            "/v1/orders/{order}",
            id: "getOrder",
            tag: .orders,
            access: .readInApp,
            summary: "One order",
            description:
                "A payment that was acknowledged before is in the answer. Somebody else's order is unknown to an app "
                + "in the field.",
            parameters: [Self.order],
            answers: [.ok(OrderBody.schema, "The order.")],
            problems: [.status(404, "order_unknown")]
        ),
        APIOperation(
            .post,
            "/v1/orders/{order}/cancel",
            id: "cancelOrder",
            tag: .orders,
            access: .writeInApp,
            summary: "Call an order off",
            description:
                "Only while nobody has paid. A payment that comes all the same makes it paid, and flags it. Called off "
                + "again, it stays as it is.",
            parameters: [Self.order],
            body: .json(
                .named("OrderCancellation", .object(.optional("reason", .string(length: 1...500), "Why.")))
            ),
            answers: [.ok(OrderBody.schema, "The order as it is now.")],
            problems: [
                .unreadableBody, .status(404, "order_unknown"),
                .status(409, "order_paid"), .status(422, "order_text_invalid", "field_unknown", "field_wrong_type"),
            ]
        ),
        APIOperation(
            .post,
            "/v1/orders/{order}/notes",
            id: "createOrderNote",
            tag: .orders,
            access: .write,
            summary: "Write something down about an order",
            parameters: [Self.order],
            body: .json(
                .named(
                    "OrderNoteRequest",
                    .object(.required("text", .string(length: 1...OrderNote.maximumBytes), "The note."))
                )
            ),
            answers: [.ok(OrderBody.schema, "The order with all of its notes.")],
            problems: [
                .unreadableBody, .status(404, "order_unknown"), .status(409, "order_notes_full"),
                .status(
                    422,
                    "order_note_invalid",
                    "order_note_unclean",
                    "field_missing",
                    "field_unknown",
                    "field_wrong_type"
                ),
            ]
        ),
        APIOperation(
            .get,
            "/v1/customers/{customer}/orders",
            id: "listCustomerOrders",
            tag: .orders,
            access: .readInApp,
            summary: "A customer's orders, last made first",
            parameters: [.customer, .limit(Int64(OrderService.maximumPage)), .cursor],
            answers: [
                .ok(
                    .named(
                        "OrdersOfCustomer",
                        .object(
                            .required("customer", .customer),
                            .required("orders", .array(of: OrderBody.schema)),
                            .optional("next", .string(), "The cursor of the next page, if there may be one.")
                        )
                    ),
                    "A page."
                )
            ],
            problems: [
                .status(403, "customer_not_yours"),
                .status(422, "customer_invalid", "field_wrong_type", "cursor_invalid"),
            ]
        ),
    ]

    private static let order = APIParameter.path("order", .string(length: 1...64), "The order's name.")

    private static let request = APISchema.named(
        "OrderRequest",
        .object(
            .optional("customer", .customer, "Who orders; a publishable key speaks for the customer of its token."),
            .required("product", .product),
            .optional("quantity", .integer(1...10), "How many; 1 if it is not there."),
            .optional("id", .string(length: 1...64), "The order's name; otherwise one is made."),
            .optional("price", .money, "The shop's own price of one."),
            .optional(
                "reference",
                .string(length: 1...200),
                "The shop's own words, such as its number; told in events."
            ),
            .optional("storefront", .string(length: 1...3), "The storefront that the customer is in; not from apps."),
            .optional(
                "ageBand",
                .string(length: 1...32),
                "The player's age band, for the guards; not kept, and not from apps."
            ),
            .optional("appAccountToken", .accountToken, "The token to use; otherwise one is made."),
            .optional("lifetimeSeconds", .integer(60...2_592_000), "How long it waits; a day if it is not there."),
            .optional("environment", .enumeration("Production", "Sandbox"), "Where it will be paid.")
        )
    )
}
