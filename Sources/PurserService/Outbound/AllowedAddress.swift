/// A range of addresses, optionally with one port, that may be called although it is not public.
package struct AllowedAddress: Hashable, Sendable, CustomStringConvertible {
    /// The range of addresses.
    package let range: AddressRange
    /// The only allowed port; `nil` for all ports.
    package let port: Int?
    /// The text as it was written.
    package let description: String

    /// Parses `10.0.0.0/8:9000`, `10.1.2.3`, `[fd00::/8]:9000` or `fd00::/8`; returns `nil` for any other text.
    ///
    /// IPv6 needs brackets only before a port.
    package init?(_ text: String) {
        var range = Substring(text)
        var port: Substring?
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            range = text[text.index(after: text.startIndex)..<end]
            // Brackets are for IPv6.
            guard range.contains(":") else { return nil }
            let rest = text[text.index(after: end)...]
            if !rest.isEmpty {
                guard rest.hasPrefix(":") else { return nil }
                port = rest.dropFirst()
            }
        } else if let colon = text.firstIndex(of: ":"), text[text.index(after: colon)...].firstIndex(of: ":") == nil {
            range = text[..<colon]
            port = text[text.index(after: colon)...]
        }
        guard let parsed = AddressRange(String(range)) else { return nil }
        self.range = parsed
        self.port = port.flatMap { OutboundURL.port(Array($0.utf8)[...]) }
        if port != nil, self.port == nil { return nil }
        self.description = text
    }

    /// Returns whether it allows an address and port.
    package func contains(_ address: NetworkAddress, port: Int) -> Bool {
        (self.port == nil || self.port == port) && self.range.contains(address)
    }

    /// Returns whether both allow the same, however they were written.
    package static func == (left: Self, right: Self) -> Bool {
        left.range == right.range && left.port == right.port
    }

    /// Hashes what it allows.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(self.range)
        hasher.combine(self.port)
    }
}

/// A range of addresses: `10.0.0.0/8`, `2001:db8::/32`, or one address (RFC 4632).
package struct AddressRange: Hashable, Sendable {
    private let start: NetworkAddress
    /// The length of the prefix in bits, of 128.
    private let bits: Int

    /// Parses a range; returns `nil` for an invalid text.
    ///
    /// Bits beyond the prefix must be zero, because other values are a mistake.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let start = NetworkAddress(String(parts[0])) else { return nil }
        var bits = 128
        if parts.count == 2 {
            guard (1...3).contains(parts[1].utf8.count), parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let number = Int(parts[1]), number <= (start.isFour ? 32 : 128)
            else { return nil }
            bits = start.isFour ? 96 + number : number
        }
        self.bits = bits
        self.start = start
        guard Self.prefix(of: start, bits) == start else { return nil }
    }

    /// Returns whether the range contains an address.
    package func contains(_ address: NetworkAddress) -> Bool {
        Self.prefix(of: address, self.bits) == self.start
    }

    private static func prefix(of address: NetworkAddress, _ bits: Int) -> NetworkAddress {
        NetworkAddress(
            high: address.high & Self.mask(min(64, bits)),
            low: address.low & Self.mask(max(0, bits - 64))
        )
    }

    /// Returns eight bytes of which the first `bits` bits are set.
    private static func mask(_ bits: Int) -> UInt64 {
        bits == 0 ? 0 : ~UInt64(0) << UInt64(64 - bits)
    }
}

extension AddressRange: CustomStringConvertible {
    /// The usual spelling: the first address with the length of the prefix, or one address.
    package var description: String {
        let (bits, all) = self.start.isFour ? (self.bits - 96, 32) : (self.bits, 128)
        return bits == all ? self.start.description : "\(self.start.description)/\(bits)"
    }
}
