/// Reads operators, their sessions, and failed sign-ins.
package protocol OperatorReads {
    /// Returns the operator with this name.
    func operatorAccount(_ name: OperatorName) throws -> OperatorAccount?

    /// Returns the operator whose invitation has this digest, expired or not.
    func operatorAccount(invitedBy digest: ContentDigest) throws -> OperatorAccount?

    /// Returns operators by name, starting after one of them.
    func operatorAccounts(after name: OperatorName?, limit: Int) throws -> [OperatorAccount]

    /// Returns the session with this digest, ended by time or not.
    func operatorSession(_ digest: ContentDigest) throws -> OperatorSession?

    /// Returns the session of an operator with this id, ended by time or not.
    func operatorSession(_ id: OperatorSessionID, of name: OperatorName) throws -> OperatorSession?

    /// Returns the stored sessions in which an operator is signed in, newest first, at most `limit`.
    func operatorSessions(of name: OperatorName, limit: Int) throws -> [OperatorSession]

    /// Returns whether an operator has signed in from an address before.
    func hasSignedIn(_ name: OperatorName, from address: String) throws -> Bool

    /// Returns the failed sign-ins that are counted under a key.
    func signInFailures(_ key: ContentDigest) throws -> SignInThrottle.Failures?
}

/// Stores operators, their sessions, and failed sign-ins.
package protocol OperatorWrites {
    /// Stores an operator; replaces the one with the same name.
    func save(_ account: OperatorAccount) throws

    /// Deletes an operator with their sessions and known addresses; returns whether there was one.
    func deleteOperatorAccount(_ name: OperatorName) throws -> Bool

    /// Stores a session of an operator that exists.
    func add(_ session: OperatorSession) throws

    /// Records the last use of a session.
    func noteUse(ofOperatorSession digest: ContentDigest, at now: Instant) throws

    /// Deletes a session; returns whether there was one.
    @discardableResult
    func deleteOperatorSession(_ digest: ContentDigest) throws -> Bool

    /// Deletes the sessions of an operator but one, and returns how many.
    @discardableResult
    func deleteOperatorSessions(of name: OperatorName, except digest: ContentDigest?) throws -> Int

    /// Deletes at most `limit` sessions that were last used before an instant, and returns how many.
    func deleteOperatorSessions(usedBefore instant: Instant, limit: Int) throws -> Int

    /// Records that an operator signed in from an address.
    func noteSignIn(of name: OperatorName, from address: String, at now: Instant) throws

    /// Stores the failed sign-ins that are counted under a key; `nil` forgets them.
    func save(_ failures: SignInThrottle.Failures?, under key: ContentDigest) throws

    /// Deletes at most `limit` counts whose last failure was before an instant, and returns how many.
    func forgetSignInFailures(before instant: Instant, limit: Int) throws -> Int
}
