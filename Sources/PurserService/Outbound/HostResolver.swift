import Foundation

/// Finds the addresses of a name.
///
/// Tests give their own; `system` asks as every program of the machine does.
package struct HostResolver: Sendable {
    /// Looks a name up without blocking, and says all its addresses once; none where the name has none.
    package typealias Lookup =
        @Sendable (_ host: String, _ done: @escaping @Sendable ([NetworkAddress]) -> Void) -> Void

    /// Looks a name up.
    package let lookUp: Lookup

    /// A resolver of a closure.
    package init(_ lookUp: @escaping Lookup) {
        self.lookUp = lookUp
    }

    /// How many names are looked up at once; a name server that does not answer holds one of them for a while.
    private static let concurrentLookups = 32

    /// The system's own: hosts file, name servers, IPv4 and IPv6, in the order in which they are best tried (RFC 6724).
    ///
    /// It blocks, and so it has threads of its own.
    package static func system() -> Self {
        let queue = OperationQueue()
        queue.name = "purser.outbound.names"
        queue.maxConcurrentOperationCount = Self.concurrentLookups
        return Self { host, done in queue.addOperation { done(Self.addresses(of: host)) } }
    }

    private static func addresses(of host: String) -> [NetworkAddress] {
        var list: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(host, nil, nil, &list) == 0 else { return [] }
        defer { unsafe freeaddrinfo(list) }
        var addresses: [NetworkAddress] = []
        var next = unsafe list
        while let entry = unsafe next {
            // Each address comes once for every kind of socket.
            if let address = unsafe Self.address(entry.pointee), !addresses.contains(address) {
                addresses.append(address)
            }
            unsafe next = entry.pointee.ai_next
        }
        return addresses
    }

    private static func address(_ entry: addrinfo) -> NetworkAddress? {
        guard let bytes = unsafe UnsafeRawPointer(entry.ai_addr) else { return nil }
        switch unsafe entry.ai_family {
        case AF_INET:
            let four = unsafe bytes.loadUnaligned(as: sockaddr_in.self)
            return NetworkAddress(four: UInt32(bigEndian: four.sin_addr.s_addr))
        case AF_INET6:
            var six = unsafe bytes.loadUnaligned(as: sockaddr_in6.self).sin6_addr
            return unsafe withUnsafeBytes(of: &six) { bytes in
                NetworkAddress(
                    high: UInt64(bigEndian: unsafe bytes.loadUnaligned(as: UInt64.self)),
                    low: UInt64(bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
                )
            }
        default: return nil
        }
    }
}
