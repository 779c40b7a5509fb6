import PurserService
import Synchronization

/// How many connections each address has open, and how many it may.
package final class ConnectionCounts: Sendable {
    /// How many connections one address may have open, if nothing else is said: a network of phones behind one address
    /// has hundreds, nobody has thousands.
    package static let standard = 1000

    private let maximum: Int
    private let proxies: TrustedProxies
    private let counts = Mutex<[NetworkAddress: Int]>([:])

    /// Counts against a maximum; what comes from this machine and from trusted proxies is not counted.
    package init(maximum: Int = ConnectionCounts.standard, proxies: TrustedProxies = TrustedProxies()) {
        self.maximum = maximum
        self.proxies = proxies
    }

    /// Counts a connection that opens, and says whether it may.
    func open(_ address: NetworkAddress) -> Bool {
        guard self.isCounted(address) else { return true }
        return self.counts.withLock { counts in
            let count = counts[address.network, default: 0]
            guard count < self.maximum else { return false }
            counts[address.network] = count + 1
            return true
        }
    }

    /// Counts a connection that closes.
    func close(_ address: NetworkAddress) {
        guard self.isCounted(address) else { return }
        self.counts.withLock { counts in
            let count = counts[address.network, default: 0]
            counts[address.network] = count > 1 ? count - 1 : nil
        }
    }

    private func isCounted(_ address: NetworkAddress) -> Bool {
        !address.isLoopback && !self.proxies.contains(address)
    }
}
