package import HTTPTypes
package import PurserService

/// The proxies whose word on who sent a request is believed.
///
/// Anybody can write a header. What a trusted proxy has added at its end is true; what stands before it is only as good
/// as whoever wrote that. So the list is read from the right, and the first address that is no trusted proxy's is the
/// client's.
package struct TrustedProxies: Hashable, Sendable {
    /// The header that the proxies write.
    ///
    /// The other one is never read, because a client can send it through them.
    package enum Header: String, Hashable, Sendable, CaseIterable {
        /// What most proxies write: `X-Forwarded-For`.
        case forwardedFor = "X-Forwarded-For"
        /// RFC 7239.
        case forwarded = "Forwarded"
    }

    /// The most addresses looked at in one header.
    private static let maximumHops = 32

    /// Their addresses.
    package let ranges: [AddressRange]
    /// The header that they write.
    package let header: Header

    /// Proxies at these addresses that write this header.
    package init(ranges: [AddressRange] = [], header: Header = .forwardedFor) {
        self.ranges = ranges
        self.header = header
    }

    /// Whether an address is one of theirs.
    package func contains(_ address: NetworkAddress) -> Bool {
        self.ranges.contains { $0.contains(address) }
    }

    /// The client of a request with these header fields that came from an address.
    package func client(of fields: HTTPFields, from peer: NetworkAddress) -> NetworkAddress {
        guard !self.ranges.isEmpty, self.contains(peer), let name = HTTPField.Name(self.header.rawValue)
        else { return peer }
        let hops = fields[values: name].flatMap { $0.split(separator: ",") }
        var client = peer
        for hop in hops.suffix(Self.maximumHops).reversed() {
            // What cannot be read tells nothing, and nor does anything before it.
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

    /// An address, perhaps with quotes, brackets and a port.
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
