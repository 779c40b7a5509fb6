package import Ledger

/// Answers what is known of one customer at this instant.
package struct CustomerQuery: Sendable {
    let repository: any Repository
    let ambient: Ambient

    /// Queries on this ledger.
    package init(repository: any Repository, ambient: Ambient) {
        self.repository = repository
        self.ambient = ambient
    }

    /// What a customer may use, and why.
    ///
    /// Where the app's purchases of Production are taken, an answer about Production also has the entitlements of the
    /// Sandbox that the catalog allows, named as such; an answer about the Sandbox has all of them, and nothing else.
    package func entitlements(
        of customer: CustomerID,
        in app: ServedApp,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> CustomerEntitlements {
        try await self.entitlements(of: customer, in: app, about: environment, isLimited: false)
    }

    /// What a customer may use after a purchase of his in an environment was taken in.
    ///
    /// What he bought in the Sandbox of an app that is in production gives him what the catalog allows and no more.
    /// With a `preview` it is what he might use if his ledger of that environment were that one.
    package func entitlements(
        of customer: CustomerID,
        in app: ServedApp,
        afterPurchaseIn environment: StoreEnvironment,
        preview: CustomerLedger? = nil
    ) async throws(RepositoryError) -> CustomerEntitlements {
        try await self.entitlements(
            of: customer,
            in: app,
            about: environment,
            isLimited: environment == .sandbox && app.takesProduction,
            preview: preview
        )
    }

    private func entitlements(
        of customer: CustomerID,
        in app: ServedApp,
        about environment: StoreEnvironment,
        isLimited: Bool,
        preview: CustomerLedger? = nil
    ) async throws(RepositoryError) -> CustomerEntitlements {
        let now = self.ambient.now()
        let catalog = app.catalog
        let isWhole = environment == .production && app.takesSandbox
        var holdings = try await self.repository.holdings(
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

    /// The name under which a customer counts: his own, unless he was merged into another.
    package func canonicalCustomer(
        of customer: CustomerID,
        in app: ServedApp
    ) async throws(RepositoryError) -> CustomerID {
        try await self.repository.record(of: customer, app: app.name)?.mergedInto ?? customer
    }

    /// Whether something may be somebody's of this name.
    package func admits(_ customer: CustomerID, in app: ServedApp) async throws(RepositoryError) -> Bool {
        try await self.repository.admits(customer, app: app.name)
    }

    /// For each subscription group, whether the customer, or an Apple Account of his under whatever customer, has had
    /// its introductory offer.
    ///
    /// `furtherAccounts` are Apple Accounts that he is known to use besides those that his purchases show. Without a
    /// customer they alone count.
    package func introductoryUses(
        of customer: CustomerID?,
        in app: ServedApp,
        environment: StoreEnvironment,
        furtherAccounts: Set<AppTransactionID> = []
    ) async throws(RepositoryError) -> [IntroductoryUse] {
        var own: CustomerLedger?
        var accounts = furtherAccounts
        if let customer {
            own = try await self.repository.ledger(of: customer, app: app.name, environment: environment)
            let bound = try await self.repository.appleAccounts(of: customer, app: app.name, environment: environment)
            accounts.formUnion(bound.map(\.account))
        }
        var others: Set<CustomerID> = []
        var chains: [OwnedChain] = []
        for account in accounts.sorted() {
            let bindings = try await self.repository.bindings(of: account, app: app.name, environment: environment)
            others.formUnion(bindings.map(\.customer))
            chains += try await self.repository.unclaimedChains(of: account, app: app.name, environment: environment)
        }
        if let own { others.remove(own.customer) }
        for other in others.sorted() {
            chains += try await self.repository.ledger(of: other, app: app.name, environment: environment).chains
        }
        return IntroductoryUse.all(own: own, catalog: app.catalog, accounts: accounts, others: chains)
    }

    /// What a customer bought, earliest first, and what became of each purchase.
    package func purchases(
        of customer: CustomerID,
        in app: ServedApp,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> [PurchaseLine] {
        let ledger = try await self.repository.ledger(of: customer, app: app.name, environment: environment)
        return ledger.purchases(at: self.ambient.now(), catalog: app.catalog)
    }
}

/// What one customer may use at one instant.
package struct CustomerEntitlements: Hashable, Sendable {
    /// Whose entitlements.
    package let customer: CustomerID
    /// The environment they were bought in.
    package let environment: StoreEnvironment
    /// The instant the answer is about.
    package let at: Instant
    /// One answer for each entitlement that anything of his has ever given.
    package let entitlements: [Entitlement]

    /// An answer of these values.
    package init(customer: CustomerID, environment: StoreEnvironment, at: Instant, entitlements: [Entitlement]) {
        self.customer = customer
        self.environment = environment
        self.at = at
        self.entitlements = entitlements
    }
}
