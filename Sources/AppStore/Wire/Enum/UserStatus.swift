/// The state of the customer's account.
public struct UserStatus: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// A value, known or not.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }
}

extension UserStatus {
    /// We do not say.
    public static let undeclared = UserStatus(rawValue: 0)
    /// The account is active.
    public static let active = UserStatus(rawValue: 1)
    /// The account is suspended.
    public static let suspended = UserStatus(rawValue: 2)
    /// The account is closed.
    public static let terminated = UserStatus(rawValue: 3)
    /// The account has limited access.
    public static let limitedAccess = UserStatus(rawValue: 4)

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [UserStatus] = [.undeclared, .active, .suspended, .terminated, .limitedAccess]
}
