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
        let record = self.record(of: action, on: "account_token", about: [customer], in: app.name, by: origin)
        let assignment = try await self.withRepository { repository throws(RepositoryError) in
            guard !isPreview else {
                return try await repository.read { view in try view.assignment(of: token, to: customer, app: app.name) }
            }
            return try await self.audit.enter(record) { (assignment: TokenAssignment) in
                switch assignment {
                case .new: .done
                case .known: .nothing
                case .reserved, .taken: nil
                case .refused: .refused(code: CustomerError.takenToken.code)
                }
            } by: { () throws(RepositoryError) in
                try await IdempotentWork.deciding { (assignment: TokenAssignment) in
                    assignment == .new ? result() : nil
                } by: { () throws(RepositoryError) in
                    let now = self.ambient.now()
                    return try await repository.write { unit in
                        let found = try unit.assignment(of: token, to: customer, app: app.name)
                        guard found == .new else { return found }
                        let isAssigned = try unit.assign(
                            token,
                            to: customer,
                            app: app.name,
                            at: now,
                            catalog: app.catalog
                        )
                        return isAssigned ? .new : .refused
                    }
                }
            }
        }
        switch assignment {
        case .new: return true
        case .known: return false
        case .reserved: throw .reserved(customer)
        case .taken, .refused: throw .takenToken
        }
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

/// The result of assigning a token to a customer.
private enum TokenAssignment: Sendable {
    /// The token identifies the customer from now on.
    case new
    /// The token identified the customer before.
    case known
    /// The token identifies another customer.
    case taken
    /// The name of the customer is reserved for the server.
    case reserved
    /// The ledger did not accept the token.
    case refused
}

extension ReadView {
    /// Returns the result that assigning a token to a customer would have.
    fileprivate func assignment(
        of token: AccountToken,
        to customer: CustomerID,
        app: AppName
    ) throws -> TokenAssignment {
        let record = try self.record(of: customer, app: app)
        // Only a customer to whom the server gave such a name may have it.
        if customer.isReserved, record == nil { return .reserved }
        guard let owner = try self.customer(of: token, app: app) else { return .new }
        return owner == record?.mergedInto ?? customer ? .known : .taken
    }
}
