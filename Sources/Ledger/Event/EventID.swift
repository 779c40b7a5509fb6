import Notation

/// The ID of one event of an app, the same in every delivery of it.
///
/// It contains the event stream and the number, so the server finds the event without an index, and the ID is the same
/// in every database: `cus_ada_7` is the seventh event of the customer `ada`, and `chn_Production_2000000123_1` the
/// first of a chain without an owner. Every character other than a letter, a digit, `-` and `_` is encoded as `~` and
/// two hexadecimal digits, so the ID contains no dot, as Standard Webhooks 1.0.0 requires of a message's ID.
package typealias EventID = Identifier<Event>

extension EventID {
    private static let customer = "cus_"
    private static let chain = "chn_"
    private static let notification = "ntf_"

    /// Creates the ID of the event with this number in an event stream.
    package init(stream: EventStream, number: Int64) {
        switch stream.subject {
        case .customer(let customer):
            self.init("\(Self.customer)\(Self.escaped(customer.rawValue))_\(number)")
        case .chain(let environment, let chain):
            self.init("\(Self.chain)\(environment.rawValue)_\(Self.escaped(chain.rawValue))_\(number)")
        case .notification(let digest):
            self.init("\(Self.notification)\(digest.hexadecimal)_\(number)")
        }
    }

    /// Returns the event stream in an app and the number there that the ID identifies; `nil` when it identifies none.
    package func position(in app: AppName) -> (stream: EventStream, number: Int64)? {
        guard let end = self.rawValue.lastIndex(of: "_"),
            let number = Int64(self.rawValue[self.rawValue.index(after: end)...]), number > 0
        else { return nil }
        let subject: EventStream.Subject
        let name = self.rawValue[..<end]
        if name.hasPrefix(Self.customer) {
            guard let text = Self.unescaped(name.dropFirst(Self.customer.count)), let customer = CustomerID(text) else {
                return nil
            }
            subject = .customer(customer)
        } else if name.hasPrefix(Self.chain) {
            let parts = name.dropFirst(Self.chain.count).split(separator: "_", maxSplits: 1)
            guard parts.count == 2, let environment = StoreEnvironment(rawValue: String(parts[0])),
                let chain = Self.unescaped(parts[1])
            else { return nil }
            subject = .chain(environment, OriginalTransactionID(chain))
        } else if name.hasPrefix(Self.notification) {
            guard let digest = EvidenceDigest(hexadecimal: name.dropFirst(Self.notification.count)) else { return nil }
            subject = .notification(digest)
        } else {
            return nil
        }
        let stream = EventStream(app: app, subject: subject)
        // Each event has exactly one ID.
        return Self(stream: stream, number: number) == self ? (stream, number) : nil
    }

    private static let form = PercentEncoding(mark: UInt8(ascii: "~"), isUppercase: false, signs: "-_")

    /// Returns a text encoded with letters, digits, `-`, `_` and `~` alone.
    static func escaped(_ text: String) -> String { Self.form.encoded(text) }

    /// Returns the decoded text; `nil` when the encoding is invalid.
    static func unescaped(_ text: Substring) -> String? { Self.form.decoded(text) }
}
