package import AppStore
package import Ledger

/// By what an order to extend renewal dates is known when its sender sends it again.
///
/// The order's id, which is also the request identifier at Apple, follows from it: the same sender and key give one
/// order, however often and however late the request comes.
package struct ExtensionKey: Hashable, Sendable {
    /// The id of the order.
    package let id: RenewalExtensionID

    /// The key that a sender has given to a request.
    ///
    /// - Parameters:
    ///   - key: The sender's name for the request.
    ///   - sender: What tells the sender from others.
    package init(_ key: String, of sender: ContentDigest) {
        let digest = ContentDigest(of: [Array("renewal extension".utf8), sender.bytes, Array(key.utf8)])
        var bytes = Array(digest.bytes.prefix(16))
        // RFC 9562: version 8, which is made of data of one's own, and variant 10.
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        let halves = [0, 8].map { start in bytes[start..<(start + 8)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
        self.id = RenewalExtensionID(AccountToken(high: halves[0], low: halves[1]).description)
    }
}

extension ExtendReasonCode {
    /// The words for why renewal dates are extended, with Apple's numbers.
    package static let names: [(name: String, code: ExtendReasonCode)] = [
        ("satisfaction", .customerSatisfaction), ("outage", .serviceIssue), ("other", .other),
        ("undeclared", .undeclared),
    ]

    /// The number for a word; `nil` where there is no such word.
    package init?(name: String) {
        guard let known = Self.names.first(where: { $0.name == name }) else { return nil }
        self = known.code
    }

    /// The word for the number.
    package var name: String { Self.names.first { $0.code == self }?.name ?? "undeclared" }
}
