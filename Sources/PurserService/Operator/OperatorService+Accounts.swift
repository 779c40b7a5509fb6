package import Ledger

extension OperatorService {
    /// The name of the operator whom the first start of a server invites.
    package static let firstName = OperatorName(rawValue: "admin")
    /// The server itself, where the audit log names who acts.
    static let server = RequestOrigin(name: "server")
    /// The maximum number of operators in one page.
    package static let maximumPage = 200

    /// Lists operators by name, after one of them.
    package func list(after name: OperatorName? = nil, limit: Int) async throws(OperatorError) -> [OperatorAccount] {
        try await self.read { view in try view.operatorAccounts(after: name, limit: limit) }
    }

    /// Returns an operator.
    package func account(_ name: OperatorName) async throws(OperatorError) -> OperatorAccount {
        guard let account = try await self.read({ view in try view.operatorAccount(name) }) else { throw .unknown }
        return account
    }

    /// Returns whether an operator is the last administrator who can sign in, who can be neither demoted nor removed.
    package func isLastAdministrator(_ account: OperatorAccount) async throws(OperatorError) -> Bool {
        try await self.read { view in try self.isLastAdministrator(account, in: view) }
    }

    /// Invites an operator with a role, and returns the invitation, whose token is shown only once.
    ///
    /// For an operator who exists already, the link sets another password.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - role: The role; `nil` keeps that of an operator who exists, and a new one needs one.
    ///   - keepsRole: Whether an operator who exists keeps the role, so that `role` is for a new one only.
    ///   - origin: Who invites, and why.
    /// - Returns: The invitation.
    /// - Throws: `lastAdministrator` where the role would leave no administrator who can sign in; `nameInvalid` for a
    ///   new operator with a name that the audit log uses for somebody else; `roleMissing`.
    package func invite(
        _ name: OperatorName,
        role: OperatorRole?,
        keepsRole: Bool = false,
        by origin: RequestOrigin
    ) async throws(OperatorError) -> IssuedInvitation {
        let token = self.makeToken()
        return try await self.deciding { unit in
            let known = try unit.operatorAccount(name)
            guard known != nil || !name.isReserved else { return .failure(.nameInvalid) }
            guard let role = (keepsRole ? known?.role : nil) ?? role ?? known?.role else {
                return .failure(.roleMissing)
            }
            if role != .admin, let known, try self.isLastAdministrator(known, in: unit) {
                return .failure(.lastAdministrator)
            }
            let account = try self.invited(name, role: role, token: token, by: origin.name, in: unit)
            try self.audit.add(self.record(.operatorInvite, account, by: origin, ["role": role.rawValue]), to: unit)
            return .success(IssuedInvitation(account: account, isNew: known == nil, token: token))
        }
    }

    /// Invites the first operator, an administrator, unless somebody can sign in or has an open invitation.
    ///
    /// The audit log names the server, because no operator acts.
    package func inviteFirst() async throws(OperatorError) -> IssuedInvitation? {
        let now = self.ambient.now()
        let isNeeded: @Sendable (any ReadView) throws -> Bool = { view in
            try view.operatorAccounts(after: nil, limit: Self.maximumPage)
                .allSatisfy { $0.password == nil && !$0.isInvited(at: now) }
        }
        guard try await self.read(isNeeded) else { return nil }
        let token = self.makeToken()
        return try await self.write { unit in
            guard try isNeeded(unit) else { return nil }
            let known = try unit.operatorAccount(Self.firstName)
            let account = try self.invited(Self.firstName, role: .admin, token: token, by: Self.server.name, in: unit)
            let details = ["role": account.role.rawValue]
            try self.audit.add(self.record(.operatorInvite, account, by: Self.server, details), to: unit)
            return IssuedInvitation(account: account, isNew: known == nil, token: token)
        }
    }

    /// Returns the operator of a valid invitation.
    package func invitation(_ token: String) async throws(OperatorError) -> OperatorAccount {
        let digest = ContentDigest(of: Array(token.utf8))
        let now = self.ambient.now()
        let account = try await self.read { view in try view.operatorAccount(invitedBy: digest) }
        guard let account, account.isInvited(at: now) else { throw .invitationInvalid }
        return account
    }

    /// Sets the password of an invited operator, once, and begins a session.
    ///
    /// Earlier sessions end, and a second factor is removed: a person who lost their phone needs a way in.
    package func accept(
        _ token: String,
        password: String,
        from browser: Browser
    ) async throws(OperatorError) -> StartedSession {
        let invited = try await self.invitation(token)
        try OperatorPassword.check(password, of: invited.name)
        let hash = try await self.hasher.hash(password)
        let digest = ContentDigest(of: Array(token.utf8))
        let started = self.makeSession(of: invited.name, .signedIn, from: browser)
        let isStored = try await self.write { unit in
            guard var account = try unit.operatorAccount(invitedBy: digest) else { return false }
            account.password = hash
            account.invitation = nil
            account.secondFactor = nil
            try unit.save(account)
            try unit.deleteOperatorSessions(of: account.name, except: nil)
            let origin = RequestOrigin(name: account.name.rawValue)
            try self.audit.add(self.record(.operatorAcceptInvitation, account, by: origin), to: unit)
            try self.store(started.session, network: browser.network, in: unit)
            return true
        }
        guard isStored else { throw .invitationInvalid }
        return started
    }

    /// Changes the password of an operator who knows the present one, and ends their other sessions.
    package func changePassword(
        to new: String,
        present: String,
        in current: CurrentSession,
        from browser: Browser
    ) async throws(OperatorError) {
        try await self.reauthenticate(current.account, present, from: browser)
        let name = current.account.name
        try OperatorPassword.check(new, of: name)
        let hash = try await self.hasher.hash(new)
        try await self.write { unit in
            guard var account = try unit.operatorAccount(name) else { return }
            account.password = hash
            account.invitation = nil
            try unit.save(account)
            try unit.deleteOperatorSessions(of: name, except: current.session.digest)
            let origin = RequestOrigin(name: name.rawValue)
            try self.audit.add(self.record(.operatorChangePassword, account, by: origin), to: unit)
        }
    }

    /// Changes the role of an operator; their next request has it.
    ///
    /// - Throws: `lastAdministrator` where no administrator who can sign in would be left.
    package func change(
        _ name: OperatorName,
        to role: OperatorRole,
        by origin: RequestOrigin
    ) async throws(OperatorError) -> OperatorAccount {
        try await self.deciding { unit in
            guard var account = try unit.operatorAccount(name) else { return .failure(.unknown) }
            guard try role == .admin || !self.isLastAdministrator(account, in: unit) else {
                return .failure(.lastAdministrator)
            }
            let details = ["from": account.role.rawValue, "role": role.rawValue]
            account.role = role
            try unit.save(account)
            try self.audit.add(self.record(.operatorChangeRole, account, by: origin, details), to: unit)
            return .success(account)
        }
    }

    /// Removes an operator and ends their sessions.
    ///
    /// - Throws: `lastAdministrator` where no administrator who can sign in would be left.
    package func remove(_ name: OperatorName, by origin: RequestOrigin) async throws(OperatorError) -> OperatorAccount {
        try await self.deciding { unit in
            guard let account = try unit.operatorAccount(name) else { return .failure(.unknown) }
            guard try !self.isLastAdministrator(account, in: unit) else { return .failure(.lastAdministrator) }
            _ = try unit.deleteOperatorAccount(name)
            try self.audit.add(self.record(.operatorRemove, account, by: origin), to: unit)
            return .success(account)
        }
    }

    /// Ends all sessions of an operator, and returns how many there were.
    package func endSessions(of name: OperatorName, by origin: RequestOrigin) async throws(OperatorError) -> Int {
        try await self.deciding { unit in
            guard let account = try unit.operatorAccount(name) else { return .failure(.unknown) }
            let count = try unit.deleteOperatorSessions(of: name, except: nil)
            let details = ["sessions": "\(count)"]
            try self.audit.add(self.record(.operatorEndSessions, account, by: origin, details), to: unit)
            return .success(count)
        }
    }

    /// Throws an error unless a password is the operator's own; attempts count like those of sign-ins.
    package func reauthenticate(
        _ account: OperatorAccount,
        _ password: String,
        from browser: Browser
    ) async throws(OperatorError) {
        let subjects = Self.subjects(of: account.name.rawValue, browser)
        let attempt = try await self.countingAttempt(of: account.name, subjects, from: browser)
        guard try await self.matches(password, attempt, subjects, ofStranger: false) else {
            try await self.noteFailure(attempt, at: .password)
            throw .refused
        }
        try await self.write { unit in try self.forgetAttempt(subjects, isComplete: true, in: unit) }
    }

    /// Returns the record of an action on an operator.
    func record(
        _ action: AuditAction,
        _ account: OperatorAccount,
        by origin: RequestOrigin,
        _ details: [String: String] = [:]
    ) -> AuditRecord {
        AuditRecord(
            by: origin.name,
            action,
            on: account.name.rawValue,
            reason: origin.reason,
            details: details
        )
    }

    private func invited(
        _ name: OperatorName,
        role: OperatorRole,
        token: String,
        by creator: String,
        in unit: any UnitOfWork
    ) throws -> OperatorAccount {
        let now = self.ambient.now()
        var account =
            try unit.operatorAccount(name)
            ?? OperatorAccount(name: name, role: role, createdAt: now, createdBy: creator)
        account.role = role
        account.invitation = OperatorAccount.Invitation(
            digest: ContentDigest(of: Array(token.utf8)),
            expiresAt: now + OperatorAccount.Invitation.validity
        )
        try unit.save(account)
        return account
    }

    /// Returns whether no other administrator has a password: somebody has to be able to invite the others again.
    private func isLastAdministrator(_ account: OperatorAccount, in view: any ReadView) throws -> Bool {
        guard account.role == .admin, account.password != nil else { return false }
        var last: OperatorName?
        while true {
            let page = try view.operatorAccounts(after: last, limit: Self.maximumPage)
            let hasOther = page.contains { $0.role == .admin && $0.password != nil && $0.name != account.name }
            if hasOther { return false }
            guard page.count == Self.maximumPage else { return true }
            last = page.last?.name
        }
    }

    /// Writes in one transaction with the answer to a request that may be repeated.
    private func deciding<Outcome: Sendable>(
        _ work: @escaping @Sendable (any UnitOfWork) throws -> Result<Outcome, OperatorError>
    ) async throws(OperatorError) -> Outcome {
        let outcome: Result<Outcome, OperatorError>
        do throws(RepositoryError) {
            outcome = try await IdempotentWork.deciding {
                try? $0.get()
            } by: { () throws(RepositoryError) in
                try await self.repository.write(work)
            }
        } catch {
            throw .storage(error)
        }
        return try outcome.get()
    }
}

/// An invitation with its token, which is shown only once.
package struct IssuedInvitation: Hashable, Sendable {
    /// The invited operator.
    package let account: OperatorAccount
    /// Whether the invitation created the account.
    package let isNew: Bool
    /// The token in the link.
    package let token: String
}
