/// One attempt to deliver a notification.
public struct SendAttemptItem: WireObject {
    /// When Apple tried.
    public var attemptDate: Timestamp?
    /// What came of it.
    public var sendAttemptResult: SendAttemptResult?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<SendAttemptItem> = [
        WireField("attemptDate", \.attemptDate),
        WireField("sendAttemptResult", \.sendAttemptResult),
    ]
}

/// What came of one attempt to deliver a notification.
public struct SendAttemptResult: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// A value, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Our server answered with success.
    public static let success = SendAttemptResult(rawValue: "SUCCESS")
    /// Our server did not answer in time.
    public static let timedOut = SendAttemptResult(rawValue: "TIMED_OUT")
    /// No secure connection could be made.
    public static let tlsIssue = SendAttemptResult(rawValue: "TLS_ISSUE")
    /// Redirects went round in circles.
    public static let circularRedirect = SendAttemptResult(rawValue: "CIRCULAR_REDIRECT")
    /// Our server gave no answer.
    public static let noResponse = SendAttemptResult(rawValue: "NO_RESPONSE")
    /// The connection broke.
    public static let socketIssue = SendAttemptResult(rawValue: "SOCKET_ISSUE")
    /// The answer's character set is not supported.
    public static let unsupportedCharset = SendAttemptResult(rawValue: "UNSUPPORTED_CHARSET")
    /// The answer was not valid.
    public static let invalidResponse = SendAttemptResult(rawValue: "INVALID_RESPONSE")
    /// The connection was closed too early.
    public static let prematureClose = SendAttemptResult(rawValue: "PREMATURE_CLOSE")
    /// Our server answered with another status than success.
    public static let unsuccessfulHttpResponseCode = SendAttemptResult(rawValue: "UNSUCCESSFUL_HTTP_RESPONSE_CODE")
    /// Another failure.
    public static let other = SendAttemptResult(rawValue: "OTHER")
    /// The old name of `tlsIssue`, which only `firstSendAttemptResult` had.
    public static let sslIssue = SendAttemptResult(rawValue: "SSL_ISSUE")

    /// The values this version knows, in the order of Apple's documentation.
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
