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
    /// Where the app's purchases of Production are taken, an answer about Production also has the rights of the Sandbox
    /// that the catalogue allows, named as such; an answer about the Sandbox has all of them, and nothing else.
    /// Synchronous, because the read takes less time than a change of threads.
    package func entitlements(
        of customer: CustomerID,
        in app: ServedApp,
        environment: StoreEnvironment
    ) throws(RepositoryError) -> CustomerEntitlements {
        let now = self.ambient.now()
        let catalogue = app.catalogue
        let environments: [StoreEnvironment] =
            environment == .production && app.takesSandbox ? [.production, .sandbox] : [environment]
        let holdings = try self.repository.holdings(
            of: customer,
            app: app.name,
            environments: environments,
            access: catalogue.access,
            at: now
        )
        return CustomerEntitlements(
            customer: customer,
            environment: environment,
            at: now,
            entitlements: environments.count > 1
                ? holdings.entitlements(of: customer, at: now, catalogue: catalogue)
                : holdings.entitlements(at: now, environment: environment, catalogue: catalogue)
        )
    }

    /// What a customer may use after a purchase of his in an environment was taken in.
    ///
    /// What he bought in the Sandbox of an app that is in production gives him what the catalogue allows and no more.
    /// With a `preview` it is what he might use if his ledger were that one.
    package func entitlements(
        of customer: CustomerID,
        in app: ServedApp,
        afterPurchaseIn environment: StoreEnvironment,
        preview: CustomerLedger? = nil
    ) throws(RepositoryError) -> CustomerEntitlements {
        if let preview { return self.entitlements(previewing: preview, of: customer, in: app) }
        guard environment == .sandbox, app.takesProduction else {
            return try self.entitlements(of: customer, in: app, environment: environment)
        }
        let now = self.ambient.now()
        let catalogue = app.catalogue
        let holdings = try self.repository.holdings(
            of: customer,
            app: app.name,
            environments: [.sandbox],
            access: catalogue.access,
            at: now
        )
        return CustomerEntitlements(
            customer: customer,
            environment: environment,
            at: now,
            entitlements: holdings.sandboxEntitlements(of: customer, at: now, catalogue: catalogue)
        )
    }

    /// What a customer might use if his ledger were this one.
    private func entitlements(
        previewing ledger: CustomerLedger,
        of customer: CustomerID,
        in app: ServedApp
    ) -> CustomerEntitlements {
        let now = self.ambient.now()
        let catalogue = app.catalogue
        let environment = ledger.environment
        let holdings = CustomerHoldings(
            byEnvironment: [environment: ledger.holdings(at: now, access: catalogue.access)]
        )
        let isLimited = environment == .sandbox && app.takesProduction
        return CustomerEntitlements(
            customer: customer,
            environment: environment,
            at: now,
            entitlements: isLimited
                ? holdings.sandboxEntitlements(of: customer, at: now, catalogue: catalogue)
                : holdings.entitlements(at: now, environment: environment, catalogue: catalogue)
        )
    }

    /// The name under which a customer counts: his own, unless he was merged into another.
    package func countingName(
        of customer: CustomerID,
        in app: ServedApp
    ) async throws(RepositoryError) -> CustomerID {
        try await self.repository.record(of: customer, app: app.name)?.mergedInto ?? customer
    }

    /// For each subscription group, whether the customer, or an Apple Account of his under whatever customer, has had its
    /// introductory offer.
    ///
    /// `furtherAccounts` are Apple Accounts that he is known to use besides those that his purchases show.
    package func introductoryUses(
        of customer: CustomerID,
        in app: ServedApp,
        environment: StoreEnvironment,
        furtherAccounts: Set<AppTransactionID> = []
    ) async throws(RepositoryError) -> [IntroductoryUse] {
        let ledger = try await self.repository.ledger(of: customer, app: app.name, environment: environment)
        let bound = try await self.repository.appleAccounts(of: customer, app: app.name, environment: environment)
        let accounts = furtherAccounts.union(bound.map(\.account))
        var others: Set<CustomerID> = []
        for account in accounts.sorted() {
            let bindings = try await self.repository.bindings(of: account, app: app.name, environment: environment)
            others.formUnion(bindings.map(\.customer))
        }
        others.remove(ledger.customer)
        var ledgers: [CustomerLedger] = []
        for other in others.sorted() {
            ledgers.append(try await self.repository.ledger(of: other, app: app.name, environment: environment))
        }
        return ledger.introductoryUses(catalogue: app.catalogue, accounts: accounts, others: ledgers)
    }

    /// What a customer bought, earliest first, and what became of each purchase.
    package func purchases(
        of customer: CustomerID,
        in app: ServedApp,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> [PurchaseLine] {
        let ledger = try await self.repository.ledger(of: customer, app: app.name, environment: environment)
        return ledger.purchases(at: self.ambient.now(), catalogue: app.catalogue)
    }
}
