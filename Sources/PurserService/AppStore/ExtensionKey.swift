package import AppStore
package import Ledger

/// The identity of a request to extend renewal dates when its sender sends it again.
///
/// The id of the extension, which is also the request identifier at Apple, is derived from the sender and the key: the
/// same sender and key give one extension, however often and however late the request arrives.
package struct ExtensionKey: Hashable, Sendable {
    /// The id of the extension.
    package let id: RenewalExtensionID

    /// Creates the identity of a request.
    ///
    /// - Parameters:
    ///   - key: The sender's idempotency key.
    ///   - sender: A digest that identifies the sender.
    package init(_ key: String, of sender: ContentDigest) {
        let digest = ContentDigest(of: [Array("renewal extension".utf8), sender.bytes, Array(key.utf8)])
        var bytes = Array(digest.bytes.prefix(16))
        // RFC 9562: version 8, which is derived from the application's own data, and variant 10.
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        let halves = [0, 8].map { start in bytes[start..<(start + 8)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
        self.id = RenewalExtensionID(AccountToken(high: halves[0], low: halves[1]).description)
    }
}

extension ExtendReasonCode {
    /// The names of the reasons why renewal dates are extended, with Apple's numbers.
    package static let names: [(name: String, code: ExtendReasonCode)] = [
        ("satisfaction", .customerSatisfaction), ("outage", .serviceIssue), ("other", .other),
        ("undeclared", .undeclared),
    ]

    /// Returns the number for a name; `nil` if no reason has this name.
    package init?(name: String) {
        guard let known = Self.names.first(where: { $0.name == name }) else { return nil }
        self = known.code
    }

    /// The name of the reason.
    package var name: String { Self.names.first { $0.code == self }?.name ?? "undeclared" }
}
