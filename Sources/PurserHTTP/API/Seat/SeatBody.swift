import Ledger
import PurserService

/// A seat in JSON.
struct SeatBody: Encodable {
    let id: String
    let state: String
    let customer: String?
    let appTransaction: String?
    let invitedAt: String
    let invitedBy: String
    let acceptedAt: String?
    let claim: String?
    let endedAt: String?
    let endedBy: String?
    let reason: String?

    init(_ seat: Seat) {
        self.id = seat.id.rawValue
        self.state = seat.isKept ? (seat.isTaken ? "member" : "invited") : "ended"
        self.customer = seat.member?.rawValue
        self.appTransaction = seat.account?.rawValue
        self.invitedAt = seat.invitedAt.rfc3339
        self.invitedBy = seat.invitedBy
        self.acceptedAt = seat.acceptedAt?.rfc3339
        self.claim = seat.claimID?.rawValue
        self.endedAt = seat.end?.at.rfc3339
        self.endedBy = seat.end?.by
        self.reason = seat.end?.reason.rawValue
    }

    /// Its schema.
    static let schema = APISchema.named(
        "Seat",
        .object(
            .required(
                "id",
                .string(length: 1...64),
                "The seat's id, a UUID; also the identifier of its claim at Apple."
            ),
            .required(
                "state",
                .enumeration(["invited", "member", "ended"]),
                "An open invitation, a member's, or over."
            ),
            .optional("customer", .customer, "The member."),
            .optional("appTransaction", .string(length: 1...64), "The member's Apple Account in this app."),
            .required("invitedAt", .instant),
            .required("invitedBy", .string(), "The operator or key through whom the member came."),
            .optional("acceptedAt", .instant, "Since when the member has the seat."),
            .optional("claim", .string(), "Apple's `seatClaimId`; absent where Apple does not know the seat."),
            .optional("endedAt", .instant),
            .optional("endedBy", .string(), "The operator or key that ended it; absent where Apple did."),
            .optional("reason", .enumeration(Seat.End.Reason.allCases.map(\.rawValue)), "Why it ended.")
        )
    )
}

/// The seats of a subscription in JSON.
struct SeatGroupBody: Encodable {
    let originalTransaction: String
    let product: String?
    let active: Bool
    let purchaser: String?
    let invitations: String?
    let count: Int?
    let nextCount: Int?
    let free: Int
    let surplus: [String]
    let nextSurplus: [String]
    let seats: [SeatBody]

    init(_ group: SeatGroup) {
        self.originalTransaction = group.originalTransactionID.rawValue
        self.product = group.productID?.rawValue
        self.active = group.hasAccess
        self.purchaser = group.purchaser?.rawValue
        self.invitations = group.count?.invitations?.rawValue.lowercased()
        self.count = group.count?.count
        self.nextCount = group.count?.next
        self.free = group.freeCount
        self.surplus = group.surplus.map(\.id.rawValue)
        self.nextSurplus = group.nextSurplus.map(\.id.rawValue)
        self.seats = group.seats.map { SeatBody($0) }
    }

    /// Its schema.
    static let schema = APISchema.named(
        "SeatGroup",
        .object(
            .required("originalTransaction", .transaction),
            .optional("product", .product),
            .required("active", .boolean, "Whether the subscription gives access."),
            .optional("purchaser", .customer, "The owner of the purchase, who needs no seat of a member."),
            .optional("invitations", SubscriptionForm.invitations, "Who invites the members."),
            .optional(
                "count",
                EventForm.seatCount,
                "The number of paid seats; absent for a subscription without seats."
            ),
            .optional(
                "nextCount",
                EventForm.seatCount,
                "The number of seats after the next renewal, if Apple stated it."
            ),
            .required("free", EventForm.seatCount, "The number of paid seats that are neither taken nor reserved."),
            .required(
                "surplus",
                .array(of: .string()),
                "The seats that are not paid any more, in the order in which they would go. They keep their access "
                    + "until you release them."
            ),
            .required("nextSurplus", .array(of: .string()), "The same after the next renewal."),
            .required("seats", .array(of: SeatBody.schema), "All seats, ended ones included, oldest first.")
        )
    )
}

/// The result of a change of a seat in JSON.
struct SeatAnswerBody: Encodable {
    let seat: SeatBody
    let free: Int
    let surplus: [String]
    let lost: [String]
    let pending: String?

    init(_ answer: SeatService.Answer) {
        self.seat = SeatBody(answer.outcome.seat)
        self.free = answer.outcome.group.freeCount
        self.surplus = answer.outcome.group.surplus.map(\.id.rawValue)
        self.lost = answer.outcome.lost.map(\.rawValue)
        self.pending = answer.pending
    }

    /// Its schema.
    static let schema = APISchema.named(
        "SeatChange",
        .object(
            .required("seat", SeatBody.schema, "The seat after the change."),
            .required("free", EventForm.seatCount, "The number of paid seats that are neither taken nor reserved."),
            .required("surplus", .array(of: .string()), "The seats that are not paid any more."),
            .required("lost", .array(of: .string()), "The entitlements that the member loses."),
            .optional(
                "pending",
                .string(),
                "The code of the failure because of which Apple does not know the change yet; the server tries again."
            )
        )
    )
}
