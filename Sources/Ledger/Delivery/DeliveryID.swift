/// The name of a delivery, the same for good.
///
/// It is made of the environment and of the transaction by which the purchase first became known, so it does not change when
/// twins arrive or chains join, and it is the same whatever database keeps it. It holds nothing but letters, digits, `-`,
/// `_` and `~`.
package typealias DeliveryID = Identifier<Delivery>

extension DeliveryID {
    private static let prefix = "dlv_"

    /// The name of the delivery that was made for this transaction.
    package init(_ transactionID: TransactionID, in environment: StoreEnvironment) {
        self.init("\(Self.prefix)\(environment.rawValue)_\(EventID.escaped(transactionID.rawValue))")
    }

    /// The transaction and environment that it is made of, or `nil` when it is no name of a delivery.
    package var place: (transactionID: TransactionID, environment: StoreEnvironment)? {
        guard self.rawValue.hasPrefix(Self.prefix) else { return nil }
        let parts = self.rawValue.dropFirst(Self.prefix.count).split(separator: "_", maxSplits: 1)
        guard parts.count == 2, let environment = StoreEnvironment(rawValue: String(parts[0])),
            let text = EventID.unescaped(parts[1]), !text.isEmpty
        else { return nil }
        let id = TransactionID(text)
        // One delivery has one name.
        return Self(id, in: environment) == self ? (id, environment) : nil
    }
}
