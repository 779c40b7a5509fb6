extension AppStoreRequest where Answer == RefundHistoryResponse {
    /// Get Refund History: a page of at most twenty refunds that Apple approved for a customer, oldest first.
    ///
    /// - Parameters:
    ///   - anyTransactionID: Any transaction id, original transaction id or app transaction id of the customer.
    ///   - revision: What the page before said, or what was kept from an earlier look; nil for the first page.
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

extension AppStoreRequest where Answer == RefundLookupResponse {
    /// Get Refund History V1: the latest refunds of a customer, fifty at most; deprecated by Apple.
    public static func refundHistoryV1(of originalTransactionID: String) -> Self {
        Self(.getRefundHistoryV1, "GET", ["inApps", "v1", "refund", "lookup", originalTransactionID]) {
            $0.signedTransactions != nil
        }
    }
}

extension AppStoreRequest where Answer == Void {
    /// Send Consumption Information about a transaction that a customer wants refunded.
    ///
    /// - Parameters:
    ///   - answer: What is said; the customer has consented to it.
    ///   - transactionID: The transaction of the request, never the original one instead.
    /// - Returns: The request.
    public static func sendConsumption(_ answer: ConsumptionInformation, of transactionID: String) -> Self {
        Self(
            .sendConsumptionInformation,
            "PUT",
            ["inApps", "v2", "transactions", "consumption", transactionID],
            body: .json(answer.request.json())
        )
    }

    /// Sends once more, byte for byte, what was put together as an answer before.
    ///
    /// - Parameters:
    ///   - body: The JSON text of a `ConsumptionInformation`, or of a `ConsumptionInformationV1`.
    ///   - isFirstVersion: Which of the two it is.
    ///   - transactionID: The transaction of the request.
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

    /// Send Consumption Information V1, which purchases of the Advanced Commerce API still need.
    public static func sendConsumptionV1(_ answer: ConsumptionInformationV1, of transactionID: String) -> Self {
        Self(
            .sendConsumptionInformationV1,
            "PUT",
            ["inApps", "v1", "transactions", "consumption", transactionID],
            body: .json(answer.request.json())
        )
    }
}

/// One page of the answer to Get Refund History, version 2.
public struct RefundHistoryResponse: WireObject {
    /// Up to 20 refunded transactions, signed, the earliest refund first.
    public var signedTransactions: [SignedData]?
    /// The token that asks for the next page, or later for what has changed.
    public var revision: String?
    /// Whether there is another page.
    public var hasMore: Bool?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<RefundHistoryResponse> = [
        WireField("signedTransactions", \.signedTransactions),
        WireField("revision", \.revision),
        WireField("hasMore", \.hasMore),
    ]
}

/// The answer to Get Refund History, version 1.
public struct RefundLookupResponse: WireObject {
    /// Up to 50 refunded transactions, signed.
    public var signedTransactions: [SignedData]?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<RefundLookupResponse> = [
        WireField("signedTransactions", \.signedTransactions)
    ]
}
