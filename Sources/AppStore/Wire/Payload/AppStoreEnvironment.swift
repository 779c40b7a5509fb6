/// The server environment that signed the data.
public struct AppStoreEnvironment: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The environment of real customers and real payments.
    public static let production = AppStoreEnvironment(rawValue: "Production")
    /// The environment of test accounts, TestFlight, and App Review.
    public static let sandbox = AppStoreEnvironment(rawValue: "Sandbox")
    /// The environment of StoreKit testing in Xcode, whose data is signed on the developer's own machine.
    public static let xcode = AppStoreEnvironment(rawValue: "Xcode")
    /// The environment of the test data of Apple's server libraries.
    public static let localTesting = AppStoreEnvironment(rawValue: "LocalTesting")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [AppStoreEnvironment] = [.production, .sandbox, .xcode, .localTesting]
}
