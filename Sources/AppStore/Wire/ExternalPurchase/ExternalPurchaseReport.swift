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
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<ExternalPurchaseReport> = [
        WireField("requestIdentifier", \.requestIdentifier),
        WireField("externalPurchaseId", \.externalPurchaseId),
        WireField("status", \.status),
        WireField("lineItems", \.lineItems),
    ]
}
