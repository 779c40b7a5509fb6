package import Ledger

/// Queries about one customer at the current instant.
package struct CustomerQuery: Sendable {
    let repository: any Repository
    let ambient: Ambient

    /// Creates queries on this ledger.
    package init(repository: any Repository, ambient: Ambient) {
        self.repository = repository
        self.ambient = ambient
    }

    /// Returns the entitlements of a customer, with their sources.
    ///
    /// If the app accepts Production purchases, an answer about Production also contains the Sandbox entitlements that
    /// the catalog allows, marked as such; an answer about the Sandbox contains all Sandbox entitlements, and nothing
    /// else.
    package func entitlements(
        of customer: CustomerID,
        in app: ServedApp,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> CustomerEntitlements {
        let now = self.ambient.now()
        return try await self.repository.read { view in
            try view.entitlements(of: customer, in: app, environment: environment, at: now)
        }
    }

    /// Returns the entitlements of a customer after one of their purchases in an environment was ingested, and the
    /// customer who counts as them: the one into whom they were merged, if the purchase has another owner.
    ///
    /// A Sandbox purchase in an app that is in production gives the customer what the catalog allows and no more. With
    /// a `preview`, the method returns the entitlements that the customer would have if that were their ledger of the
    /// environment.
    package func entitlements(
        of customer: CustomerID,
        in app: ServedApp,
        afterPurchaseIn environment: StoreEnvironment,
        ownedBy owner: CustomerID?,
        preview: CustomerLedger? = nil
    ) async throws(RepositoryError) -> (counting: CustomerID, entitlements: CustomerEntitlements) {
        let now = self.ambient.now()
        return try await self.repository.read { view in
            let isOthers = owner.map { $0 != customer } ?? false
            let entitlements = try view.entitlements(
                of: customer,
                in: app,
                environment: environment,
                at: now,
                isLimited: environment == .sandbox && app.takesProduction,
                preview: preview
            )
            return (isOthers ? try view.canonicalCustomer(of: customer, app: app.name) : customer, entitlements)
        }
    }

    /// Returns whether a customer of this name may own something.
    package func admits(_ customer: CustomerID, in app: ServedApp) async throws(RepositoryError) -> Bool {
        try await self.repository.admits(customer, app: app.name)
    }

    /// Returns for each subscription group whether the customer, or one of the customer's Apple accounts under any
    /// customer, has redeemed its introductory offer.
    ///
    /// `furtherAccounts` are Apple accounts that the customer is known to use besides those of their purchases. Without
    /// a customer, only these accounts are checked.
    package func introductoryUses(
        of customer: CustomerID?,
        in app: ServedApp,
        environment: StoreEnvironment,
        furtherAccounts: Set<AppTransactionID> = []
    ) async throws(RepositoryError) -> [IntroductoryUse] {
        try await self.repository.read { view in
            try view.introductoryUses(
                of: customer,
                in: app,
                environment: environment,
                furtherAccounts: furtherAccounts
            )
        }
    }

    /// Returns the purchases of a customer with their current state, earliest first.
    package func purchases(
        of customer: CustomerID,
        in app: ServedApp,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> [PurchaseLine] {
        let ledger = try await self.repository.read { view in
            try view.ledger(of: customer, app: app.name, environment: environment)
        }
        return ledger.purchases(at: self.ambient.now(), catalog: app.catalog)
    }
}

extension ReadView {
    /// Returns the entitlements of a customer in an environment, with their sources.
    ///
    /// An answer about Production also contains the Sandbox entitlements that the catalog allows, if the app accepts
    /// both. With `isLimited`, an answer about the Sandbox contains what the catalog allows and no more. With a
    /// `preview`, that counts as the customer's ledger of its environment.
    func entitlements(
        of customer: CustomerID,
        in app: ServedApp,
        environment: StoreEnvironment,
        at now: Instant,
        isLimited: Bool = false,
        preview: CustomerLedger? = nil
    ) throws -> CustomerEntitlements {
        let catalog = app.catalog
        let isWhole = environment == .production && app.takesSandbox
        var holdings = try self.holdings(
            of: customer,
            app: app.name,
            environments: isWhole ? [.production, .sandbox] : [environment],
            gracePolicy: catalog.gracePolicy,
            at: now
        )
        if let preview {
            holdings.byEnvironment[preview.environment] = preview.holdings(at: now, gracePolicy: catalog.gracePolicy)
        }
        let entitlements: [Entitlement]
        if isLimited {
            entitlements = holdings.sandboxEntitlements(of: customer, at: now, catalog: catalog)
        } else if isWhole {
            entitlements = holdings.entitlements(of: customer, at: now, catalog: catalog)
        } else {
            entitlements = holdings.entitlements(at: now, environment: environment, catalog: catalog)
        }
        return CustomerEntitlements(customer: customer, environment: environment, at: now, entitlements: entitlements)
    }

    /// Returns the canonical customer: the customer itself, unless it was merged into another.
    func canonicalCustomer(of customer: CustomerID, app: AppName) throws -> CustomerID {
        try self.record(of: customer, app: app)?.mergedInto ?? customer
    }

    /// Returns for each subscription group whether the customer, or one of the customer's Apple accounts under any
    /// customer, has redeemed its introductory offer.
    func introductoryUses(
        of customer: CustomerID?,
        in app: ServedApp,
        environment: StoreEnvironment,
        furtherAccounts: Set<AppTransactionID>
    ) throws -> [IntroductoryUse] {
        var own: CustomerLedger?
        var accounts = furtherAccounts
        if let customer {
            own = try self.ledger(of: customer, app: app.name, environment: environment)
            let bound = try self.appleAccounts(of: customer, app: app.name, environment: environment)
            accounts.formUnion(bound.map(\.account))
        }
        var others: Set<CustomerID> = []
        var chains: [OwnedChain] = []
        for account in accounts.sorted() {
            let bindings = try self.bindings(of: account, app: app.name, environment: environment)
            others.formUnion(bindings.map(\.customer))
            chains += try self.unclaimedChains(of: account, app: app.name, environment: environment)
        }
        if let own { others.remove(own.customer) }
        for other in others.sorted() {
            chains += try self.ledger(of: other, app: app.name, environment: environment).chains
        }
        return IntroductoryUse.all(own: own, catalog: app.catalog, accounts: accounts, others: chains)
    }
}

/// The entitlements of one customer at one instant.
package struct CustomerEntitlements: Hashable, Sendable {
    /// The customer.
    package let customer: CustomerID
    /// The environment of the purchases.
    package let environment: StoreEnvironment
    /// The instant for which the entitlements are computed.
    package let at: Instant
    /// One entry for each entitlement that any of the customer's purchases has ever given.
    package let entitlements: [Entitlement]

    /// Creates an answer of these values.
    package init(customer: CustomerID, environment: StoreEnvironment, at: Instant, entitlements: [Entitlement]) {
        self.customer = customer
        self.environment = environment
        self.at = at
        self.entitlements = entitlements
    }
}
