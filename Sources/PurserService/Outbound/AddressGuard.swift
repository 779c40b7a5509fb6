/// A guard that prevents requests to addresses that only the server can reach.
///
/// Otherwise a person who may enter a URL could make the server call its neighbors, itself, or the metadata service
/// where a cloud stores a machine's keys. Every address that is not clearly public is refused, except those that the
/// operator allows.
package struct AddressGuard: Sendable {
    /// The verdict on an address.
    package enum Verdict: Hashable, Sendable {
        /// The address is public.
        case open
        /// The operator allows the address, whatever its kind.
        case allowed
        /// The address is refused.
        case refused(AddressRefusal)
    }

    /// The addresses that the operator allows.
    package let allowed: [AllowedAddress]

    /// Creates a guard that allows public addresses and these.
    package init(allow allowed: [AllowedAddress] = []) {
        self.allowed = allowed
    }

    /// Returns the verdict on an address and port.
    package func verdict(on address: NetworkAddress, port: Int) -> Verdict {
        if self.allowed.contains(where: { $0.contains(address, port: port) }) { return .allowed }
        return Self.refusal(of: address).map(Verdict.refused) ?? .open
    }

    /// Returns why an address is not public; `nil` if it is.
    static func refusal(of address: NetworkAddress) -> AddressRefusal? {
        if Self.metadata.contains(address) { return .metadata }
        if address.isFour { return Self.four.first { $0.range.contains(address) }?.refusal }
        if let known = Self.six.first(where: { $0.range.contains(address) }) { return known.refusal }
        // Networks without IPv4 reach all of it through this prefix (RFC 6052), so the embedded address decides.
        if Self.translated.contains(address) {
            return Self.refusal(of: NetworkAddress(four: UInt32(truncatingIfNeeded: address.low)))
        }
        return Self.global.contains(address) ? nil : .reserved
    }

    private typealias Row = (range: AddressRange, refusal: AddressRefusal)

    private static func row(_ text: String, _ refusal: AddressRefusal) -> Row { (Self.range(text), refusal) }

    private static func range(_ text: String) -> AddressRange {
        guard let range = AddressRange(text) else { preconditionFailure("A range of the table cannot be read.") }
        return range
    }

    private static let four: [Row] = [
        Self.row("0.0.0.0/8", .unspecified), Self.row("10.0.0.0/8", .privateNetwork),
        Self.row("100.64.0.0/10", .shared), Self.row("127.0.0.0/8", .loopback),
        Self.row("169.254.0.0/16", .linkLocal), Self.row("172.16.0.0/12", .privateNetwork),
        Self.row("192.0.0.0/24", .reserved), Self.row("192.0.2.0/24", .documentation),
        Self.row("192.88.99.0/24", .reserved), Self.row("192.168.0.0/16", .privateNetwork),
        Self.row("198.18.0.0/15", .benchmarking), Self.row("198.51.100.0/24", .documentation),
        Self.row("203.0.113.0/24", .documentation), Self.row("224.0.0.0/4", .multicast),
        Self.row("240.0.0.0/4", .reserved),
    ]

    private static let six: [Row] = [
        Self.row("::/128", .unspecified), Self.row("::1/128", .loopback),
        // IPv4-compatible (RFC 4291) and translated (RFC 2765) addresses.
        Self.row("::/96", .embedded), Self.row("::ffff:0:0:0/96", .embedded),
        // Addresses of a network's own translation prefix cannot be decoded from outside (RFC 8215).
        Self.row("64:ff9b:1::/48", .embedded),
        Self.row("fc00::/7", .uniqueLocal), Self.row("fe80::/10", .linkLocal), Self.row("fec0::/10", .siteLocal),
        Self.row("ff00::/8", .multicast),
        // Teredo (RFC 4380) and 6to4 (RFC 3056), which are no longer used on the internet.
        Self.row("2001::/32", .embedded), Self.row("2002::/16", .embedded),
        Self.row("2001:2::/48", .benchmarking), Self.row("2001:db8::/32", .documentation),
        Self.row("3fff::/20", .documentation),
        // Addresses for protocols (RFC 2928), including identifiers that are not addresses.
        Self.row("2001::/23", .reserved),
    ]

    /// The addresses that IANA allocates to networks of the internet (RFC 4291, section 2.4, and its registry).
    private static let global = Self.range("2000::/3")
    private static let translated = Self.range("64:ff9b::/96")

    // The metadata addresses of Amazon, Google, Azure, Oracle and Alibaba, and of container credentials. Most are in
    // ranges that are refused anyway; one is not.
    private static let metadata = Set(
        [
            "169.254.169.254", "169.254.170.2", "169.254.170.23", "168.63.129.16", "192.0.0.192", "100.100.100.200",
            "fd00:ec2::254", "fd00:ec2::23", "fd20:ce::254",
        ].map { text in
            guard let address = NetworkAddress(text) else { preconditionFailure("An address cannot be read.") }
            return address
        }
    )
}

/// The reason why an address is refused, by the kind of its network.
///
/// The ranges are those of IANA's registries of special-purpose addresses (RFC 6890).
package enum AddressRefusal: String, Error, Hashable, Sendable, CaseIterable {
    /// This machine: 127.0.0.0/8, ::1.
    case loopback = "address_loopback"
    /// The unspecified address, which some systems treat as this machine: 0.0.0.0/8, ::.
    case unspecified = "address_unspecified"
    /// A private network: RFC 1918.
    case privateNetwork = "address_private"
    /// A provider's network behind carrier-grade NAT: 100.64.0.0/10.
    case shared = "address_shared"
    /// A link-local address: 169.254.0.0/16, fe80::/10.
    case linkLocal = "address_link_local"
    /// The metadata service of a cloud, which returns a machine's keys.
    case metadata = "address_metadata"
    /// A unique local address, for private networks: fc00::/7.
    case uniqueLocal = "address_unique_local"
    /// A site-local address, formerly for private networks: fec0::/10.
    case siteLocal = "address_site_local"
    /// A multicast address: 224.0.0.0/4, ff00::/8.
    case multicast = "address_multicast"
    /// An address for documentation: 192.0.2.0/24 and similar ranges, 2001:db8::/32, 3fff::/20.
    case documentation = "address_documentation"
    /// An address for benchmarks: 198.18.0.0/15, 2001:2::/48.
    case benchmarking = "address_benchmarking"
    /// An address that embeds another one: IPv4-compatible, translated, 6to4, Teredo, a network's own NAT64.
    case embedded = "address_embedded"
    /// A reserved address, or one for protocols: 240.0.0.0/4, 192.0.0.0/24, all unallocated IPv6 addresses.
    case reserved = "address_reserved"

    /// The kind of the address, to follow "the address is".
    package var kind: String {
        switch self {
        case .loopback: "this machine's own"
        case .unspecified: "no address of a machine"
        case .privateNetwork, .uniqueLocal, .siteLocal: "one of a private network"
        case .shared: "one of a provider's inner network"
        case .linkLocal: "one that only the same cable reaches"
        case .metadata: "the one where clouds keep a machine's keys"
        case .multicast: "one of many machines at once"
        case .documentation: "one for examples"
        case .benchmarking: "one for measurements"
        case .embedded: "another one wrapped up"
        case .reserved: "reserved"
        }
    }
}
