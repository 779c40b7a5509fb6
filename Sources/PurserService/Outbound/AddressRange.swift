/// A range of addresses: `10.0.0.0/8`, `2001:db8::/32`, or one address (RFC 4632).
package struct AddressRange: Hashable, Sendable {
    private let start: NetworkAddress
    /// How many leading bits of 128 count.
    private let bits: Int

    /// A range as it is written, or `nil`.
    ///
    /// Bits beyond the prefix must be zero, because they are a mistake.
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

    /// Whether an address is within it.
    package func contains(_ address: NetworkAddress) -> Bool {
        Self.prefix(of: address, self.bits) == self.start
    }

    private static func prefix(of address: NetworkAddress, _ bits: Int) -> NetworkAddress {
        NetworkAddress(
            high: address.high & Self.mask(min(64, bits)),
            low: address.low & Self.mask(max(0, bits - 64))
        )
    }

    /// Eight bytes of which the first bits are set.
    private static func mask(_ bits: Int) -> UInt64 {
        bits == 0 ? 0 : ~UInt64(0) << UInt64(64 - bits)
    }
}
