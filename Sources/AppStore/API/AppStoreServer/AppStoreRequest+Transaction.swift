public import Foundation

extension AppStoreRequest where Response == TransactionInfoResponse {
    /// Returns the current state of a transaction (Get Transaction Info).
    public static func transactionInfo(_ transactionID: String) -> Self {
        Self(.getTransactionInfo, "GET", ["inApps", "v1", "transactions", transactionID]) {
            $0.signedTransactionInfo != nil
        }
    }
}

extension AppStoreRequest where Response == AppTransactionInfoResponse {
    /// Returns the app transaction of a customer, whom any of their transaction identifiers identifies (Get App
    /// Transaction Info).
    public static func appTransactionInfo(of anyTransactionID: String) -> Self {
        Self(
            .getAppTransactionInfo,
            "GET",
            ["inApps", "v1", "transactions", "appTransactions", anyTransactionID]
        ) { $0.signedAppTransactionInfo != nil }
    }
}

extension AppStoreRequest where Response == OrderLookupResponse {
    /// Returns the transactions of an order; customers find the order identifier in the receipt that Apple sends by
    /// email (Look Up Order ID).
    ///
    /// Apple offers it in Production only.
    public static func orderLookup(_ orderID: String) -> Self {
        Self(.lookUpOrderId, "GET", ["inApps", "v1", "lookup", orderID]) { $0.status != nil }
    }
}

extension AppStoreRequest where Response == Void {
    /// Finishes a transaction, so that StoreKit no longer delivers it to the app (Finish Transaction).
    public static func finishTransaction(_ transactionID: String) -> Self {
        Self(.finishTransaction, "POST", ["inApps", "v1", "transactions", transactionID, "finish"])
    }

    /// Sets the app account token of an original transaction and of all transactions that follow from it (Set App
    /// Account Token).
    public static func setAppAccountToken(_ token: UUID, of originalTransactionID: String) -> Self {
        Self(
            .setAppAccountToken,
            "PUT",
            ["inApps", "v1", "transactions", originalTransactionID, "appAccountToken"],
            body: .json(UpdateAppAccountTokenRequest.with { $0.appAccountToken = token.uuidString.lowercased() }.json())
        )
    }
}

/// The response to Get Transaction Info.
public struct TransactionInfoResponse: WireObject {
    /// The transaction, signed.
    public var signedTransactionInfo: SignedData?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<TransactionInfoResponse> = [
        WireField("signedTransactionInfo", \.signedTransactionInfo)
    ]
}

/// The response to Get App Transaction Info.
public struct AppTransactionInfoResponse: WireObject {
    /// The app transaction, signed.
    public var signedAppTransactionInfo: SignedData?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<AppTransactionInfoResponse> = [
        WireField("signedAppTransactionInfo", \.signedAppTransactionInfo)
    ]
}

/// The response to Look Up Order ID.
public struct OrderLookupResponse: WireObject {
    /// Whether the order belongs to the app.
    public var status: OrderLookupStatus?
    /// The signed transactions of the order.
    public var signedTransactions: [SignedData]?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<OrderLookupResponse> = [
        WireField("status", \.status),
        WireField("signedTransactions", \.signedTransactions),
    ]
}

/// Whether an order number belongs to the app.
public struct OrderLookupStatus: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The order belongs to the app.
    public static let valid = OrderLookupStatus(rawValue: 0)
    /// The order does not belong to the app.
    public static let invalid = OrderLookupStatus(rawValue: 1)

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [OrderLookupStatus] = [.valid, .invalid]
}

/// The request body of Set App Account Token.
public struct UpdateAppAccountTokenRequest: WireObject {
    /// The token, a UUID.
    public var appAccountToken: String?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<UpdateAppAccountTokenRequest> = [
        WireField("appAccountToken", \.appAccountToken)
    ]
}
