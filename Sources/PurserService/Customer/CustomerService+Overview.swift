package import Ledger

/// What support sees of a customer first: who they are, what they have, and what became known last.
///
/// Its cost does not grow with the customer's past, so it is also quick for a customer with ten thousand purchases.
package struct CustomerOverview: Hashable, Sendable {
    /// The maximum number of subscriptions and single purchases.
    package static let maximumChains = 100
    /// The maximum number of older ones that are added because an entitlement rests on them.
    static let maximumFurtherChains = 20

    /// The customer.
    package let customer: CustomerID
    /// The customers who are merged into this one.
    package let mergedCustomers: [CustomerID]
    /// The customer into whom this one is merged; then everything else is empty.
    package let mergedInto: CustomerID?
    /// The earliest instant of any fact in this overview.
    package let firstSeenAt: Instant?
    /// The customer's account tokens.
    package let tokens: [AccountToken]
    /// The Apple accounts that the customer used in the environment.
    package let accounts: [AppleAccountBinding]
    /// The consent in force.
    package let consent: Consent?
    /// The number of consents that the customer gave, including withdrawn ones.
    package let consentCount: Int
    /// The number of tokens that the server created for the customer's apps.
    package let sessionCount: Int
    /// The number of events published about the customer.
    package let eventCount: Int64
    /// The entitlements.
    package let entitlements: [Entitlement]
    /// The purchases that became known last, and those on which an entitlement rests.
    package let ledger: CustomerLedger
    /// Whether the purchases are all of the customer's in the environment.
    package let isWhole: Bool
    /// The instant at which all of this holds.
    package let at: Instant
}

extension CustomerService {
    /// Returns the overview of a customer in an environment.
    package func overview(
        of customer: CustomerID,
        in app: ServedApp,
        environment: StoreEnvironment
    ) async throws(CustomerError) -> CustomerOverview {
        let now = self.ambient.now()
        let overview = try await self.withRepository { repository throws(RepositoryError) in
            try await repository.read { view in
                try view.overview(of: customer, in: app, environment: environment, at: now)
            }
        }
        guard let overview else { throw .refused(.unknownCustomer) }
        return overview
    }
}

extension ReadView {
    /// Returns the overview of a customer; `nil` for an unknown customer.
    fileprivate func overview(
        of customer: CustomerID,
        in app: ServedApp,
        environment: StoreEnvironment,
        at now: Instant
    ) throws -> CustomerOverview? {
        let name = app.name
        guard let record = try self.record(of: customer, app: name) else { return nil }
        let known = try self.newestLedger(
            of: customer,
            app: name,
            environment: environment,
            limit: CustomerOverview.maximumChains
        )
        let entitlements = try self.entitlements(of: customer, in: app, environment: environment, at: now).entitlements
        var ledger = known.ledger
        if !known.isWhole {
            var chains = ledger.chains
            for entitlement in entitlements.prefix(CustomerOverview.maximumFurtherChains) {
                guard entitlement.environment == environment, let id = entitlement.transactionIDs.first,
                    !chains.contains(where: { $0.chain.transactions.contains { $0.transactionID == id } }),
                    let further = try self.chain(of: id, app: name, environment: environment)
                else { continue }
                chains.append(further)
            }
            ledger = CustomerLedger(customer: ledger.customer, environment: environment, chains: chains)
        }
        let consents = try self.consents(of: customer, app: name, limit: CustomerService.longestList)
        let accounts = try self.appleAccounts(of: customer, app: name, environment: environment)
        let stream = EventStream(app: name, subject: .customer(customer))
        var seen = try self.events(of: stream, after: 0, limit: 1).map(\.occurredAt)
        seen += accounts.map(\.firstAt) + consents.map(\.recordedAt)
        seen += try self.facts(of: customer, app: name).byTopic.values.map(\.statedAt)
        return CustomerOverview(
            customer: customer,
            mergedCustomers: record.mergedCustomers,
            mergedInto: record.mergedInto,
            firstSeenAt: seen.min(),
            tokens: try self.accountTokens(of: customer, app: name),
            accounts: accounts,
            consent: Consent.current(among: consents, at: now),
            consentCount: consents.count,
            sessionCount: try self.customerTokenCount(of: customer, app: name),
            eventCount: record.eventCount,
            entitlements: entitlements,
            ledger: ledger,
            isWhole: known.isWhole,
            at: now
        )
    }
}
