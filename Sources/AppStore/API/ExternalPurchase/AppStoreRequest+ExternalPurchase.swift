public import Foundation

extension AppStoreRequest where Response == ExternalPurchaseReportResponse {
    /// Sends a report about one token; if Apple refuses any part of the report, it stores nothing of it (Send External
    /// Purchase Report).
    public static func sendExternalPurchaseReport(_ report: ExternalPurchaseReport) -> Self {
        Self(.sendExternalPurchaseReport, "PUT", ["externalPurchase", "v1", "reports"], body: report) {
            $0.requestIdentifier != nil
        }
    }
}

extension AppStoreRequest where Response == ExternalPurchaseReport {
    /// Returns a report that was sent (Retrieve External Purchase Report).
    public static func externalPurchaseReport(_ requestIdentifier: UUID) -> Self {
        Self(
            .getExternalPurchaseReport,
            "GET",
            ["externalPurchase", "v1", "reports", requestIdentifier.uuidString.lowercased()]
        ) { $0.externalPurchaseId != nil }
    }
}

/// A report about one token for external purchases.
///
/// Apple requires all fields except `lineItems`.
public struct ExternalPurchaseReport: WireObject {
    /// The identifier of the report, a UUID; use it again only to retry.
    public var requestIdentifier: String?
    /// The token's identifier.
    public var externalPurchaseId: String?
    /// The kind of report.
    public var status: ExternalPurchaseReportStatus?
    /// The transactions, if there were any.
    public var lineItems: [ExternalPurchaseLineItem]?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<ExternalPurchaseReport> = [
        WireField("requestIdentifier", \.requestIdentifier),
        WireField("externalPurchaseId", \.externalPurchaseId),
        WireField("status", \.status),
        WireField("lineItems", \.lineItems),
    ]
}

/// The kind of a report about a token for external purchases.
public struct ExternalPurchaseReportStatus: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The report contains transactions, in `lineItems`.
    public static let lineItem = ExternalPurchaseReportStatus(rawValue: "LINE_ITEM")
    /// There were no transactions.
    public static let noLineItem = ExternalPurchaseReportStatus(rawValue: "NO_LINE_ITEM")
    /// The server does not know the token.
    public static let unrecognizedToken = ExternalPurchaseReportStatus(rawValue: "UNRECOGNIZED_TOKEN")
    /// The server has reported the customer under another token.
    public static let duplicateToken = ExternalPurchaseReportStatus(rawValue: "DUPLICATE_TOKEN")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [ExternalPurchaseReportStatus] = [
        .lineItem,
        .noLineItem,
        .unrecognizedToken,
        .duplicateToken,
    ]
}

/// The response to a report that Apple accepted.
public struct ExternalPurchaseReportResponse: WireObject {
    /// The identifier of the report.
    public var requestIdentifier: String?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<ExternalPurchaseReportResponse> = [
        WireField("requestIdentifier", \.requestIdentifier)
    ]
}

/// The response to a report that Apple refused; Apple stored nothing of it.
public struct ExternalPurchaseErrorResponse: WireObject {
    /// The errors of the report.
    public var errors: [Item]?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<ExternalPurchaseErrorResponse> = [
        WireField("errors", \.errors)
    ]
}

extension ExternalPurchaseErrorResponse {
    /// An error of a report.
    public struct Item: WireObject {
        /// Apple's error code.
        public var errorCode: Int32?
        /// Apple's error message.
        public var errorMessage: String?
        /// The name of the field with the error.
        public var fieldName: String?
        /// The identifier of the line item with the error.
        public var lineItemId: String?
        /// The members that this version does not know, in the order of the JSON text.
        public var unknownFields: [JSONMember] = []

        /// Creates an object without any field.
        public init() {}

        /// The known fields, in the order of Apple's documentation.
        public static let fields: WireFields<ExternalPurchaseErrorResponse.Item> = [
            WireField("errorCode", \.errorCode),
            WireField("errorMessage", \.errorMessage),
            WireField("fieldName", \.fieldName),
            WireField("lineItemId", \.lineItemId),
        ]
    }
}
