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
            summary: "Create an order",
            description:
                "Create the order before the payment. The server evaluates the guards first. Pass the "
                + "`appAccountToken` of the response to StoreKit unchanged; the server then matches the payment "
                + "with the order. An installed app creates orders for its own customer, and cannot choose "
                + "`id`, `price`, `appAccountToken`, `ageBand` and `storefront`; the last two may be claims in "
                + "its customer token. If guards require either and no trusted source states it, the stricter "
                + "result applies.",
            body: .json(Self.request),
            answers: [.json(201, OrderBody.schema, "The order, after the server committed it.")],
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
            summary: "List orders that need attention",
            description:
                "Oldest first. `paid_without_order` lists purchases instead: those whose token belongs to no order or "
                + "does not match it, except purchases from before the first order.",
            parameters: [
                .query(
                    "queue",
                    .enumeration(OrderService.queues),
                    "What the orders wait for; `open` by default."
                ), .limit(Int64(OrderService.maximumPage)), .cursor,
            ],
            answers: [
                .ok(
                    .named(
                        "OrdersInQueue",
                        .object(
                            .required("queue", .string()),
                            .required("orders", .array(of: OrderBody.schema)),
                            .optional(
                                "payments",
                                .array(of: OrderBody.payment),
                                "The purchases, for `paid_without_order`."
                            ),
                            .optional("next", .string(), "The cursor of the next page; absent on the last page.")
                        )
                    ),
                    "A page of orders."
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
            summary: "Get an order",
            description:
                "If the server has accepted a payment for the order before, the response includes it. For an "
                + "installed app, an order of another customer does not exist.",
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
            summary: "Cancel an order",
            description:
                "Only while it is unpaid. If a payment arrives nevertheless, the order becomes paid and gets a flag. "
                + "Canceling it again changes nothing.",
            parameters: [Self.order],
            body: .json(
                .named("OrderCancellation", .object(.optional("reason", .string(length: 1...500), "Why.")))
            ),
            answers: [.ok(OrderBody.schema, "The order.")],
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
            summary: "Add a note to an order",
            parameters: [Self.order],
            body: .json(
                .named(
                    "OrderNoteRequest",
                    .object(.required("text", .string(length: 1...OrderNote.maximumBytes), "The note."))
                )
            ),
            answers: [.ok(OrderBody.schema, "The order with all notes.")],
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
            summary: "List a customer's orders",
            parameters: [.customer, .limit(Int64(OrderService.maximumPage)), .cursor],
            answers: [
                .ok(
                    .named(
                        "OrdersOfCustomer",
                        .object(
                            .required("customer", .customer),
                            .required("orders", .array(of: OrderBody.schema)),
                            .optional("next", .string(), "The cursor of the next page; absent on the last page.")
                        )
                    ),
                    "A page of orders, newest first."
                )
            ],
            problems: [
                .status(403, "customer_not_yours"),
                .status(422, "customer_invalid", "field_wrong_type", "cursor_invalid"),
            ]
        ),
    ]

    private static let order = APIParameter.path("order", .string(length: 1...64), "The order's id.")

    private static let request = APISchema.named(
        "OrderRequest",
        .object(
            .optional(
                "customer",
                .customer,
                "The customer who orders; with a publishable key, the customer of its token."
            ),
            .required("product", .product),
            .optional("quantity", .integer(1...10), "The quantity; 1 by default."),
            .optional("id", .string(length: 1...64), "The order's id; the server creates one by default."),
            .optional("price", .money, "The shop's own price for one unit."),
            .optional(
                "reference",
                .string(length: 1...200),
                "The shop's own reference, such as an order number; events include it."
            ),
            .optional(
                "storefront",
                .string(length: 1...3),
                "The customer's storefront; not accepted from installed apps."
            ),
            .optional(
                "ageBand",
                .string(length: 1...32),
                "The player's age band, for the guards; it is not stored, and not accepted from installed apps."
            ),
            .optional("appAccountToken", .accountToken, "The token to use; the server creates one by default."),
            .optional(
                "lifetimeSeconds",
                .integer(60...2_592_000),
                "How long the order waits for a payment; a day by default."
            ),
            .optional("environment", .enumeration("Production", "Sandbox"), "The environment of the payment.")
        )
    )
}
