/// An attempt to deliver a notification.
public struct SendAttemptItem: WireObject {
    /// The time of the attempt.
    public var attemptDate: Timestamp?
    /// The result of the attempt.
    public var sendAttemptResult: SendAttemptResult?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<SendAttemptItem> = [
        WireField("attemptDate", \.attemptDate),
        WireField("sendAttemptResult", \.sendAttemptResult),
    ]
}

/// The result of an attempt to deliver a notification.
public struct SendAttemptResult: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The server answered with success.
    public static let success = SendAttemptResult(rawValue: "SUCCESS")
    /// The server did not answer in time.
    public static let timedOut = SendAttemptResult(rawValue: "TIMED_OUT")
    /// The TLS connection could not be established.
    public static let tlsIssue = SendAttemptResult(rawValue: "TLS_ISSUE")
    /// The server redirected in a circle.
    public static let circularRedirect = SendAttemptResult(rawValue: "CIRCULAR_REDIRECT")
    /// The server did not answer.
    public static let noResponse = SendAttemptResult(rawValue: "NO_RESPONSE")
    /// The connection failed.
    public static let socketIssue = SendAttemptResult(rawValue: "SOCKET_ISSUE")
    /// The character set of the response is not supported.
    public static let unsupportedCharset = SendAttemptResult(rawValue: "UNSUPPORTED_CHARSET")
    /// The response was not valid.
    public static let invalidResponse = SendAttemptResult(rawValue: "INVALID_RESPONSE")
    /// The server closed the connection too early.
    public static let prematureClose = SendAttemptResult(rawValue: "PREMATURE_CLOSE")
    /// The server answered with a status other than success.
    public static let unsuccessfulHttpResponseCode = SendAttemptResult(rawValue: "UNSUCCESSFUL_HTTP_RESPONSE_CODE")
    /// Delivery failed for another reason.
    public static let other = SendAttemptResult(rawValue: "OTHER")
    /// The former name of `tlsIssue`, which only `firstSendAttemptResult` uses.
    public static let sslIssue = SendAttemptResult(rawValue: "SSL_ISSUE")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [SendAttemptResult] = [
        .success,
        .timedOut,
        .tlsIssue,
        .circularRedirect,
        .noResponse,
        .socketIssue,
        .unsupportedCharset,
        .invalidResponse,
        .prematureClose,
        .unsuccessfulHttpResponseCode,
        .other,
        .sslIssue,
    ]
}
