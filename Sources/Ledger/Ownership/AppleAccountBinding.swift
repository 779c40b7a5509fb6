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

/// Which customers were seen with which Apple Accounts, and when.
struct AccountBindings {
    private var accounts: [AppTransactionID: [CustomerID: AppleAccountBinding]] = [:]

    /// The bindings that are known from elsewhere.
    init(_ known: [AppTransactionID: [AppleAccountBinding]]) {
        for binding in known.values.joined() { self.add(binding) }
    }

    /// Takes note that a customer was seen with an Apple Account.
    mutating func see(_ customer: CustomerID, with account: AppTransactionID, at instant: Instant) {
        self.add(AppleAccountBinding(account: account, customer: customer, firstAt: instant, lastAt: instant))
    }

    /// The bindings of an Apple Account.
    func of(_ account: AppTransactionID) -> [AppleAccountBinding] {
        self.accounts[account].map { Array($0.values) } ?? []
    }

    /// Every binding, by account and customer.
    var all: [AppleAccountBinding] {
        self.accounts.values.flatMap(\.values).sorted { ($0.account, $0.customer) < ($1.account, $1.customer) }
    }

    /// Takes note of a binding.
    mutating func add(_ binding: AppleAccountBinding) {
        var known = self.accounts[binding.account, default: [:]][binding.customer] ?? binding
        known.firstAt = min(known.firstAt, binding.firstAt)
        known.lastAt = max(known.lastAt, binding.lastAt)
        self.accounts[binding.account, default: [:]][binding.customer] = known
    }
}
