/// Which of Apple's worlds signed something.
public struct AppStoreEnvironment: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Real customers and real money.
    public static let production = AppStoreEnvironment(rawValue: "Production")
    /// Test accounts, TestFlight and App Review.
    public static let sandbox = AppStoreEnvironment(rawValue: "Sandbox")
    /// StoreKit testing in Xcode, signed on the developer's own machine.
    public static let xcode = AppStoreEnvironment(rawValue: "Xcode")
    /// Test data of Apple's server libraries.
    public static let localTesting = AppStoreEnvironment(rawValue: "LocalTesting")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [AppStoreEnvironment] = [.production, .sandbox, .xcode, .localTesting]
}
