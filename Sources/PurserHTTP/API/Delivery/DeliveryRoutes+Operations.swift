import Ledger

extension DeliveryRoutes {
    private static let id = APIParameter.path("delivery", .string(length: 1...512), "The delivery's `id`.")
    private static let reason = APIProperty.optional("reason", .string(length: 1...1000), "Why, for the audit log.")
    private static let refusals: [APIProblem] = [
        .unreadableBody,
        .status(404, "delivery_not_found"),
        .status(409, "delivery_not_possible"),
        .status(422, "field_unknown", "field_wrong_type", "field_invalid"),
    ]

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/deliveries",
            id: "listPurchaseDeliveries",
            tag: .deliveries,
            access: .read,
            summary: "What has to be handed over, and what has become of it",
            description:
                "In the order in which the purchases became known. With `state` `due` it is what is paid for and not "
                + "handed over: hand it over, then confirm it.",
            parameters: [
                .query("state", .words(DeliveryState.allCases.map(\.rawValue)), "Only what stands here."),
                .query("customer", .customer, "Only what is, or was, for this customer."),
                .limit(Int64(DeliveryExchange.maximumPage)), .cursor,
            ],
            answers: [
                .ok(
                    .object(
                        .required("deliveries", .array(of: EventForm.listedDelivery)),
                        .optional("next", .string(), "The `cursor` of the next page, if there is one.")
                    ),
                    "A page of them."
                )
            ],
            problems: [.status(422, "field_wrong_type", "field_invalid")]
        ),
        APIOperation(
            .get,
            "/v1/deliveries/{delivery}",
            id: "getPurchaseDelivery",
            tag: .deliveries,
            access: .read,
            summary: "One delivery",
            parameters: [Self.id],
            answers: [.ok(EventForm.listedDelivery, "As it is now.")],
            problems: [.status(404, "delivery_not_found")]
        ),
        APIOperation(
            .post,
            "/v1/deliveries/{delivery}/confirm",
            id: "confirmPurchaseDelivery",
            tag: .deliveries,
            access: .write,
            summary: "Say that the goods were handed over, or taken back",
            description:
                "Confirming again changes nothing. What was refunded meanwhile is confirmed too, and taking it back "
                + "begins.",
            parameters: [Self.id],
            body: .json(
                .object(
                    .optional(
                        "call",
                        .words(DeliveryCall.Kind.allCases.map(\.rawValue)),
                        "What was done; with neither this nor a key, that the goods were handed over."
                    ),
                    .optional(
                        "key",
                        .string(length: 1...255),
                        "The `key` of the call that was done; where another one is to be done by now it is refused."
                    ),
                    .optional(
                        "recovered",
                        .openObject,
                        "Of `take_back`: how many coins could be taken back in all, by the coin's name."
                    ),
                    Self.reason
                ),
                isRequired: false
            ),
            answers: [.ok(EventForm.listedDelivery, "As it is now, on disk.")],
            problems: Self.refusals
        ),
        APIOperation(
            .post,
            "/v1/deliveries/{delivery}/fail",
            id: "failPurchaseDelivery",
            tag: .deliveries,
            access: .write,
            summary: "Say that it could certainly not be done",
            description: "It stays due. Do not say so where you do not know: confirm or retry instead.",
            parameters: [Self.id],
            body: .json(
                .object(.optional("code", .string(length: 1...64), "What went wrong, in a word."), Self.reason),
                isRequired: false
            ),
            answers: [.ok(EventForm.listedDelivery, "As it is now.")],
            problems: Self.refusals
        ),
        Self.deed("retry", "Try at once what has failed or is parked", .write),
        Self.deed("park", "Leave it to a person", .write),
        Self.deed(
            "release",
            "Hand over what is older than the deliveries here, or beyond the Sandbox's cap",
            .admin
        ),
    ]

    private static func deed(_ word: String, _ summary: String, _ access: APIAccess) -> APIOperation {
        APIOperation(
            .post,
            "/v1/deliveries/{delivery}/\(word)",
            id: "\(word)PurchaseDelivery",
            tag: .deliveries,
            access: access,
            summary: summary,
            parameters: [Self.id],
            body: .json(.object(Self.reason), isRequired: false),
            answers: [.ok(EventForm.listedDelivery, "As it is now.")],
            problems: Self.refusals
        )
    }
}
