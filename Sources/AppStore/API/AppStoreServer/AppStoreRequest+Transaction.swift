public import Foundation

extension AppStoreRequest where Answer == TransactionInfoResponse {
    /// Get Transaction Info: one transaction as it is now.
    public static func transactionInfo(_ transactionID: String) -> Self {
        Self(.getTransactionInfo, "GET", ["inApps", "v1", "transactions", transactionID]) {
            $0.signedTransactionInfo != nil
        }
    }
}

extension AppStoreRequest where Answer == AppTransactionInfoResponse {
    /// Get App Transaction Info: the download of the app by the customer of any transaction.
    public static func appTransactionInfo(of anyTransactionID: String) -> Self {
        Self(
            .getAppTransactionInfo,
            "GET",
            ["inApps", "v1", "transactions", "appTransactions", anyTransactionID]
        ) { $0.signedAppTransactionInfo != nil }
    }
}

extension AppStoreRequest where Answer == OrderLookupResponse {
    /// Look Up Order ID: the transactions of an order number from Apple's mail.
    ///
    /// Production only.
    public static func orderLookup(_ orderID: String) -> Self {
        Self(.lookUpOrderId, "GET", ["inApps", "v1", "lookup", orderID]) { $0.status != nil }
    }
}

extension AppStoreRequest where Answer == Void {
    /// Finish Transaction: so that the app is not told of it again.
    public static func finishTransaction(_ transactionID: String) -> Self {
        Self(.finishTransaction, "POST", ["inApps", "v1", "transactions", transactionID, "finish"])
    }

    /// Set App Account Token of an original transaction, and so of all that follow from it.
    public static func setAppAccountToken(_ token: UUID, of originalTransactionID: String) -> Self {
        Self(
            .setAppAccountToken,
            "PUT",
            ["inApps", "v1", "transactions", originalTransactionID, "appAccountToken"],
            body: .json(UpdateAppAccountTokenRequest.with { $0.appAccountToken = token.uuidString.lowercased() }.json())
        )
    }
}

/// The answer to Get Transaction Info.
public struct TransactionInfoResponse: WireObject {
    /// The transaction, signed.
    public var signedTransactionInfo: SignedData?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<TransactionInfoResponse> = [
        WireField("signedTransactionInfo", \.signedTransactionInfo)
    ]
}

/// The answer to Get App Transaction Info.
public struct AppTransactionInfoResponse: WireObject {
    /// The app transaction, signed.
    public var signedAppTransactionInfo: SignedData?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<AppTransactionInfoResponse> = [
        WireField("signedAppTransactionInfo", \.signedAppTransactionInfo)
    ]
}

/// The answer to Look Up Order ID.
public struct OrderLookupResponse: WireObject {
    /// Whether the order belongs to the app.
    public var status: OrderLookupStatus?
    /// The order's transactions, signed.
    public var signedTransactions: [SignedData]?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<OrderLookupResponse> = [
        WireField("status", \.status),
        WireField("signedTransactions", \.signedTransactions),
    ]
}

/// Whether an order number belongs to the app.
public struct OrderLookupStatus: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// A value, known or not.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// It does.
    public static let valid = OrderLookupStatus(rawValue: 0)
    /// It does not.
    public static let invalid = OrderLookupStatus(rawValue: 1)

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [OrderLookupStatus] = [.valid, .invalid]
}

/// The body of Set App Account Token.
public struct UpdateAppAccountTokenRequest: WireObject {
    /// The token, a UUID.
    public var appAccountToken: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<UpdateAppAccountTokenRequest> = [
        WireField("appAccountToken", \.appAccountToken)
    ]
}
