import Ledger

/// The schemas of seats in events.
extension EventForm {
    /// A number of seats.
    static let seatCount = APISchema.integer(0...(1 << 53) - 1)

    /// A change of a seat of a multiseat subscription.
    static let seat = APISchema.object(
        .required("environment", .environment),
        .required("subscription", Self.seatSubscription, "The subscription after the change."),
        .required("seat", Self.eventSeat, "The seat after the change.")
    )

    private static let seatSubscription = APISchema.named(
        "EventSeatSubscription",
        .object(
            .required("originalTransaction", .transaction),
            .optional("product", .product),
            .optional("seats", Self.seatCount, "The number of paid seats."),
            .required("kept", Self.seatCount, "The number of seats that members or invitations have."),
            .required("surplus", Self.seatCount, "The number of those seats that are not paid any more.")
        )
    )

    private static let eventSeat = APISchema.named(
        "EventSeat",
        .object(
            .required("id", .string(length: 1...64), "The seat's identifier."),
            .optional("customer", .customer, "The member; absent for an open invitation."),
            .required("invitedAt", .instant),
            .optional("acceptedAt", .instant, "Since when the member has the seat."),
            .optional("endedAt", .instant),
            .optional(
                "reason",
                .enumeration(Seat.End.Reason.allCases.map(\.rawValue)),
                "Why it ended: the shop released it, Apple ended or refused its claim, or the member was erased."
            )
        )
    )
}
