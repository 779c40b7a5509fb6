extension AppStoreRequest where Response == SendTestNotificationResponse {
    /// Asks Apple to send a test notification to the URL that App Store Connect has for the environment (Request a Test
    /// Notification).
    public static func testNotification() -> Self {
        Self(.requestTestNotification, "POST", ["inApps", "v1", "notifications", "test"]) {
            $0.testNotificationToken != nil
        }
    }
}

extension AppStoreRequest where Response == CheckTestNotificationResponse {
    /// Returns the result of a test notification (Get Test Notification Status).
    ///
    /// Until Apple has first tried to send the notification, Apple refuses the request with
    /// ``AppleErrorNumber/testNotificationNotFound``.
    public static func testNotificationStatus(_ token: String) -> Self {
        Self(.getTestNotificationStatus, "GET", ["inApps", "v1", "notifications", "test", token]) {
            $0.sendAttempts != nil || $0.signedPayload != nil
        }
    }
}

/// The response to Request a Test Notification.
public struct SendTestNotificationResponse: WireObject {
    /// The token for requesting the result.
    public var testNotificationToken: String?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<SendTestNotificationResponse> = [
        WireField("testNotificationToken", \.testNotificationToken)
    ]
}

/// The response to Get Test Notification Status.
public struct CheckTestNotificationResponse: WireObject {
    /// The notification, signed.
    public var signedPayload: SignedData?
    /// Apple's attempts to deliver the notification, at most six.
    public var sendAttempts: [SendAttemptItem]?
    /// The result of the first attempt; deprecated by Apple.
    public var firstSendAttemptResult: SendAttemptResult?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<CheckTestNotificationResponse> = [
        WireField("signedPayload", \.signedPayload),
        WireField("sendAttempts", \.sendAttempts),
        WireField("firstSendAttemptResult", \.firstSendAttemptResult),
    ]
}
