/// A customer and an Apple Account in one app with which they were seen.
package struct AppleAccountBinding: Hashable, Sendable {
    /// The Apple Account, identified by `appTransactionId`.
    package let account: AppTransactionID
    /// The customer.
    package let customer: CustomerID
    /// The instant at which the customer was first seen with it.
    package var firstAt: Instant
    /// The instant at which the customer was last seen with it.
    package var lastAt: Instant

    /// Creates a binding with these values.
    package init(account: AppTransactionID, customer: CustomerID, firstAt: Instant, lastAt: Instant) {
        self.account = account
        self.customer = customer
        self.firstAt = firstAt
        self.lastAt = lastAt
    }

    /// Returns the bindings joined to one for each account and customer, by account and customer.
    package static func joined(_ bindings: [Self]) -> [Self] {
        var joined = AccountBindings([:])
        for binding in bindings { joined.add(binding) }
        return joined.all
    }
}

/// The customers who were seen with each Apple Account, with the instants.
struct AccountBindings {
    private var accounts: [AppTransactionID: [CustomerID: AppleAccountBinding]] = [:]

    /// Creates bindings from those that are known from elsewhere.
    init(_ known: [AppTransactionID: [AppleAccountBinding]]) {
        for binding in known.values.joined() { self.add(binding) }
    }

    /// Records that a customer was seen with an Apple Account.
    mutating func see(_ customer: CustomerID, with account: AppTransactionID, at instant: Instant) {
        self.add(AppleAccountBinding(account: account, customer: customer, firstAt: instant, lastAt: instant))
    }

    /// Returns the bindings of an Apple Account.
    func of(_ account: AppTransactionID) -> [AppleAccountBinding] {
        self.accounts[account].map { Array($0.values) } ?? []
    }

    /// All bindings, by account and customer.
    var all: [AppleAccountBinding] {
        self.accounts.values.flatMap(\.values).sorted { ($0.account, $0.customer) < ($1.account, $1.customer) }
    }

    /// Adds a binding.
    mutating func add(_ binding: AppleAccountBinding) {
        var known = self.accounts[binding.account, default: [:]][binding.customer] ?? binding
        known.firstAt = min(known.firstAt, binding.firstAt)
        known.lastAt = max(known.lastAt, binding.lastAt)
        self.accounts[binding.account, default: [:]][binding.customer] = known
    }
}
