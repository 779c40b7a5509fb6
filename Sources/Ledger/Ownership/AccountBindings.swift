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
