extension AppStoreRequest where Answer == SendTestNotificationResponse {
    /// Request a Test Notification to the address that App Store Connect has for the environment.
    public static func testNotification() -> Self {
        Self(.requestTestNotification, "POST", ["inApps", "v1", "notifications", "test"]) {
            $0.testNotificationToken != nil
        }
    }
}

extension AppStoreRequest where Answer == CheckTestNotificationResponse {
    /// Get Test Notification Status: how it went, once Apple has tried; until then it is refused as not found.
    public static func testNotificationStatus(_ token: String) -> Self {
        Self(.getTestNotificationStatus, "GET", ["inApps", "v1", "notifications", "test", token]) {
            $0.sendAttempts != nil || $0.signedPayload != nil
        }
    }
}

/// The answer to Request a Test Notification.
public struct SendTestNotificationResponse: WireObject {
    /// The token that asks for the result.
    public var testNotificationToken: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<SendTestNotificationResponse> = [
        WireField("testNotificationToken", \.testNotificationToken)
    ]
}

/// The answer to Get Test Notification Status.
public struct CheckTestNotificationResponse: WireObject {
    /// The notification, signed.
    public var signedPayload: SignedData?
    /// Up to six attempts to deliver it.
    public var sendAttempts: [SendAttemptItem]?
    /// What came of the first attempt; the old field.
    public var firstSendAttemptResult: SendAttemptResult?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<CheckTestNotificationResponse> = [
        WireField("signedPayload", \.signedPayload),
        WireField("sendAttempts", \.sendAttempts),
        WireField("firstSendAttemptResult", \.firstSendAttemptResult),
    ]
}
