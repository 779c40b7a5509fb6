/// What a report about a token for external purchases says.
public struct ExternalPurchaseReportStatus: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// A value, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension ExternalPurchaseReportStatus {
    /// There were transactions; `lineItems` has them.
    public static let lineItem = ExternalPurchaseReportStatus(rawValue: "LINE_ITEM")
    /// There were no transactions.
    public static let noLineItem = ExternalPurchaseReportStatus(rawValue: "NO_LINE_ITEM")
    /// We do not know the token.
    public static let unrecognizedToken = ExternalPurchaseReportStatus(rawValue: "UNRECOGNIZED_TOKEN")
    /// We have reported the customer under another token.
    public static let duplicateToken = ExternalPurchaseReportStatus(rawValue: "DUPLICATE_TOKEN")

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [ExternalPurchaseReportStatus] = [
        .lineItem,
        .noLineItem,
        .unrecognizedToken,
        .duplicateToken,
    ]
}
