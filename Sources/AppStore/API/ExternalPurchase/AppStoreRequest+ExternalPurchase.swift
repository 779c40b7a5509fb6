public import Foundation

extension AppStoreRequest where Answer == ExternalPurchaseReportResponse {
    /// Send External Purchase Report about one token; nothing of it is stored when any of it is refused.
    public static func sendExternalPurchaseReport(_ report: ExternalPurchaseReport) -> Self {
        Self(.sendExternalPurchaseReport, "PUT", ["externalPurchase", "v1", "reports"], body: report) {
            $0.requestIdentifier != nil
        }
    }
}

extension AppStoreRequest where Answer == ExternalPurchaseReport {
    /// Retrieve External Purchase Report.
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
/// Apple requires all fields but `lineItems`.
public struct ExternalPurchaseReport: WireObject {
    /// Our id of the report, a UUID; repeated only to retry.
    public var requestIdentifier: String?
    /// The token's id.
    public var externalPurchaseId: String?
    /// What the report says.
    public var status: ExternalPurchaseReportStatus?
    /// The transactions, when there are any.
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

/// What a report about a token for external purchases says.
public struct ExternalPurchaseReportStatus: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// There were transactions; `lineItems` has them.
    public static let lineItem = ExternalPurchaseReportStatus(rawValue: "LINE_ITEM")
    /// There were no transactions.
    public static let noLineItem = ExternalPurchaseReportStatus(rawValue: "NO_LINE_ITEM")
    /// We do not know the token.
    public static let unrecognizedToken = ExternalPurchaseReportStatus(rawValue: "UNRECOGNIZED_TOKEN")
    /// We have reported the customer under another token.
    public static let duplicateToken = ExternalPurchaseReportStatus(rawValue: "DUPLICATE_TOKEN")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [ExternalPurchaseReportStatus] = [
        .lineItem,
        .noLineItem,
        .unrecognizedToken,
        .duplicateToken,
    ]
}

/// The answer to a report that was taken.
public struct ExternalPurchaseReportResponse: WireObject {
    /// Our id of the report.
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

/// The answer to a report that was not taken; nothing of it was stored.
public struct ExternalPurchaseErrorResponse: WireObject {
    /// What is wrong with it.
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
    /// One thing wrong with a report.
    public struct Item: WireObject {
        /// Apple's code.
        public var errorCode: Int32?
        /// Apple's words for it.
        public var errorMessage: String?
        /// The field at fault.
        public var fieldName: String?
        /// The line item at fault.
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
