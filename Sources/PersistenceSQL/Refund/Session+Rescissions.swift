package import Ledger

extension Session {
    /// Saves that consent was rescinded for an Apple Account, unless a later rescission is stored.
    package func put(_ rescission: ConsentRescission, scope: Scope) throws -> Bool {
        let account = SQLValue.identifier(rescission.account.rawValue)
        let values: [SQLValue] = [.integer(scope.number), account, .instant(rescission.signedAt)]
        return try self.change(.refunds.putRescission, values) > 0
    }

    /// Saves when the stored rescission of consent for an Apple Account was resolved.
    package func putResolved(at instant: Instant, rescissionOf account: AppTransactionID, scope: Scope) throws {
        let values: [SQLValue] = [.instant(instant), .integer(scope.number), .identifier(account.rawValue)]
        try self.run(.refunds.putResolved, values)
    }

    /// Returns the latest rescission of consent for an Apple Account.
    package func rescission(
        of account: AppTransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) throws -> RecordedRescission? {
        guard let scope = try self.knownScope(ScopeName(app: app, environment: environment)) else { return nil }
        let key: [SQLValue] = [.integer(scope.number), .identifier(account.rawValue)]
        return try self.first(.refunds.rescission, key, read: Self.rescission)
    }

    /// Returns the latest rescission of consent for each Apple Account, newest first.
    package func rescissions(
        of app: AppName,
        environment: StoreEnvironment,
        skipping: Int,
        limit: Int
    ) throws -> [RecordedRescission] {
        guard let scope = try self.knownScope(ScopeName(app: app, environment: environment)) else { return [] }
        let values: [SQLValue] = [.integer(scope.number), .integer(Int64(limit)), .integer(Int64(skipping))]
        return try self.all(.refunds.rescissions, values, read: Self.rescission)
    }

    private static func rescission(_ row: inout Row) throws -> RecordedRescission {
        let account = AppTransactionID(try row.identifier())
        let rescindedAt = try row.instant()
        return RecordedRescission(
            account: account,
            rescindedAt: rescindedAt,
            resolvedAt: try row.optionalInstant()
        )
    }
}
