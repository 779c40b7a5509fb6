/// Apple's answer in one number to a receipt that was sent to verifyReceipt.
public struct VerifyReceiptStatus: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: Int64

    /// A status of this number, known or not.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// The receipt is authentic; whether a subscription runs is another question.
    public static let valid = Self(rawValue: 0)
    /// The request was no POST, or no JSON.
    public static let unreadableRequest = Self(rawValue: 21000)
    /// The receipt is missing or malformed, or the service had a fault for a moment.
    public static let malformedReceipt = Self(rawValue: 21002)
    /// The receipt is not authentic.
    public static let notAuthentic = Self(rawValue: 21003)
    /// The shared secret is not the app's.
    public static let wrongSecret = Self(rawValue: 21004)
    /// The service cannot answer now.
    public static let unavailable = Self(rawValue: 21005)
    /// An authentic transaction receipt from before iOS 7 whose subscription has ended.
    public static let expired = Self(rawValue: 21006)
    /// A receipt of the sandbox was sent to production.
    public static let isSandbox = Self(rawValue: 21007)
    /// A receipt of production was sent to the sandbox.
    public static let isProduction = Self(rawValue: 21008)
    /// The service failed inside.
    public static let internalError = Self(rawValue: 21009)
    /// The Apple Account is gone.
    public static let noAccount = Self(rawValue: 21010)

    /// Whether the receipt was decoded in the answer.
    public var isDecoded: Bool { self == .valid || self == .expired }

    /// Whether the same request may succeed later.
    ///
    /// Numbers from 21100 to 21199 say so in a field of their own; without it they, like numbers that nobody knows, may
    /// pass.
    public func isRetryable(saying flag: Bool?) -> Bool {
        switch self.rawValue {
        case 0, 21000, 21001, 21003, 21004, 21006, 21007, 21008, 21010: false
        case 21100...21199: flag ?? true
        default: true
        }
    }
}
