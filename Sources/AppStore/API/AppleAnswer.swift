/// An answer of Apple's that refuses a request.
public struct AppleAnswer: Hashable, Sendable {
    /// The HTTP status.
    public let status: Int
    /// Apple's number; nil when the answer held none.
    public let number: AppleErrorNumber?
    /// Apple's words, cut to ``maximumMessageLength`` characters without control characters; empty for none.
    public let message: String
    /// The instant before which nothing is to be sent, in milliseconds since 1970, where Apple named one.
    public let retryAfter: Int64?
    /// What is wrong with each field of an external purchase report; empty for all else.
    public let reportErrors: [ExternalPurchaseErrorResponse.Item]

    /// How much is kept of a message.
    public static let maximumMessageLength = 200

    /// An answer with these parts.
    public init(
        status: Int,
        number: AppleErrorNumber? = nil,
        message: String = "",
        retryAfter: Int64? = nil,
        reportErrors: [ExternalPurchaseErrorResponse.Item] = []
    ) {
        self.status = status
        self.number = number
        self.message = String(
            String.UnicodeScalarView(message.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F })
                .prefix(Self.maximumMessageLength)
        )
        self.retryAfter = retryAfter
        self.reportErrors = reportErrors
    }

    /// Apple's name for the error, also for the few that have no published number; nil when it is not known.
    public var name: String? {
        if let unnumbered = self.unnumbered { return unnumbered.rawValue }
        return self.number?.name
    }

    /// The error, when it is one of those without a published number.
    public var unnumbered: UnnumberedAppleError? {
        // A number that is known, other than the general one, says more than any words.
        if let number = self.number, number.name != nil, number.rawValue != 4_000_000 { return nil }
        return self.status == 400 ? UnnumberedAppleError(message: self.message) : nil
    }

    /// Whether the same request may succeed later.
    public var retry: AppleErrorNumber.Retry {
        if let number = self.number { return number.retry }
        return self.status == 429 || self.status >= 500 ? .later : .never
    }
}
