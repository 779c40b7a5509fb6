package import HTTPTypes
package import PurserService

/// The proxies whose headers about clients are trusted.
///
/// Any client can write a header. The address that a trusted proxy has appended is true; the ones before it are only as
/// reliable as their author. So the list is read from the right, and the first address that does not belong to a
/// trusted proxy is the client's.
package struct TrustedProxies: Hashable, Sendable {
    /// The header that the proxies write.
    ///
    /// The other one is never read, because a client can send it through them.
    package enum Header: String, Hashable, Sendable, CaseIterable {
        /// The header of most proxies: `X-Forwarded-For`.
        case forwardedFor = "X-Forwarded-For"
        /// RFC 7239.
        case forwarded = "Forwarded"
    }

    /// The maximum number of addresses that are read in one header.
    private static let maximumHops = 32

    /// The addresses of the proxies.
    package let ranges: [AddressRange]
    /// The header that they write.
    package let header: Header

    /// Creates proxies at these addresses that write this header.
    package init(ranges: [AddressRange] = [], header: Header = .forwardedFor) {
        self.ranges = ranges
        self.header = header
    }

    /// Returns whether an address belongs to a proxy.
    package func contains(_ address: NetworkAddress) -> Bool {
        self.ranges.contains { $0.contains(address) }
    }

    /// Returns the client of a request with these header fields from an address.
    package func client(of fields: HTTPFields, from peer: NetworkAddress) -> NetworkAddress {
        guard !self.ranges.isEmpty, self.contains(peer), let name = HTTPField.Name(self.header.rawValue)
        else { return peer }
        let hops = fields[values: name].flatMap { $0.split(separator: ",") }
        var client = peer
        for hop in hops.suffix(Self.maximumHops).reversed() {
            // An unreadable entry, and all entries before it, are ignored.
            guard let address = self.address(hop) else { return client }
            client = address
            if !self.contains(address) { return address }
        }
        return client
    }

    private func address(_ hop: Substring) -> NetworkAddress? {
        switch self.header {
        case .forwardedFor: Self.node(hop)
        case .forwarded:
            hop.split(separator: ";").lazy.compactMap { pair -> NetworkAddress? in
                let sides = pair.split(separator: "=", maxSplits: 1)
                guard sides.count == 2, Self.trimmed(sides[0]).lowercased() == "for" else { return nil }
                return Self.node(sides[1])
            }.first
        }
    }

    /// Returns an address that may have quotes, brackets and a port.
    private static func node(_ text: Substring) -> NetworkAddress? {
        var text = Self.trimmed(text)
        if text.hasPrefix("\""), text.hasSuffix("\""), text.count >= 2 { text = text.dropFirst().dropLast() }
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            text = text[text.index(after: text.startIndex)..<end]
        } else if text.count(where: { $0 == ":" }) == 1 {
            text = text.prefix { $0 != ":" }
        }
        return NetworkAddress(String(text))
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text
    }
}
