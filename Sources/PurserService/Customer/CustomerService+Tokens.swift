package import Ledger

extension CustomerService {
    /// Mints a token that identifies a customer from now on: random, never derived from the customer's id.
    package func createToken(
        for customer: CustomerID,
        in app: ServedApp,
        by origin: RequestOrigin,
        isPreview: Bool = false
    ) async throws(CustomerError) -> AccountToken {
        let token = self.freshToken()
        _ = try await self.addToken(token, for: customer, in: app, by: origin, action: .customerMintToken, isPreview) {
            token
        }
        return token
    }

    /// Assigns a token of the shop to a customer; returns whether it was not assigned before.
    package func addToken(
        _ token: AccountToken,
        for customer: CustomerID,
        in app: ServedApp,
        by origin: RequestOrigin,
        isPreview: Bool = false
    ) async throws(CustomerError) -> Bool {
        try await self.addToken(token, for: customer, in: app, by: origin, action: .customerAddToken, isPreview) {
            true
        }
    }

    private func addToken<Decided: Sendable>(
        _ token: AccountToken,
        for customer: CustomerID,
        in app: ServedApp,
        by origin: RequestOrigin,
        action: AuditAction,
        _ isPreview: Bool,
        deciding result: @escaping @Sendable () -> Decided
    ) async throws(CustomerError) -> Bool {
        if customer.isErased { throw .refused(.customerGone) }
        let known = try await self.withRepository { repository throws(RepositoryError) in
            (
                owner: try await repository.read { view in try view.customer(of: token, app: app.name) },
                record: try await repository.read { view in try view.record(of: customer, app: app.name) }
            )
        }
        // Only a customer to whom the server gave such a name may have it.
        if customer.isReserved, known.record == nil { throw .reserved(customer) }
        if let owner = known.owner {
            guard owner == known.record?.mergedInto ?? customer else { throw .takenToken }
            if !isPreview {
                try await self.enterNothing(action, on: "account_token", about: [customer], in: app, by: origin)
            }
            return false
        }
        guard !isPreview else { return true }
        let record = self.record(of: action, on: "account_token", about: [customer], in: app.name, by: origin)
        let isAssigned = try await self.withRepository { repository throws(RepositoryError) in
            try await self.audit.enter(record) { (isAssigned: Bool) in
                isAssigned ? .done : .refused(code: CustomerError.takenToken.code)
            } by: { () throws(RepositoryError) in
                try await IdempotentWork.deciding { (isAssigned: Bool) in
                    isAssigned ? result() : nil
                } by: { () throws(RepositoryError) in
                    try await repository.write { unit in
                        try unit.assign(
                            token,
                            to: customer,
                            app: app.name,
                            at: self.ambient.now(),
                            catalog: app.catalog
                        )
                    }
                }
            }
        }
        guard isAssigned else { throw .takenToken }
        return true
    }

    /// Returns 16 random bytes as a UUID (RFC 9562: version 4, variant 10).
    func freshToken() -> AccountToken {
        var bytes = self.ambient.randomBytes(16)
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let halves = [0, 8].map { start in bytes[start..<(start + 8)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
        return AccountToken(high: halves[0], low: halves[1])
    }
}

extension CustomerService {
    /// Revokes the tokens that the server minted for the apps of a customer, and returns their number; a preview only
    /// counts them.
    ///
    /// Tokens that the shop signs are not affected: such a token expires by itself, within a day.
    package func revokeSessions(
        of customer: CustomerID,
        in app: ServedApp,
        by origin: RequestOrigin,
        isPreview: Bool
    ) async throws(CustomerError) -> Int {
        let count = try await self.withRepository { repository throws(RepositoryError) in
            try await repository.read { view in try view.customerTokenCount(of: customer, app: app.name) }
        }
        guard !isPreview else { return count }
        let record = self.record(
            of: .customerRevokeSessions,
            on: "customer_token",
            // The entry must not make an unknown customer known.
            about: count > 0 ? [customer] : [],
            in: app.name,
            by: origin
        )
        return try await self.withRepository { repository throws(RepositoryError) in
            try await self.audit.enter(record) { (count: Int) in
                count > 0 ? .done : .nothing
            } by: { () throws(RepositoryError) in
                try await repository.write { unit in try unit.removeCustomerTokens(of: customer, app: app.name) }
            }
        }
    }
}
