package import Ledger

/// What an action on ownership did, or would do.
package struct OwnershipOutcome: Hashable, Sendable {
    /// What came of letting Apple name the new owner.
    package enum TokenOutcome: Hashable, Sendable {
        /// Nobody asked for it.
        case notAsked
        /// It would be done.
        case planned
        /// Apple names him from now on.
        case set(AccountToken)
        /// Apple was not told; the purchases were transferred all the same.
        case failed(code: String)
    }

    /// The action, by which it can be undone; `nil` for a preview, and where there was nothing to do.
    package let change: OwnershipChangeID?
    /// What was transferred; the transfers of a preview bear names that they never get.
    package let transfers: [OwnershipTransfer]
    /// The entitlements of everybody concerned, before and after.
    package let entitlements: [EntitlementChange]
    /// Whether the ledger had not heard of the customer before.
    package var isNewCustomer = false
    /// What came of letting Apple name the new owner.
    package var token = TokenOutcome.notAsked
    /// Whether it is only what would be done.
    package var isPreview = false
    /// Why nothing was done, or would be; `nil` where something was.
    package var nothing: NoChange.Code?
}

/// That a purchase, or a chain from a purchase on, is to be a customer's.
package struct TransferRequest: Hashable, Sendable {
    /// The transaction that names the purchase.
    package let transactionID: TransactionID
    /// The environment it belongs to.
    package let environment: StoreEnvironment
    /// Whose it is to be.
    package let customer: CustomerID
    /// How far it reaches.
    package let reach: Decision.Reach
    /// Whether Apple is to name him from now on.
    package let setsAccountToken: Bool

    /// An order of these values.
    package init(
        _ transactionID: TransactionID,
        in environment: StoreEnvironment,
        to customer: CustomerID,
        reach: Decision.Reach,
        setsAccountToken: Bool = false
    ) {
        self.transactionID = transactionID
        self.environment = environment
        self.customer = customer
        self.reach = reach
        self.setsAccountToken = setsAccountToken
    }
}

/// What an action on ownership does to one customer's entitlements.
package struct EntitlementChange: Hashable, Sendable {
    /// The customer.
    package let customer: CustomerID
    /// The environment.
    package let environment: StoreEnvironment
    /// His entitlements before.
    package let before: [Entitlement]
    /// His entitlements after.
    package let after: [Entitlement]
}

extension CustomerService {
    /// The entitlements of everybody whom transfers concern, before and after them.
    func entitlements(
        after transfers: [OwnershipTransfer],
        of customers: [CustomerID],
        in app: ServedApp
    ) async throws(CustomerError) -> [EntitlementChange] {
        let now = self.ambient.now()
        let people = Set(customers + transfers.flatMap { [$0.from, $0.to].compactMap { $0 } }).sorted()
        return try await self.withRepository { repository throws(RepositoryError) in
            var changes: [EntitlementChange] = []
            for environment in StoreEnvironment.allCases {
                let transfers = transfers.filter { $0.environment == environment }
                var transferred: [OwnedChain] = []
                for transfer in transfers {
                    guard let id = transfer.transactionIDs.first else { continue }
                    if transferred.contains(where: { $0.has(id) }) { continue }
                    if let owned = try await repository.chain(of: id, app: app.name, environment: environment) {
                        transferred.append(owned)
                    }
                }
                let changed = transferred.map { $0.after(transfers) }
                for customer in people {
                    let ledger = try await repository.ledger(of: customer, app: app.name, environment: environment)
                    let untouched = ledger.chains.filter { chain in
                        !changed.contains { chain.chain.sharesTransaction(with: $0.chain) }
                    }
                    let after = CustomerLedger(
                        customer: ledger.customer,
                        environment: environment,
                        chains: untouched
                            + changed.filter { chain in chain.claims.values.contains { $0.serves(customer) } }
                    )
                    guard !ledger.chains.isEmpty || !after.chains.isEmpty else { continue }
                    changes.append(
                        EntitlementChange(
                            customer: customer,
                            environment: environment,
                            before: ledger.entitlements(at: now, catalog: app.catalog),
                            after: after.entitlements(at: now, catalog: app.catalog)
                        )
                    )
                }
            }
            return changes
        }
    }
}

extension OwnedChain {
    /// Whether a transaction belongs to it.
    fileprivate func has(_ id: TransactionID) -> Bool {
        self.chain.transactions.contains { $0.transactionID == id }
    }

    /// The same chain after these transfers.
    fileprivate func after(_ transfers: [OwnershipTransfer]) -> Self {
        var claims = self.claims
        for transfer in transfers {
            for id in transfer.transactionIDs where self.has(id) {
                claims[id] = Claim(owner: transfer.to, reason: transfer.reason)
            }
        }
        return Self(chain: self.chain, claims: claims)
    }
}

extension Chain {
    /// Whether both have a transaction in common, and so are one.
    fileprivate func sharesTransaction(with other: Self) -> Bool {
        let ids = Set(other.transactions.map(\.transactionID))
        return self.transactions.contains { ids.contains($0.transactionID) }
    }
}
