import Foundation
import NIOCore

/// The address of whoever is at the other end of a connection; IPv4 in its IPv6 form (RFC 4291, section 2.5.5.2).
package struct ClientAddress: Hashable, Sendable {
    /// The first eight bytes, most significant first.
    package let high: UInt64
    /// The last eight bytes.
    package let low: UInt64

    /// An address of these 16 bytes.
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// An address as it is written, without brackets and port, or `nil`.
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

    /// The address of a socket's other end, if it has one.
    init?(_ address: SocketAddress?) {
        switch address {
        case .v4(let four): self.init(four: UInt32(bigEndian: four.address.sin_addr.s_addr))
        case .v6:
            guard let text = address?.ipAddress else { return nil }
            self.init(String(text.prefix { $0 != "%" }))
        default: return nil
        }
    }

    private init(four: UInt32) {
        self.init(high: 0, low: 0xFFFF_0000_0000 | UInt64(four))
    }

    /// Whether it was written as IPv4.
    package var isFour: Bool { self.high == 0 && self.low >> 32 == 0xFFFF }

    /// Whether it is of this machine.
    package var isLoopback: Bool {
        self.isFour ? self.low >> 24 & 0xFF == 127 : self.high == 0 && self.low == 1
    }

    /// What counts as one sender: an IPv4 address, or the 64 bits of IPv6 that a single household is given.
    package var network: Self { self.isFour ? self : Self(high: self.high, low: 0) }
}
