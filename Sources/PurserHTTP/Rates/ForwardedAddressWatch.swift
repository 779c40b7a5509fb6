import HTTPTypes
package import Hummingbird
package import PurserService
import Synchronization

/// Notices, once, that a proxy stands in front which is not among those that are trusted.
///
/// Then everything that comes through it counts as one address, or not at all where it runs on this machine. A stranger can
/// write such a header too, which is why this is said once and changes nothing.
package final class ForwardedAddressWatch: Sendable {
    private let proxies: TrustedProxies
    private let isNoticed = Atomic(false)

    /// A watch that has noticed nothing yet.
    package init(proxies: TrustedProxies) {
        self.proxies = proxies
    }

    /// The header that names another client than an address that is not trusted, the first time that there is one.
    package func notice(_ request: Request, from peer: NetworkAddress) -> TrustedProxies.Header? {
        guard !self.isNoticed.load(ordering: .relaxed), !self.proxies.contains(peer) else { return nil }
        // Where proxies are trusted, only their own header says that another one is missing in the list.
        let headers = self.proxies.ranges.isEmpty ? TrustedProxies.Header.allCases : [self.proxies.header]
        let found = headers.first { header in
            HTTPField.Name(header.rawValue).map { request.headers.contains($0) } ?? false
        }
        guard let found else { return nil }
        return self.isNoticed.exchange(true, ordering: .relaxed) ? nil : found
    }
}
