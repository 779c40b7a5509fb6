/// The seats and prices of a transaction of a multiseat subscription (API 1.23, Notifications 2.23).
///
/// A member's transaction repeats the purchaser's values; seats and money count in the purchaser's transactions only.
public struct TransactionMultiSeatInfo: WireObject {
    /// Who invites the members.
    public var invitationManagement: InvitationManagement?
    /// The seats by price, in no particular order; the charged amount is the sum of price times quantity.
    public var priceTiers: [MultiSeatPriceTier]?
    /// The number of seats that refunds took from this transaction; only in the purchaser's transactions.
    public var revokedSeatQuantity: Int32?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<TransactionMultiSeatInfo> = [
        WireField("invitationManagement", \.invitationManagement),
        WireField("priceTiers", \.priceTiers),
        WireField("revokedSeatQuantity", \.revokedSeatQuantity),
    ]
}

/// The seats and prices of the next renewal of a multiseat subscription (API 1.23, Notifications 2.23).
public struct RenewalMultiSeatInfo: WireObject {
    /// The seats by price, in no particular order; the next charge is the sum of price times quantity.
    public var renewalPriceTiers: [MultiSeatPriceTier]?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<RenewalMultiSeatInfo> = [
        WireField("renewalPriceTiers", \.renewalPriceTiers)
    ]
}

/// A number of seats that have the same price (API 1.23, Notifications 2.23).
public struct MultiSeatPriceTier: WireObject {
    /// The price of one seat, in thousandths of the unit of the enclosing object's currency.
    public var price: Int64?
    /// The number of seats at this price.
    public var quantity: Int32?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<MultiSeatPriceTier> = [
        WireField("price", \.price),
        WireField("quantity", \.quantity),
    ]
}

/// Who invites the members of a multiseat subscription (API 1.23, Notifications 2.23).
///
/// A subscription keeps the value with which it was bought.
public struct InvitationManagement: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Apple invites the members, and each of them has a transaction.
    public static let apple = InvitationManagement(rawValue: "APPLE")
    /// The app invites the members, who have no transactions.
    public static let developer = InvitationManagement(rawValue: "DEVELOPER")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [InvitationManagement] = [.apple, .developer]
}

/// The reason why a subscription period has more than one transaction (API 1.23, Notifications 2.23).
///
/// Every transaction of such a period has it, also the one that existed before.
public struct AdditionalTransactionReason: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The purchaser added seats.
    public static let seatAddition = AdditionalTransactionReason(rawValue: "SEAT_ADDITION")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [AdditionalTransactionReason] = [.seatAddition]
}

/// The claims on seats that Apple ended, in a notification UNCLAIM_SEATS (Notifications 2.23).
///
/// Apple documents `unclaimSeatIds`. The other fields are read if they are present.
public struct UnclaimInfo: WireObject {
    /// The app's identifier in the App Store; absent in the Sandbox.
    public var appAppleId: Int64?
    /// The app's bundle identifier.
    public var bundleId: String?
    /// The environment of the subscription.
    public var environment: AppStoreEnvironment?
    /// The original transaction identifier of the subscription.
    public var originalTransactionId: String?
    /// The identifiers, UUIDs, of the claims that have ended.
    public var unclaimSeatIds: [String]?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<UnclaimInfo> = [
        WireField("appAppleId", \.appAppleId),
        WireField("bundleId", \.bundleId),
        WireField("environment", \.environment),
        WireField("originalTransactionId", \.originalTransactionId),
        WireField("unclaimSeatIds", \.unclaimSeatIds),
    ]
}
