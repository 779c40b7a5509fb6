import Ledger

/// The operators, their sessions, and failed sign-ins of `InMemoryRepository`.
struct MemoryOperators: Sendable {
    /// The operators by name.
    private var accounts: [OperatorName: OperatorAccount] = [:]
    /// The sessions, oldest first.
    private var sessions: [OperatorSession] = []
    /// The addresses from which operators signed in.
    private var addresses: [OperatorName: Set<String>] = [:]
    /// The failed sign-ins.
    private var failures: [ContentDigest: SignInThrottle.Failures] = [:]

    /// The operator of this name.
    func account(_ name: OperatorName) -> OperatorAccount? { self.accounts[name] }

    /// The operator of this invitation.
    func account(invitedBy digest: ContentDigest) -> OperatorAccount? {
        self.accounts.values.first { $0.invitation?.digest == digest }
    }

    /// The operators by name, after one of them.
    func accounts(after name: OperatorName?, limit: Int) -> [OperatorAccount] {
        let sorted = self.accounts.values.sorted { $0.name < $1.name }
        return Array(sorted.filter { account in name.map { $0 < account.name } ?? true }.prefix(limit))
    }

    /// Stores an operator; the account keeps when and by whom it was created.
    mutating func save(_ account: OperatorAccount) {
        guard let earlier = self.accounts[account.name] else {
            self.accounts[account.name] = account
            return
        }
        self.accounts[account.name] = OperatorAccount(
            name: account.name,
            role: account.role,
            password: account.password,
            secondFactor: account.secondFactor,
            invitation: account.invitation,
            createdAt: earlier.createdAt,
            createdBy: earlier.createdBy
        )
    }

    /// Deletes an operator.
    mutating func delete(_ name: OperatorName) -> Bool {
        self.sessions.removeAll { $0.operatorName == name }
        self.addresses[name] = nil
        return self.accounts.removeValue(forKey: name) != nil
    }

    /// The session of this digest.
    func session(_ digest: ContentDigest) -> OperatorSession? { self.sessions.first { $0.digest == digest } }

    /// The session of an operator with this id.
    func session(_ id: OperatorSessionID, of name: OperatorName) -> OperatorSession? {
        self.sessions.first { $0.operatorName == name && $0.id == id }
    }

    /// The sessions in which an operator is signed in, newest first.
    func sessions(of name: OperatorName, limit: Int) -> [OperatorSession] {
        Array(self.sessions.reversed().filter { $0.operatorName == name && $0.phase == .signedIn }.prefix(limit))
    }

    /// Stores a session; returns whether its operator exists.
    mutating func add(_ session: OperatorSession) -> Bool {
        guard self.accounts[session.operatorName] != nil else { return false }
        self.sessions.append(session)
        return true
    }

    /// Records the use of a session.
    mutating func noteUse(of digest: ContentDigest, at now: Instant) {
        guard let place = self.sessions.firstIndex(where: { $0.digest == digest }) else { return }
        self.sessions[place].usedAt = max(self.sessions[place].usedAt, now)
    }

    /// Deletes the sessions that a condition names, the least recently used first, and returns how many.
    mutating func deleteSessions(limit: Int = .max, where condition: (OperatorSession) -> Bool) -> Int {
        let ended = self.sessions.filter(condition).sorted { $0.usedAt < $1.usedAt }.prefix(limit).map(\.digest)
        self.sessions.removeAll { ended.contains($0.digest) }
        return ended.count
    }

    /// Whether an operator signed in from an address.
    func hasSignedIn(_ name: OperatorName, from address: String) -> Bool {
        self.addresses[name]?.contains(address) ?? false
    }

    /// Records a sign-in from an address.
    mutating func noteSignIn(of name: OperatorName, from address: String) {
        guard self.accounts[name] != nil else { return }
        self.addresses[name, default: []].insert(address)
    }

    /// The failed sign-ins under a key.
    func failures(_ key: ContentDigest) -> SignInThrottle.Failures? { self.failures[key] }

    /// Stores the failed sign-ins under a key.
    mutating func save(_ failures: SignInThrottle.Failures?, under key: ContentDigest) { self.failures[key] = failures }

    /// Deletes old counts.
    mutating func forgetFailures(before instant: Instant, limit: Int) -> Int {
        let old = self.failures.filter { $0.value.lastAt < instant }.sorted { $0.value.lastAt < $1.value.lastAt }
            .prefix(limit)
        for (key, _) in old { self.failures[key] = nil }
        return old.count
    }
}
