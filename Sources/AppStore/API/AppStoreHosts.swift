import Synchronization

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

/// Remembers which of several hosts could be reached.
final class HostSelector: Sendable {
    /// How long another host than the first is preferred after the first could not be reached, in milliseconds.
    static let memoryMilliseconds: Int64 = 10 * 60 * 1000

    private struct Preference {
        let index: Int
        let untilMilliseconds: Int64
    }

    private let hosts: AppStoreHosts
    private let preferences = Mutex<[AppStoreEnvironment: Preference]>([:])

    /// A cache that prefers the first of each.
    init(_ hosts: AppStoreHosts) {
        self.hosts = hosts
    }

    /// How many hosts an environment has.
    func count(in environment: AppStoreEnvironment) -> Int { self.hosts.addresses(in: environment).count }

    /// The place of the host to try at an instant of the wall clock, in milliseconds since 1970.
    func place(in environment: AppStoreEnvironment, atMilliseconds now: Int64) -> Int {
        self.preferences.withLock { preferences in
            guard let preference = preferences[environment], now < preference.untilMilliseconds,
                // A clock that was set back would keep a preference for long.
                preference.untilMilliseconds - now <= Self.memoryMilliseconds
            else { return 0 }
            return preference.index
        }
    }

    /// The address of a place.
    func address(of place: Int, in environment: AppStoreEnvironment) -> String {
        let addresses = self.hosts.addresses(in: environment)
        return addresses[place % addresses.count]
    }

    /// Prefers the next host, because this one could not be reached.
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
