/// Why an address is not called, by the kind of network that it belongs to.
///
/// The numbers are those of IANA's registries of special-purpose addresses (RFC 6890).
package enum AddressRefusal: String, Error, Hashable, Sendable, CaseIterable {
    /// This machine: 127.0.0.0/8, ::1.
    case loopback = "address_loopback"
    /// No address, which some systems take for this machine: 0.0.0.0/8, ::.
    case unspecified = "address_unspecified"
    /// A private network: RFC 1918.
    case privateNetwork = "address_private"
    /// A provider's network behind its own translation: 100.64.0.0/10.
    case shared = "address_shared"
    /// The same cable: 169.254.0.0/16, fe80::/10.
    case linkLocal = "address_link_local"
    /// What tells a machine of a cloud about itself, and hands out its keys.
    case metadata = "address_metadata"
    /// A private network: fc00::/7.
    case uniqueLocal = "address_unique_local"
    /// A private network of old: fec0::/10.
    case siteLocal = "address_site_local"
    /// Many at once: 224.0.0.0/4, ff00::/8.
    case multicast = "address_multicast"
    /// Only for examples: 192.0.2.0/24 and its like, 2001:db8::/32, 3fff::/20.
    case documentation = "address_documentation"
    /// Only for measuring: 198.18.0.0/15, 2001:2::/48.
    case benchmarking = "address_benchmarking"
    /// Another address wrapped into this one: IPv4-compatible, translated, 6to4, Teredo, a network's own NAT64.
    case embedded = "address_embedded"
    /// Nobody's, or a protocol's own: 240.0.0.0/4, 192.0.0.0/24, all of IPv6 that is not handed out.
    case reserved = "address_reserved"

    /// What kind of address it is, to follow "the address is".
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
