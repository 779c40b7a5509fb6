extension AppStoreRequest where Response == ClaimSeatResponse {
    /// Claims a seat of a subscription whose members the app invites (Claim Seat, App Store Server API 1.23).
    ///
    /// Claim one for every member except the purchaser. Apple offers it in the Sandbox only.
    ///
    /// - Parameters:
    ///   - originalTransactionID: The original transaction identifier of the subscription.
    ///   - appTransactionID: The member's app transaction identifier; `nil` if it is not known yet.
    ///   - requestIdentifier: The identifier of this claim. Save it before you send the request, and use it again only to
    ///     retry the same claim; Apple then returns the claim that the first attempt made.
    /// - Returns: The request.
    public static func claimSeat(
        of originalTransactionID: String,
        for appTransactionID: String? = nil,
        as requestIdentifier: String
    ) -> Self {
        Self(
            .claimSeat,
            "POST",
            ["groups", "v1", "transactions", originalTransactionID, "seats"],
            body: ClaimSeatRequest.with {
                $0.requestIdentifier = requestIdentifier
                $0.appTransactionId = appTransactionID
            }
        ) { $0.seatClaimId != nil }
    }
}

extension AppStoreRequest where Response == GetSeatInfoResponse {
    /// Returns the seats and claims of a subscription whose members the app invites (Get Seat Info, App Store Server
    /// API 1.23).
    ///
    /// Apple offers it in the Sandbox only.
    public static func seatInfo(of originalTransactionID: String) -> Self {
        Self(.getSeatInfo, "GET", ["groups", "v1", "transactions", originalTransactionID, "seats"]) {
            $0.totalSeatCount != nil
        }
    }
}

extension AppStoreRequest where Response == Void {
    /// Ends a claim on a seat, so that another member can have the seat (Unclaim Seat, App Store Server API 1.23).
    ///
    /// Apple offers it in the Sandbox only.
    public static func unclaimSeat(_ seatClaimID: String, of originalTransactionID: String) -> Self {
        Self(.unclaimSeat, "DELETE", ["groups", "v1", "transactions", originalTransactionID, "seats", seatClaimID])
    }

    /// Tells Apple which customer has a claimed seat (Associate Seat, App Store Server API 1.23).
    ///
    /// Apple offers it in the Sandbox only.
    public static func associateSeat(
        _ seatClaimID: String,
        of originalTransactionID: String,
        with appTransactionID: String
    ) -> Self {
        Self(
            .associateSeat,
            "POST",
            ["groups", "v1", "transactions", originalTransactionID, "seats", seatClaimID, "associate"],
            body: .json(AssociateSeatRequest.with { $0.appTransactionId = appTransactionID }.json())
        )
    }
}

/// The body of Claim Seat (API 1.23).
public struct ClaimSeatRequest: WireObject {
    /// The identifier of this claim, by which Apple recognizes a repetition.
    public var requestIdentifier: String?
    /// The app transaction identifier of the member.
    public var appTransactionId: String?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<ClaimSeatRequest> = [
        WireField("requestIdentifier", \.requestIdentifier),
        WireField("appTransactionId", \.appTransactionId),
    ]
}

/// The response to Claim Seat (API 1.23).
public struct ClaimSeatResponse: WireObject {
    /// The identifier, a UUID, of the claim; every claim has a new one, also on a seat that was claimed before.
    public var seatClaimId: String?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<ClaimSeatResponse> = [
        WireField("seatClaimId", \.seatClaimId)
    ]
}

/// The body of Associate Seat (API 1.23).
public struct AssociateSeatRequest: WireObject {
    /// The app transaction identifier of the member.
    public var appTransactionId: String?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<AssociateSeatRequest> = [
        WireField("appTransactionId", \.appTransactionId)
    ]
}

/// The response to Get Seat Info (API 1.23).
public struct GetSeatInfoResponse: WireObject {
    /// The number of seats.
    public var totalSeatCount: Int32?
    /// The number of seats that can be claimed.
    public var availableSeatCount: Int32?
    /// The identifiers, UUIDs, of the claims; more than there are seats after a renewal with fewer of them.
    public var assignedSeatClaimIds: [String]?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<GetSeatInfoResponse> = [
        WireField("totalSeatCount", \.totalSeatCount),
        WireField("availableSeatCount", \.availableSeatCount),
        WireField("assignedSeatClaimIds", \.assignedSeatClaimIds),
    ]
}
