import Ledger

extension ReadView {
    /// Returns the block of a customer: the one that is stored, or the one that the catalog derives from a rescission
    /// of consent for one of the customer's Apple Accounts, whichever began first; `nil` for neither.
    func block(
        of customer: CustomerID,
        in app: ServedApp,
        environment: StoreEnvironment,
        at now: Instant
    ) throws -> CustomerBlock? {
        let stored = try self.block(of: customer, app: app.name)
        let derived = try self.rescissionBlock(of: customer, in: app, environment: environment, at: now)
        return [stored, derived].compactMap(\.self).min { $0.at < $1.at }
    }

    /// Returns the block that the catalog derives from a rescission of consent for one of the customer's Apple
    /// Accounts; `nil` for none.
    func rescissionBlock(
        of customer: CustomerID,
        in app: ServedApp,
        environment: StoreEnvironment,
        at now: Instant
    ) throws -> CustomerBlock? {
        guard app.catalog.rescissions.canFreeze else { return nil }
        let bindings = try self.appleAccounts(of: customer, app: app.name, environment: environment)
        let blocks = try bindings.compactMap { binding -> CustomerBlock? in
            guard
                let rescission = try self.rescission(
                    of: binding.account,
                    app: app.name,
                    environment: environment
                )
            else { return nil }
            return try self.open(rescission, in: app, environment: environment, for: [binding.customer], at: now)?.block
        }
        return blocks.min { $0.at < $1.at }
    }

    /// Returns what a rescission sets in motion for the customers of its Apple Account, or for these of them; `nil` for
    /// nothing.
    func open(
        _ rescission: RecordedRescission,
        in app: ServedApp,
        environment: StoreEnvironment,
        for customers: [CustomerID]? = nil,
        at now: Instant
    ) throws -> OpenRescission? {
        guard !rescission.isResolved else { return nil }
        let account = rescission.account
        let users = try self.bindings(of: account, app: app.name, environment: environment).map(\.customer)
            .prefix(OpenRescission.longestList)
        let concerned = try (customers ?? Array(users)).filter { !$0.isErased }.map { customer in
            OpenRescission.Candidate(
                customer,
                try self.consents(of: customer, app: app.name, limit: CustomerService.longestList)
            )
        }
        guard !concerned.isEmpty else { return nil }
        var chains = try self.unclaimedChains(of: account, app: app.name, environment: environment)
        for user in users {
            chains += try self.ledger(of: user, app: app.name, environment: environment).chains
        }
        return OpenRescission(
            rescission,
            in: environment,
            storefront: OpenRescission.storefront(
                of: account,
                at: rescission.rescindedAt,
                among: chains.flatMap(\.chain.transactions).map(\.current)
            ),
            among: concerned,
            under: app.catalog.rescissions,
            at: now
        )
    }
}

extension OpenRescission {
    /// The number of customers of one Apple Account whom a rescission is derived for, those who were first seen with
    /// it.
    fileprivate static let longestList = 100
}
