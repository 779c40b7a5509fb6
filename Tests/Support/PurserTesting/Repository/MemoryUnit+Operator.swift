import Ledger

extension MemoryUnit {
    /// The operator of this name.
    func operatorAccount(_ name: OperatorName) throws -> OperatorAccount? {
        self.open { memory in memory.operators.account(name) }
    }

    /// The operator of this invitation.
    func operatorAccount(invitedBy digest: ContentDigest) throws -> OperatorAccount? {
        self.open { memory in memory.operators.account(invitedBy: digest) }
    }

    /// The operators by name.
    func operatorAccounts(after name: OperatorName?, limit: Int) throws -> [OperatorAccount] {
        self.open { memory in memory.operators.accounts(after: name, limit: limit) }
    }

    /// Stores an operator.
    func save(_ account: OperatorAccount) throws {
        self.open { memory in memory.operators.save(account) }
    }

    /// Deletes an operator.
    func deleteOperatorAccount(_ name: OperatorName) throws -> Bool {
        self.open { memory in memory.operators.delete(name) }
    }

    /// The session of this digest.
    func operatorSession(_ digest: ContentDigest) throws -> OperatorSession? {
        self.open { memory in memory.operators.session(digest) }
    }

    /// The session of an operator with this id.
    func operatorSession(_ id: OperatorSessionID, of name: OperatorName) throws -> OperatorSession? {
        self.open { memory in memory.operators.session(id, of: name) }
    }

    /// The sessions in which an operator is signed in.
    func operatorSessions(of name: OperatorName, limit: Int) throws -> [OperatorSession] {
        self.open { memory in memory.operators.sessions(of: name, limit: limit) }
    }

    /// Stores a session.
    func add(_ session: OperatorSession) throws {
        let isStored = self.open { memory in memory.operators.add(session) }
        guard isStored else { throw RepositoryError.corrupt }
    }

    /// Records the use of a session.
    func noteUse(ofOperatorSession digest: ContentDigest, at now: Instant) throws {
        self.open { memory in memory.operators.noteUse(of: digest, at: now) }
    }

    /// Deletes a session.
    @discardableResult
    func deleteOperatorSession(_ digest: ContentDigest) throws -> Bool {
        self.open { memory in memory.operators.deleteSessions { $0.digest == digest } } > 0
    }

    /// Deletes the sessions of an operator but one.
    @discardableResult
    func deleteOperatorSessions(of name: OperatorName, except digest: ContentDigest?) throws -> Int {
        self.open { memory in
            memory.operators.deleteSessions { $0.operatorName == name && $0.digest != digest }
        }
    }

    /// Deletes sessions that were not used for long.
    func deleteOperatorSessions(usedBefore instant: Instant, limit: Int) throws -> Int {
        self.open { memory in memory.operators.deleteSessions(limit: limit) { $0.usedAt < instant } }
    }

    /// Whether an operator signed in from an address.
    func hasSignedIn(_ name: OperatorName, from address: String) throws -> Bool {
        self.open { memory in memory.operators.hasSignedIn(name, from: address) }
    }

    /// Records a sign-in from an address.
    func noteSignIn(of name: OperatorName, from address: String, at now: Instant) throws {
        self.open { memory in memory.operators.noteSignIn(of: name, from: address) }
    }

    /// The failed sign-ins under a key.
    func signInFailures(_ key: ContentDigest) throws -> SignInThrottle.Failures? {
        self.open { memory in memory.operators.failures(key) }
    }

    /// Stores the failed sign-ins under a key.
    func save(_ failures: SignInThrottle.Failures?, under key: ContentDigest) throws {
        self.open { memory in memory.operators.save(failures, under: key) }
    }

    /// Deletes old counts.
    func forgetSignInFailures(before instant: Instant, limit: Int) throws -> Int {
        self.open { memory in memory.operators.forgetFailures(before: instant, limit: limit) }
    }
}
