/// Whether a subscription will try to renew.
public struct AutoRenewStatus: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// A value, known or not.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }
}

extension AutoRenewStatus {
    /// It will end with its period.
    public static let off = AutoRenewStatus(rawValue: 0)
    /// It will renew.
    public static let on = AutoRenewStatus(rawValue: 1)

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [AutoRenewStatus] = [.off, .on]
}
