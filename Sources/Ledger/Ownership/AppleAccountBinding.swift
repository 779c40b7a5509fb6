/// A customer and one Apple account in one app that he was seen with.
package struct AppleAccountBinding: Hashable, Sendable {
    /// The Apple account, as `appTransactionId` names it.
    package let account: AppTransactionID
    /// The customer.
    package let customer: CustomerID
    /// When he was first seen with it.
    package var firstAt: Instant
    /// When he was last seen with it.
    package var lastAt: Instant

    /// A binding of these values.
    package init(account: AppTransactionID, customer: CustomerID, firstAt: Instant, lastAt: Instant) {
        self.account = account
        self.customer = customer
        self.firstAt = firstAt
        self.lastAt = lastAt
    }

    /// Bindings as one for each account and customer, by account and customer.
    package static func joined(_ bindings: [Self]) -> [Self] {
        var joined = AccountBindings([:])
        for binding in bindings { joined.add(binding) }
        return joined.all
    }
}
