/// The base addresses of Apple's server interfaces, for each environment in the order in which they are tried.
public struct AppStoreHosts: Hashable, Sendable {
    /// The addresses of Production, without a slash at the end.
    public let production: [String]
    /// The addresses of the Sandbox.
    public let sandbox: [String]

    /// Addresses of each environment; an empty list means that there is none.
    public init(production: [String], sandbox: [String]) {
        self.production = production.map(Self.trimmed)
        self.sandbox = sandbox.map(Self.trimmed)
    }

    /// One address for both environments: a simulated world has only one of them.
    public init(address: String) {
        self.init(production: [address], sandbox: [address])
    }

    /// Apple's hosts: those it recommends since May 2026, then the older ones.
    public static let apple = AppStoreHosts(
        production: ["https://api.storekit.apple.com", "https://api.storekit.itunes.apple.com"],
        sandbox: ["https://api.storekit-sandbox.apple.com", "https://api.storekit-sandbox.itunes.apple.com"]
    )

    /// The addresses of an environment; none for an environment without servers.
    public func addresses(in environment: AppStoreEnvironment) -> [String] {
        switch environment {
        case .production: self.production
        case .sandbox: self.sandbox
        default: []
        }
    }

    private static func trimmed(_ address: String) -> String {
        var address = address
        while address.hasSuffix("/") { address.removeLast() }
        return address
    }
}
