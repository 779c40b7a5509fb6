import Synchronization

/// Remembers which of several hosts could be reached.
final class HostBook: Sendable {
    /// How long another host than the first is preferred after the first could not be reached, in milliseconds.
    static let memoryMilliseconds: Int64 = 10 * 60 * 1000

    private struct Preference {
        let index: Int
        let untilMilliseconds: Int64
    }

    private let hosts: AppStoreHosts
    private let preferences = Mutex<[AppStoreEnvironment: Preference]>([:])

    /// A book that prefers the first of each.
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
