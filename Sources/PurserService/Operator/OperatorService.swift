import AppStore
package import Ledger
import Metrics
import Notation

/// The use cases of operators who sign in to the dashboard: sign-in, sessions, invitations, roles and second factors.
///
/// All of it is in the database, which nodes share. Tokens are 256 random bits, of which only digests are stored.
package struct OperatorService: Sendable {
    /// The number of random bytes in a token.
    static let tokenByteCount = 32
    /// The number of random bytes in the id of a session.
    private static let idByteCount = 9
    /// The number of expired rows that one sign-in deletes.
    private static let cleaning = 100
    /// The maximum number of sessions in a list.
    private static let maximumSessions = 100

    let repository: any Repository
    let ambient: Ambient
    let audit: AuditLog
    let hasher: PasswordHasher
    let seal: SecondFactorSeal

    /// Creates the service; the ambient's time is real time, independent of the clock of the ledger.
    package init(
        repository: any Repository,
        ambient: Ambient,
        audit: AuditLog,
        secrets: WebhookSecrets,
        passwordCost: PasswordHasher.Cost = .standard
    ) {
        self.repository = repository
        self.ambient = ambient
        self.audit = audit
        self.hasher = PasswordHasher(cost: passwordCost, ambient: ambient)
        self.seal = SecondFactorSeal(secrets: secrets, ambient: ambient)
    }

    // MARK: Sign-in

    /// Begins a session with a name and a password.
    ///
    /// An unknown name, a name without a password and a wrong password take the same time and get the same error. An
    /// attempt counts as failed before the password is checked, so that attempts at the same time count too; one whose
    /// password is not checked, because too many are, does not count.
    package func signIn(
        _ typed: String,
        password: String,
        from browser: Browser
    ) async throws(OperatorError) -> StartedSession {
        let name = OperatorName(typed: typed)
        let subjects = Self.subjects(of: name?.rawValue ?? typed.lowercased(), browser)
        let attempt = try await self.countingAttempt(of: name, subjects, from: browser)
        guard try await self.matches(password, attempt, subjects, ofStranger: !attempt.isKnown),
            let account = attempt.account
        else {
            Self.count("refused")
            try await self.noteFailure(attempt, at: .password)
            throw .refused
        }
        let started = self.makeSession(
            of: account.name,
            account.secondFactor == nil ? .signedIn : .awaitsCode,
            from: browser
        )
        let isStored = try await self.write { unit in
            // The account may have changed while the password was checked.
            guard let current = try unit.operatorAccount(account.name), current.password == account.password,
                (current.secondFactor == nil) == (account.secondFactor == nil)
            else { return false }
            try self.forgetAttempt(subjects, isComplete: started.session.phase == .signedIn, in: unit)
            try self.store(started.session, network: browser.network, in: unit)
            return true
        }
        guard isStored else { throw .refused }
        Self.count(started.session.phase == .signedIn ? "signed_in" : "code_wanted")
        return started
    }

    /// Continues a session that waits for a code; the new session has another token.
    package func confirm(
        _ code: String,
        in session: OperatorSession,
        from browser: Browser
    ) async throws(OperatorError) -> StartedSession {
        let subjects = Self.subjects(of: session.operatorName.rawValue, browser)
        let attempt = try await self.countingAttempt(of: session.operatorName, subjects, from: browser)
        guard let account = attempt.account, let factor = account.secondFactor,
            let secret = try self.seal.open(factor.sealedSecret, for: account.name),
            let step = OneTimeCode.step(of: code, secret: secret, at: self.ambient.now(), after: factor.usedStep)
        else {
            Self.count("code_wrong")
            try await self.noteFailure(attempt, at: .code)
            throw .codeWrong
        }
        let started = self.makeSession(of: account.name, .signedIn, from: browser)
        let isStored = try await self.write { unit in
            guard var current = try unit.operatorAccount(account.name), var used = current.secondFactor,
                used.usedStep < step, try unit.deleteOperatorSession(session.digest)
            else { return false }
            used.usedStep = step
            current.secondFactor = used
            try unit.save(current)
            try self.forgetAttempt(subjects, isComplete: true, in: unit)
            try self.store(started.session, network: browser.network, in: unit)
            return true
        }
        guard isStored else { throw .codeWrong }
        Self.count("signed_in")
        return started
    }

    // MARK: Sessions

    /// Returns the session of a token with its operator, and records its use; `nil` where there is none any more.
    package func session(_ token: String) async throws(OperatorError) -> CurrentSession? {
        let digest = ContentDigest(of: Array(token.utf8))
        let now = self.ambient.now()
        let found = try await self.read { view -> CurrentSession? in
            guard let session = try view.operatorSession(digest), now < session.endsAt,
                let account = try view.operatorAccount(session.operatorName)
            else { return nil }
            return CurrentSession(session: session, account: account)
        }
        guard let found else { return nil }
        if found.session.phase == .signedIn, found.session.usedAt + OperatorSession.noticedAfter <= now {
            // The answer does not depend on it.
            try? await self.repository.write { unit in try unit.noteUse(ofOperatorSession: digest, at: now) }
        }
        return found
    }

    /// Returns whether a session has not ended, without counting as its use.
    package func goesOn(_ session: OperatorSession) async throws(OperatorError) -> Bool {
        let now = self.ambient.now()
        return try await self.read { view in
            try view.operatorSession(session.digest).map { now < $0.endsAt } ?? false
        }
    }

    /// Returns the signed-in sessions of an operator that have not ended, newest first.
    package func sessions(of name: OperatorName) async throws(OperatorError) -> [OperatorSession] {
        let now = self.ambient.now()
        return try await self.read { view in
            try view.operatorSessions(of: name, limit: Self.maximumSessions).filter { now < $0.endsAt }
        }
    }

    /// Ends a session, as its own operator; ending it again changes nothing.
    package func end(_ id: OperatorSessionID, of name: OperatorName) async throws(OperatorError) {
        try await self.write { unit in
            guard let session = try unit.operatorSession(id, of: name) else { return }
            try self.end(session, in: unit)
        }
    }

    /// Ends the session of a browser that signs out; ending it again changes nothing.
    package func signOut(_ session: OperatorSession) async throws(OperatorError) {
        try await self.write { unit in try self.end(session, in: unit) }
    }

    private func end(_ session: OperatorSession, in unit: any UnitOfWork) throws {
        guard try unit.deleteOperatorSession(session.digest), session.phase == .signedIn else { return }
        let name = session.operatorName.rawValue
        try self.audit.add(
            AuditRecord(by: name, .operatorEndSession, on: name, details: ["session": session.id.rawValue]),
            to: unit
        )
    }

    /// Creates a session that is not stored yet.
    func makeSession(
        of name: OperatorName,
        _ phase: OperatorSession.Phase,
        from browser: Browser
    ) -> StartedSession {
        let token = self.makeToken()
        let now = self.ambient.now()
        let session = OperatorSession(
            id: OperatorSessionID("ses_" + Hexadecimal.text(self.ambient.randomBytes(Self.idByteCount))),
            digest: ContentDigest(of: Array(token.utf8)),
            operatorName: name,
            phase: phase,
            createdAt: now,
            usedAt: now,
            address: browser.address,
            userAgent: browser.userAgent
        )
        return StartedSession(session: session, token: token)
    }

    /// Returns a new token, which is stored nowhere yet.
    package func makeToken() -> String {
        String(decoding: Base64URL.encode(self.ambient.randomBytes(Self.tokenByteCount)), as: UTF8.self)
    }

    /// Stores a session, and deletes some that ended long ago.
    func store(_ session: OperatorSession, network: String, in unit: any UnitOfWork) throws {
        let now = session.createdAt
        try unit.add(session)
        _ = try unit.deleteOperatorSessions(usedBefore: now - OperatorSession.idleLimit, limit: Self.cleaning)
        guard session.phase == .signedIn else { return }
        try unit.noteSignIn(of: session.operatorName, from: network, at: now)
        let name = session.operatorName.rawValue
        try self.audit.add(
            AuditRecord(by: name, .operatorSignIn, on: name, details: ["session": session.id.rawValue]),
            to: unit
        )
    }

    // MARK: Failed attempts

    /// An attempt that is counted as failed until `forgetAttempt`.
    struct Attempt: Sendable {
        /// What was asked for.
        enum Step: String, Sendable {
            /// The password.
            case password
            /// The code of the second factor.
            case code
        }

        /// The operator; `nil` where none has the name.
        let account: OperatorAccount?
        /// Whether the operator has signed in from this address before.
        let isKnown: Bool
        /// The attempts with the name, this one included.
        let failures: SignInThrottle.Failures
        /// The key under which they are counted.
        let key: ContentDigest
    }

    /// Counts an attempt as failed until `forgetAttempt`, and returns it with the operator.
    ///
    /// - Throws: `delayed` if the next attempt is not allowed yet.
    func countingAttempt(
        of name: OperatorName?,
        _ subjects: [SignInThrottle.Subject: ContentDigest],
        from browser: Browser
    ) async throws(OperatorError) -> Attempt {
        let now = self.ambient.now()
        guard let key = subjects[.name] else { preconditionFailure("Attempts are counted by name.") }
        let counted = try await self.write { unit -> Result<Attempt, OperatorError> in
            let isKnown = try name.map { try unit.hasSignedIn($0, from: browser.network) } ?? false
            let failures = try subjects.compactMapValues { try unit.signInFailures($0) }
            let throttle = SignInThrottle(isKnown: isKnown, failures: failures)
            if let until = throttle.waitsUntil(at: now) { return .failure(.delayed(until: until)) }
            let first = SignInThrottle.Failures(count: 1, lastAt: now)
            for (subject, key) in subjects {
                try unit.save(failures[subject]?.adding(at: now) ?? first, under: key)
            }
            _ = try unit.forgetSignInFailures(before: now - SignInThrottle.Failures.memory, limit: Self.cleaning)
            return .success(
                Attempt(
                    account: try name.flatMap { try unit.operatorAccount($0) },
                    isKnown: isKnown,
                    failures: failures[.name]?.adding(at: now) ?? first,
                    key: key
                )
            )
        }
        if case .failure = counted { Self.count("delayed") }
        return try counted.get()
    }

    /// Returns whether a password is that of the attempt's operator.
    ///
    /// An attempt whose password is not checked, because too many are, is taken back.
    func matches(
        _ password: String,
        _ attempt: Attempt,
        _ subjects: [SignInThrottle.Subject: ContentDigest],
        ofStranger isStranger: Bool
    ) async throws(OperatorError) -> Bool {
        do throws(OperatorError) {
            return try await self.hasher.matches(password, attempt.account?.password, ofStranger: isStranger)
        } catch {
            Self.count("busy")
            try await self.write { unit in try self.forgetAttempt(subjects, isComplete: false, in: unit) }
            throw error
        }
    }

    /// Enters in the audit log that attempts with an operator's name fail, when that begins to delay them.
    ///
    /// A stranger adds one entry for each operator in an hour at most, however often they try. A name that no operator
    /// has is not entered, because people type passwords there; it costs a commit too, so that the answer takes as
    /// long.
    func noteFailure(_ attempt: Attempt, at step: Attempt.Step) async throws(OperatorError) {
        guard attempt.failures.beginsDelay else { return }
        try await self.write { unit in
            guard let account = attempt.account else { return try unit.save(attempt.failures, under: attempt.key) }
            let details = ["attempts": "\(attempt.failures.count)", "step": step.rawValue]
            try self.audit.add(self.record(.operatorFailSignIn, account, by: Self.server, details), to: unit)
        }
    }

    /// Takes the counted attempt back, because it did not fail; once the sign-in is complete, the failures of this
    /// name from this address are forgotten.
    func forgetAttempt(
        _ subjects: [SignInThrottle.Subject: ContentDigest],
        isComplete: Bool,
        in unit: any UnitOfWork
    ) throws {
        for (subject, key) in subjects {
            let count = try unit.signInFailures(key)
            let rest = count.map { SignInThrottle.Failures(count: $0.count - 1, lastAt: $0.lastAt) }
            let isForgotten = rest?.count == 0 || isComplete && subject == .both
            try unit.save(isForgotten ? nil : rest, under: key)
        }
    }

    /// Returns the keys under which the attempts with a name from an address are counted.
    static func subjects(of name: String, _ browser: Browser) -> [SignInThrottle.Subject: ContentDigest] {
        let name = Array(name.utf8)
        let network = Array(browser.network.utf8)
        return [
            .name: ContentDigest(of: [Array("name".utf8), name]),
            .address: ContentDigest(of: [Array("address".utf8), network]),
            .both: ContentDigest(of: [Array("both".utf8), name, network]),
        ]
    }

    private static func count(_ outcome: String) {
        Counter(label: "purser_sign_ins_total", dimensions: [("outcome", outcome)]).increment()
    }

    // MARK: The database

    /// Reads from the repository.
    func read<Outcome: Sendable>(
        _ work: @escaping @Sendable (any ReadView) throws -> Outcome
    ) async throws(OperatorError) -> Outcome {
        do throws(RepositoryError) {
            return try await self.repository.read(work)
        } catch {
            throw .storage(error)
        }
    }

    /// Writes to the repository.
    func write<Outcome: Sendable>(
        _ work: @escaping @Sendable (any UnitOfWork) throws -> Outcome
    ) async throws(OperatorError) -> Outcome {
        do throws(RepositoryError) {
            return try await self.repository.write(work)
        } catch {
            throw .storage(error)
        }
    }
}

/// The browser that a request comes from.
package struct Browser: Hashable, Sendable {
    /// The address, for people.
    package let address: String
    /// The address or network by which failed attempts are counted, and by which an operator's usual places are known.
    package let network: String
    /// What the browser calls itself, shortened and without control characters.
    package let userAgent: String

    /// Creates a browser; the address is `nil` where the connection has none.
    package init(address: NetworkAddress?, userAgent: String?) {
        self.address = address?.description ?? "unknown"
        self.network = address?.network.description ?? "unknown"
        let text = (userAgent ?? "").unicodeScalars.filter { $0.properties.generalCategory != .control }
        var short = String(String.UnicodeScalarView(text))
        while short.utf8.count > OperatorSession.maximumUserAgent { short.removeLast() }
        self.userAgent = short
    }
}

/// A session that begins, with its token, which only the browser gets.
package struct StartedSession: Hashable, Sendable {
    /// The session.
    package let session: OperatorSession
    /// The token.
    package let token: String
}

/// A session that has not ended, with its operator.
package struct CurrentSession: Hashable, Sendable {
    /// The session.
    package let session: OperatorSession
    /// The operator, as they are now.
    package let account: OperatorAccount
}
