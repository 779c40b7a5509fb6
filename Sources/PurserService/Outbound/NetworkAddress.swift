import Foundation
package import NIOCore

/// An IP address; IPv4 in its IPv4-mapped IPv6 form (RFC 4291, section 2.5.5.2).
///
/// Both spellings of one IPv4 address are therefore equal, so the other spelling does not bypass a check.
package struct NetworkAddress: Hashable, Sendable {
    /// The first eight bytes, most significant first.
    package let high: UInt64
    /// The last eight bytes.
    package let low: UInt64

    /// Creates an address of these 16 bytes.
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Creates an IPv4 address of these four bytes, most significant first.
    package init(four: UInt32) {
        self.init(high: 0, low: 0xFFFF_0000_0000 | UInt64(four))
    }

    /// Parses an address without brackets, zone and port; returns `nil` for any other text.
    package init?(_ text: String) {
        var four = in_addr()
        if unsafe inet_pton(AF_INET, text, &four) == 1 {
            self.init(four: UInt32(bigEndian: four.s_addr))
            return
        }
        var six: (UInt64, UInt64) = (0, 0)
        guard unsafe inet_pton(AF_INET6, text, &six) == 1 else { return nil }
        self.init(high: UInt64(bigEndian: six.0), low: UInt64(bigEndian: six.1))
    }

    /// Creates the address of a socket address, if it has one.
    package init?(_ address: SocketAddress?) {
        switch address {
        case .v4(let four): self.init(four: UInt32(bigEndian: four.address.sin_addr.s_addr))
        case .v6:
            guard let text = address?.ipAddress else { return nil }
            self.init(String(text.prefix { $0 != "%" }))
        default: return nil
        }
    }

    /// Whether this is an IPv4 address.
    package var isFour: Bool { self.high == 0 && self.low >> 32 == 0xFFFF }

    /// Whether this is a loopback address.
    package var isLoopback: Bool {
        self.isFour ? self.low >> 24 & 0xFF == 127 : self.high == 0 && self.low == 1
    }

    /// The network that counts as one sender: an IPv4 address, or the 64-bit IPv6 prefix of a single household.
    package var network: Self { self.isFour ? self : Self(high: self.high, low: 0) }
}

extension NetworkAddress: CustomStringConvertible {
    /// The usual spelling: dotted decimals, or RFC 5952; without brackets.
    package var description: String {
        if self.isFour {
            return stride(from: 24, through: 0, by: -8).map { String(self.low >> $0 & 0xFF) }.joined(separator: ".")
        }
        let groups = [self.high, self.low].flatMap { half in
            stride(from: 48, through: 0, by: -16).map { UInt16(truncatingIfNeeded: half >> UInt64($0)) }
        }
        // The longest run of two or more zeros is omitted; of two equally long ones, the first.
        var longest = 0..<0
        var start = 0
        while start < groups.count {
            var end = start
            while end < groups.count, groups[end] == 0 { end += 1 }
            if end - start > max(1, longest.count) { longest = start..<end }
            start = max(end, start + 1)
        }
        func text(_ groups: ArraySlice<UInt16>) -> String {
            groups.map { String($0, radix: 16) }.joined(separator: ":")
        }
        guard !longest.isEmpty else { return text(groups[...]) }
        return text(groups[..<longest.lowerBound]) + "::" + text(groups[longest.upperBound...])
    }
}
