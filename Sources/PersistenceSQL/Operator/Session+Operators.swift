package import Ledger

extension Session {
    /// Returns the operator with this name.
    package func operatorAccount(_ name: OperatorName) throws -> OperatorAccount? {
        try self.operatorAccounts(.operators.accountByName, [.text(name.rawValue)]).first
    }

    /// Returns the operator whose invitation has this digest.
    package func operatorAccount(invitedBy digest: ContentDigest) throws -> OperatorAccount? {
        try self.operatorAccounts(.operators.accountByInvitation, [.bytes(digest.bytes)]).first
    }

    /// Returns operators by name, after one of them.
    package func operatorAccounts(after name: OperatorName?, limit: Int) throws -> [OperatorAccount] {
        try self.operatorAccounts(
            .operators.accountsAfter,
            [.text(name?.rawValue ?? ""), .integer(Int64(limit))]
        )
    }

    /// Stores an operator.
    package func save(_ account: OperatorAccount) throws {
        try self.run(
            .operators.putAccount,
            [
                .text(account.name.rawValue), .integer(account.role.code), .optionalText(account.password),
                .optionalBytes(account.secondFactor?.sealedSecret), .optional(account.secondFactor?.usedStep),
                .optionalBytes(account.invitation?.digest.bytes), .instant(account.invitation?.expiresAt),
                .instant(account.createdAt), .text(account.createdBy),
            ]
        )
    }

    /// Deletes an operator with their sessions and known addresses.
    package func deleteOperatorAccount(_ name: OperatorName) throws -> Bool {
        guard let number = try self.operatorNumber(name) else { return false }
        try self.run(.operators.deleteSessionsOfAccount, [.integer(number)])
        try self.run(.operators.deleteAddresses, [.integer(number)])
        try self.run(.operators.deleteAccount, [.integer(number)])
        return true
    }

    /// Returns the session with this digest.
    package func operatorSession(_ digest: ContentDigest) throws -> OperatorSession? {
        try self.operatorSessions(.operators.sessionByDigest, [.bytes(digest.bytes)]).first
    }

    /// Returns the session of an operator with this id.
    package func operatorSession(_ id: OperatorSessionID, of name: OperatorName) throws -> OperatorSession? {
        guard let number = try self.operatorNumber(name) else { return nil }
        return try self.operatorSessions(.operators.sessionOfAccount, [.integer(number), .text(id.rawValue)]).first
    }

    /// Returns the sessions in which an operator is signed in, newest first.
    package func operatorSessions(of name: OperatorName, limit: Int) throws -> [OperatorSession] {
        guard let number = try self.operatorNumber(name) else { return [] }
        return try self.operatorSessions(
            .operators.sessionsOfAccount,
            [.integer(number), .integer(Int64(limit))]
        )
    }

    /// Stores a session.
    package func add(_ session: OperatorSession) throws {
        guard let number = try self.operatorNumber(session.operatorName) else { throw RepositoryError.corrupt }
        try self.run(
            .operators.insertSession,
            [
                .text(session.id.rawValue), .bytes(session.digest.bytes), .integer(number),
                .flag(session.phase == .signedIn), .instant(session.createdAt), .instant(session.usedAt),
                .text(session.address), .text(session.userAgent),
            ]
        )
    }

    /// Records the last use of a session.
    package func noteUse(ofOperatorSession digest: ContentDigest, at now: Instant) throws {
        try self.run(.operators.useSession, [.instant(now), .bytes(digest.bytes), .instant(now)])
    }

    /// Deletes a session.
    @discardableResult
    package func deleteOperatorSession(_ digest: ContentDigest) throws -> Bool {
        try self.change(.operators.deleteSession, [.bytes(digest.bytes)]) > 0
    }

    /// Deletes the sessions of an operator but one.
    @discardableResult
    package func deleteOperatorSessions(of name: OperatorName, except digest: ContentDigest?) throws -> Int {
        guard let number = try self.operatorNumber(name) else { return 0 }
        guard let digest else {
            return try self.change(.operators.deleteSessionsOfAccount, [.integer(number)])
        }
        return try self.change(.operators.deleteOtherSessions, [.integer(number), .bytes(digest.bytes)])
    }

    /// Deletes sessions that were not used for long.
    package func deleteOperatorSessions(usedBefore instant: Instant, limit: Int) throws -> Int {
        try self.change(.operators.deleteUnusedSessions, [.instant(instant), .integer(Int64(limit))])
    }

    /// Returns whether an operator has signed in from an address before.
    package func hasSignedIn(_ name: OperatorName, from address: String) throws -> Bool {
        guard let number = try self.operatorNumber(name) else { return false }
        return try self.first(.operators.addressSeenAt, [.integer(number), .text(address)]) { row in
            try row.instant()
        } != nil
    }

    /// Records that an operator signed in from an address.
    package func noteSignIn(of name: OperatorName, from address: String, at now: Instant) throws {
        guard let number = try self.operatorNumber(name) else { return }
        try self.run(.operators.putAddress, [.integer(number), .text(address), .instant(now)])
    }

    /// Returns the failed sign-ins that are counted under a key.
    package func signInFailures(_ key: ContentDigest) throws -> SignInThrottle.Failures? {
        try self.first(.operators.failures, [.bytes(key.bytes)]) { row in
            let count = Int(try row.integer())
            return SignInThrottle.Failures(count: count, lastAt: try row.instant())
        }
    }

    /// Stores the failed sign-ins that are counted under a key.
    package func save(_ failures: SignInThrottle.Failures?, under key: ContentDigest) throws {
        guard let failures else { return try self.run(.operators.deleteFailures, [.bytes(key.bytes)]) }
        try self.run(
            .operators.putFailures,
            [.bytes(key.bytes), .integer(Int64(failures.count)), .instant(failures.lastAt)]
        )
    }

    /// Deletes counts of failed sign-ins.
    package func forgetSignInFailures(before instant: Instant, limit: Int) throws -> Int {
        try self.change(.operators.forgetFailures, [.instant(instant), .integer(Int64(limit))])
    }

    private func operatorNumber(_ name: OperatorName) throws -> Int64? {
        try self.first(.operators.accountNumber, [.text(name.rawValue)]) { row in try row.integer() }
    }

    private func operatorAccounts(_ query: SQLStatement, _ values: [SQLValue]) throws -> [OperatorAccount] {
        try self.all(query, values) { row in
            let name = OperatorName(rawValue: try row.text())
            let role = try row.coded(OperatorRole.self)
            let password = try row.optionalText()
            let secret = try row.optionalBytes()
            let step = try row.optionalInteger()
            let digest = try row.optionalBytes()
            let end = try row.optionalInstant()
            let createdAt = try row.instant()
            var account = OperatorAccount(
                name: name,
                role: role,
                password: password,
                createdAt: createdAt,
                createdBy: try row.text()
            )
            if let secret, let step {
                account.secondFactor = OperatorAccount.SecondFactor(sealedSecret: secret, usedStep: step)
            }
            if let digest, let end {
                guard let digest = ContentDigest(digest) else { throw RepositoryError.corrupt }
                account.invitation = OperatorAccount.Invitation(digest: digest, expiresAt: end)
            }
            return account
        }
    }

    private func operatorSessions(_ query: SQLStatement, _ values: [SQLValue]) throws -> [OperatorSession] {
        try self.all(query, values) { row in
            let id = OperatorSessionID(rawValue: try row.text())
            guard let digest = ContentDigest(try row.bytes()) else { throw RepositoryError.corrupt }
            let name = OperatorName(rawValue: try row.text())
            let phase: OperatorSession.Phase = try row.flag() ? .signedIn : .awaitsCode
            let createdAt = try row.instant()
            let usedAt = try row.instant()
            let address = try row.text()
            return OperatorSession(
                id: id,
                digest: digest,
                operatorName: name,
                phase: phase,
                createdAt: createdAt,
                usedAt: usedAt,
                address: address,
                userAgent: try row.text()
            )
        }
    }
}
