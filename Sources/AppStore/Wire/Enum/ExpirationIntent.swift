/// Why a subscription ended.
public struct ExpirationIntent: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// A value, known or not.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }
}

extension ExpirationIntent {
    /// The customer had switched auto-renew off.
    public static let customerCanceled = ExpirationIntent(rawValue: 1)
    /// The charge failed.
    public static let billingError = ExpirationIntent(rawValue: 2)
    /// The customer did not agree to a price increase that needs consent.
    public static let priceIncreaseDeclined = ExpirationIntent(rawValue: 3)
    /// The product was not on sale when it should have renewed.
    public static let productUnavailable = ExpirationIntent(rawValue: 4)
    /// Another reason.
    public static let other = ExpirationIntent(rawValue: 5)

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [ExpirationIntent] = [
        .customerCanceled,
        .billingError,
        .priceIncreaseDeclined,
        .productUnavailable,
        .other,
    ]
}
