extension AppStoreRequest where Response == RefundHistoryResponse {
    /// Returns a page of at most twenty refunds that Apple granted a customer, oldest first (Get Refund History).
    ///
    /// - Parameters:
    ///   - anyTransactionID: Any transaction, original transaction, or app transaction identifier of the customer.
    ///   - revision: The revision of the previous page, or one stored from an earlier request; `nil` for the first
    ///     page.
    /// - Returns: The request.
    public static func refundHistory(of anyTransactionID: String, after revision: String? = nil) -> Self {
        Self(
            .getRefundHistory,
            "GET",
            ["inApps", "v2", "refund", "lookup", anyTransactionID],
            query: revision.map { [(name: "revision", value: $0)] } ?? []
        ) { $0.hasMore != nil && ($0.hasMore == false || $0.revision != nil) }
    }
}

extension AppStoreRequest where Response == RefundLookupResponse {
    /// Returns the latest refunds of a customer, at most fifty (Get Refund History V1); deprecated by Apple.
    public static func refundHistoryV1(of originalTransactionID: String) -> Self {
        Self(.getRefundHistoryV1, "GET", ["inApps", "v1", "refund", "lookup", originalTransactionID]) {
            $0.signedTransactions != nil
        }
    }
}

extension AppStoreRequest where Response == Void {
    /// Sends consumption information about a transaction for which a customer requests a refund (Send Consumption
    /// Information).
    ///
    /// - Parameters:
    ///   - answer: The information. The customer must have consented that you send it.
    ///   - transactionID: The identifier of the transaction that the refund request is about. For a renewal, do not
    ///     pass the original transaction identifier.
    /// - Returns: The request.
    public static func sendConsumption(_ answer: ConsumptionInformation, of transactionID: String) -> Self {
        Self(
            .sendConsumptionInformation,
            "PUT",
            ["inApps", "v2", "transactions", "consumption", transactionID],
            body: .json(answer.request.json())
        )
    }

    /// Sends consumption information that was encoded before, byte for byte.
    ///
    /// - Parameters:
    ///   - body: The JSON text of a `ConsumptionInformation` or a `ConsumptionInformationV1`.
    ///   - isFirstVersion: Whether the body belongs to version 1 of the operation.
    ///   - transactionID: The transaction identifier of the refund request.
    /// - Returns: The request.
    package static func sendConsumption(
        body: [UInt8],
        isFirstVersion: Bool,
        of transactionID: String
    ) -> Self {
        Self(
            isFirstVersion ? .sendConsumptionInformationV1 : .sendConsumptionInformation,
            "PUT",
            ["inApps", isFirstVersion ? "v1" : "v2", "transactions", "consumption", transactionID],
            body: .json(body)
        )
    }

    /// Sends consumption information in version 1, which purchases of the Advanced Commerce API still require (Send
    /// Consumption Information V1).
    public static func sendConsumptionV1(_ answer: ConsumptionInformationV1, of transactionID: String) -> Self {
        Self(
            .sendConsumptionInformationV1,
            "PUT",
            ["inApps", "v1", "transactions", "consumption", transactionID],
            body: .json(answer.request.json())
        )
    }
}

/// A page of the response to Get Refund History, version 2.
public struct RefundHistoryResponse: WireObject {
    /// The signed refunded transactions, at most 20, the earliest refund first.
    public var signedTransactions: [SignedData]?
    /// The token for requesting the next page, or later the changes since.
    public var revision: String?
    /// Whether there is a next page.
    public var hasMore: Bool?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<RefundHistoryResponse> = [
        WireField("signedTransactions", \.signedTransactions),
        WireField("revision", \.revision),
        WireField("hasMore", \.hasMore),
    ]
}

/// The response to Get Refund History, version 1.
public struct RefundLookupResponse: WireObject {
    /// The signed refunded transactions, at most 50.
    public var signedTransactions: [SignedData]?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<RefundLookupResponse> = [
        WireField("signedTransactions", \.signedTransactions)
    ]
}
