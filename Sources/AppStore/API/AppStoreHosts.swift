import Synchronization

/// The base addresses of Apple's server interfaces for each environment, in the order in which the client tries them.
public struct AppStoreHosts: Hashable, Sendable {
    /// The base addresses of Production, without a trailing slash.
    public let production: [String]
    /// The base addresses of the Sandbox, without a trailing slash.
    public let sandbox: [String]

    /// Creates a list of addresses for each environment; an empty list means that the environment has no server.
    public init(production: [String], sandbox: [String]) {
        self.production = production.map(Self.trimmed)
        self.sandbox = sandbox.map(Self.trimmed)
    }

    /// Creates a list with one address for both environments, as a simulated App Store has it.
    public init(address: String) {
        self.init(production: [address], sandbox: [address])
    }

    /// Apple's hosts: first those that Apple recommends since May 2026, then the older ones.
    public static let apple = AppStoreHosts(
        production: ["https://api.storekit.apple.com", "https://api.storekit.itunes.apple.com"],
        sandbox: ["https://api.storekit-sandbox.apple.com", "https://api.storekit-sandbox.itunes.apple.com"]
    )

    /// Returns the base addresses of an environment, or an empty list if it has no server.
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

/// A selector that remembers which of several hosts could be reached.
final class HostSelector: Sendable {
    /// The time during which another host is preferred after the first could not be reached, in milliseconds.
    static let memoryMilliseconds: Int64 = 10 * 60 * 1000

    private struct Preference {
        let index: Int
        let untilMilliseconds: Int64
    }

    private let hosts: AppStoreHosts
    private let preferences = Mutex<[AppStoreEnvironment: Preference]>([:])

    /// Creates a selector that prefers the first host of each environment.
    init(_ hosts: AppStoreHosts) {
        self.hosts = hosts
    }

    /// Returns the number of hosts of an environment.
    func count(in environment: AppStoreEnvironment) -> Int { self.hosts.addresses(in: environment).count }

    /// Returns the index of the host to try at an instant of the wall clock, in milliseconds since 1970.
    func place(in environment: AppStoreEnvironment, atMilliseconds now: Int64) -> Int {
        self.preferences.withLock { preferences in
            guard let preference = preferences[environment], now < preference.untilMilliseconds,
                // Otherwise, after the clock is set back, a preference would last too long.
                preference.untilMilliseconds - now <= Self.memoryMilliseconds
            else { return 0 }
            return preference.index
        }
    }

    /// Returns the base address at an index.
    func address(of place: Int, in environment: AppStoreEnvironment) -> String {
        let addresses = self.hosts.addresses(in: environment)
        return addresses[place % addresses.count]
    }

    /// Prefers the next host because this one could not be reached.
    func avoid(_ place: Int, in environment: AppStoreEnvironment, atMilliseconds now: Int64) {
        let count = self.count(in: environment)
        guard count > 1, self.place(in: environment, atMilliseconds: now) == place else { return }
        self.preferences.withLock { preferences in
            preferences[environment] = Preference(
                index: (place + 1) % count,
                untilMilliseconds: now + Self.memoryMilliseconds
            )
        }
    }
}
