/// The name of a refund case, the same for good.
///
/// It is made of the environment and the transaction, so it is the same whatever arrived first and whatever database keeps
/// it. It holds nothing but letters, digits, `-`, `_` and `~`.
package typealias RefundID = Identifier<RefundRecord>

extension RefundID {
    private static let prefix = "rfd_"

    /// The name of the case of this transaction.
    package init(_ transactionID: TransactionID, in environment: StoreEnvironment) {
        self.init("\(Self.prefix)\(environment.rawValue)_\(EventID.escaped(transactionID.rawValue))")
    }

    /// The transaction and environment that it is made of, or `nil` when it is no name of a case.
    package var place: (transactionID: TransactionID, environment: StoreEnvironment)? {
        guard self.rawValue.hasPrefix(Self.prefix) else { return nil }
        let parts = self.rawValue.dropFirst(Self.prefix.count).split(separator: "_", maxSplits: 1)
        guard parts.count == 2, let environment = StoreEnvironment(rawValue: String(parts[0])),
            let text = EventID.unescaped(parts[1]), !text.isEmpty
        else { return nil }
        let id = TransactionID(text)
        // One case has one name.
        return Self(id, in: environment) == self ? (id, environment) : nil
    }
}
