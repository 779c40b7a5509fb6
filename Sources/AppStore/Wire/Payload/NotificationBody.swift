/// The body of a server notification of version 2, as Apple posts it to our URL.
///
/// Apple's name is responseBodyV2.
public struct NotificationBody: WireObject {
    /// The notification, signed.
    public var signedPayload: SignedData?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<NotificationBody> = [
        WireField("signedPayload", \.signedPayload)
    ]
}
