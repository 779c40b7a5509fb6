import Ledger
import PurserService

extension SeatController {
    private static let customer = APIProperty.required("customer", .customer, "The customer who gets the seat.")
    private static let account = APIProperty.optional(
        "appTransaction",
        .string(length: 1...64),
        "Apple's `appTransactionId` of the customer, so that Apple knows whose seat it is."
    )
    private static let reason = APIProperty.optional(
        "reason",
        .string(length: 1...SeatService.maximumReasonBytes),
        "Why, for the audit log."
    )
    private static let seat = APIParameter.path("seat", .string(length: 1...64), "The seat's id.")

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/seats",
            id: "listSeats",
            tag: .seats,
            access: .read,
            summary: "List the seats of a subscription",
            description: "Who has a seat, since when and through whom, and who would go if there are too many.",
            parameters: [
                .query("originalTransaction", .transaction, "The subscription.", isRequired: true), .environment,
            ],
            answers: [.ok(SeatGroupBody.schema, "The seats.")],
            problems: [
                .status(404, "seat_subscription_unknown"),
                .status(422, "environment_invalid", "field_missing", "field_invalid", "field_wrong_type"),
            ]
        ),
        APIOperation(
            .post,
            "/v1/seats",
            id: "createSeat",
            tag: .seats,
            access: .write,
            summary: "Reserve or assign a seat",
            description:
                "Without `customer`, it reserves a seat for a person whom your app invites: the `id` belongs into "
                + "the invitation. With `customer`, the customer gets the seat at once, or keeps the one they have.",
            parameters: [.environment],
            body: .json(
                .named(
                    "SeatRequest",
                    .object(
                        .required("originalTransaction", .transaction, "The subscription."),
                        .optional("customer", .customer, "The customer who gets the seat."),
                        Self.account,
                        Self.reason
                    )
                )
            ),
            answers: [.json(201, SeatAnswerBody.schema, "The seat, after the server committed it.")],
            problems: [
                .unreadableBody, .status(404, "seat_subscription_unknown"),
                .status(409, codes: Self.conflicts), .status(422, codes: Self.invalid),
            ]
        ),
        APIOperation(
            .post,
            "/v1/seats/{seat}/accept",
            id: "acceptSeat",
            tag: .seats,
            access: .write,
            summary: "Accept an invitation",
            description: "The customer gets the seat and its entitlements. A repetition changes nothing; it may add "
                + "`appTransaction`.",
            parameters: [Self.seat, .environment],
            body: .json(.named("SeatAcceptance", .object(Self.customer, Self.account, Self.reason))),
            answers: [.ok(SeatAnswerBody.schema, "The seat.")],
            problems: [
                .unreadableBody, .status(404, "seat_unknown"),
                .status(
                    409,
                    codes: Self.conflicts + ["seat_ended", "seat_taken", "seat_member_known", "seat_not_accepted"]
                ),
                .status(422, codes: Self.invalid),
            ]
        ),
        APIOperation(
            .delete,
            "/v1/seats/{seat}",
            id: "releaseSeat",
            tag: .seats,
            access: .write,
            summary: "Release a seat",
            description:
                "Ends a seat or an invitation. `lost` names the entitlements that the member loses; with `dryRun`, "
                + "nothing changes. Releasing it again changes nothing.",
            parameters: [
                Self.seat, .environment,
                .query("reason", .string(length: 1...SeatService.maximumReasonBytes), "Why, for the audit log."),
                .dryRun,
            ],
            answers: [.ok(SeatAnswerBody.schema, "The seat.")],
            problems: [
                .status(404, "seat_unknown"),
                .status(422, "environment_invalid", "field_invalid", "field_wrong_type"),
            ]
        ),
    ]

    private static let conflicts = [
        "seat_not_multiseat", "seat_not_invited_by_app", "seat_subscription_ended", "seat_none_free",
        "seat_claim_refused",
    ]

    private static let invalid = [
        "environment_invalid", "customer_invalid", "customer_reserved", "customer_gone", "seat_purchaser",
        "field_missing", "field_unknown", "field_wrong_type", "field_invalid",
    ]
}
