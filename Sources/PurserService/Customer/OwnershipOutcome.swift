package import Ledger

/// The result of an action on ownership, or of its preview.
package struct OwnershipOutcome: Hashable, Sendable {
    /// The result of setting the new owner's account token at Apple.
    package enum TokenOutcome: Hashable, Sendable {
        /// The request did not ask for it.
        case notAsked
        /// The token would be set.
        case planned
        /// Apple includes the token from now on.
        case set(AccountToken)
        /// Apple did not accept the token; the purchases were transferred nevertheless.
        case failed(code: String)
    }

    /// The action, by whose id it can be undone; `nil` for a preview, and if there was no change.
    package let change: OwnershipChangeID?
    /// The transfers; those of a preview have ids that are never stored.
    package let transfers: [OwnershipTransfer]
    /// The entitlements of every customer concerned, before and after.
    package let entitlements: [EntitlementChange]
    /// Whether the customer is new to the ledger.
    package var isNewCustomer = false
    /// The result of setting the new owner's account token at Apple.
    package var token = TokenOutcome.notAsked
    /// Whether the result is a preview.
    package var isPreview = false
    /// The reason why there was, or would be, no change; `nil` if there is one.
    package var nothing: NoChange.Code?
}

/// A request to transfer a purchase, or a chain from a purchase on, to a customer.
package struct TransferRequest: Hashable, Sendable {
    /// A transaction of the purchase.
    package let transactionID: TransactionID
    /// The environment of the transaction.
    package let environment: StoreEnvironment
    /// The new owner.
    package let customer: CustomerID
    /// Whether the transfer concerns the purchase or the chain from it on.
    package let reach: Decision.Reach
    /// Whether the new owner's account token is to be set at Apple.
    package let setsAccountToken: Bool

    /// Creates a request of these values.
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

/// The change of one customer's entitlements by an action on ownership.
package struct EntitlementChange: Hashable, Sendable {
    /// The customer.
    package let customer: CustomerID
    /// The environment.
    package let environment: StoreEnvironment
    /// The entitlements before the action.
    package let before: [Entitlement]
    /// The entitlements after the action.
    package let after: [Entitlement]
}

extension ReadView {
    /// Returns the entitlements of every customer concerned by a change and its transfers, before and after them.
    func entitlementChanges(
        after change: OwnershipChange.Kind,
        _ transfers: [OwnershipTransfer],
        of customers: [CustomerID],
        in app: ServedApp,
        at now: Instant
    ) throws -> [EntitlementChange] {
        let people = Set(customers + transfers.flatMap { [$0.from, $0.to].compactMap { $0 } }).sorted()
        var changes: [EntitlementChange] = []
        for environment in StoreEnvironment.allCases {
            let transfers = transfers.filter { $0.environment == environment }
            var transferred: [OwnedChain] = []
            for transfer in transfers {
                guard let id = transfer.transactionIDs.first else { continue }
                if transferred.contains(where: { $0.has(id) }) { continue }
                if let owned = try self.chain(of: id, app: app.name, environment: environment) {
                    transferred.append(owned)
                }
            }
            let changed = transferred.map { $0.after(transfers) }
            let passing = try change.passing.map { seats in
                try self.ledger(of: seats.from, app: app.name, environment: environment).chains.filter(\.hasSeats)
            }
            for customer in people {
                let ledger = try self.ledger(of: customer, app: app.name, environment: environment)
                let untouched = ledger.chains.filter { chain in
                    !changed.contains { chain.chain.sharesTransaction(with: $0.chain) }
                }
                var chains =
                    untouched + changed.filter { chain in chain.claims.values.contains { $0.serves(customer) } }
                if let seats = change.passing, let passing {
                    if seats.to == ledger.customer {
                        chains += passing.filter { chain in
                            !chains.contains { $0.chain.sharesTransaction(with: chain.chain) }
                        }
                    }
                    chains = chains.map { $0.passingSeats(of: seats.from, to: seats.to) }
                }
                let after = CustomerLedger(customer: ledger.customer, environment: environment, chains: chains)
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

extension OwnedChain {
    /// Returns whether a transaction belongs to the chain.
    fileprivate func has(_ id: TransactionID) -> Bool {
        self.chain.transactions.contains { $0.transactionID == id }
    }

    /// Returns the chain after these transfers.
    fileprivate func after(_ transfers: [OwnershipTransfer]) -> Self {
        var claims = self.claims
        for transfer in transfers {
            for id in transfer.transactionIDs where self.has(id) {
                claims[id] = Claim(owner: transfer.to, reason: transfer.reason)
            }
        }
        return Self(chain: self.chain, claims: claims)
    }

    /// Whether it is a multiseat subscription.
    fileprivate var hasSeats: Bool { self.chain.transactions.contains { $0.current.seats != nil } }

    /// Returns the chain after a customer's seats pass to another customer, or end.
    fileprivate func passingSeats(of customer: CustomerID, to other: CustomerID?) -> Self {
        guard self.hasSeats else { return self }
        let claims = self.claims.mapValues { claim in
            guard claim.sharedWith.contains(customer) else { return claim }
            var members = Set(claim.sharedWith)
            members.remove(customer)
            if let other, other != claim.owner { members.insert(other) }
            return Claim(owner: claim.owner, reason: claim.reason, sharedWith: members.sorted())
        }
        return Self(chain: self.chain, claims: claims)
    }
}

extension OwnershipChange.Kind {
    /// The customer whose seats pass to another customer, or end; `nil` where none do, and for an undone change,
    /// whose customers' seats are not stated.
    fileprivate var passing: (from: CustomerID, to: CustomerID?)? {
        switch self {
        case .merge(let customer, let other): (customer, other)
        case .erase(let customer): (customer, nil)
        case .decide, .undo: nil
        }
    }
}

extension Chain {
    /// Returns whether both have a transaction in common, and therefore are the same chain.
    fileprivate func sharesTransaction(with other: Self) -> Bool {
        let ids = Set(other.transactions.map(\.transactionID))
        return self.transactions.contains { ids.contains($0.transactionID) }
    }
}
