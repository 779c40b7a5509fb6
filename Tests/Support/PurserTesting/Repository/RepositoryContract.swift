package import Ledger

/// What every repository promises, written once and run over each.
package enum RepositoryContract {
    /// One behavior that every repository must have.
    package struct Behavior: Sendable, CustomStringConvertible {
        /// The promise in a sentence.
        package let description: String
        /// Throws a `ContractViolation` when an empty repository breaks it.
        package let check: @Sendable (RepositoryUnderTest) async throws -> Void

        init(_ description: String, _ check: @escaping @Sendable (RepositoryUnderTest) async throws -> Void) {
            self.description = description
            self.check = check
        }
    }

    /// Every promise.
    package static let behaviors: [Behavior] =
        Self.recording + Self.evidence + Self.ownership + Self.chains + Self.separation + Self.held + Self.events
        + Self.audit + Self.checks + Self.appStoreRequests + Self.decisions + Self.imports + Self.access + Self.catalogs
        + Self.customers + Self.crowd + Self.actions + Self.entitlementAnswers + Self.grants
        + Self.publishedEntitlements + Self.tokens
        + Self.erasure + Self.webhooks + Self.orders + Self.cluster + Self.wallets + Self.fulfillments
        + Self.bookedFulfillments + Self.consequences + Self.paidOrders + Self.orderTokens + Self.refunds
        + Self.rescissions
        + Self.movedRefunds
        + Self.accountRefunds + Self.refundTrials + Self.consumption + Self.receipts + Self.legacyUsage + Self.risks
        + Self.zeroBytes + Self.reportedRefunds + Self.sales + Self.reports + Self.prices + Self.gauges
        + Self.watch + Self.waitingWork + Self.seats + Self.seatCalls + Self.seatLives + Self.operators
        + Self.figures + Self.figureBounds + Self.figureSums

    /// Fails with a sentence unless a condition holds.
    static func require(_ condition: Bool, _ sentence: String, line: UInt = #line) throws {
        guard condition else { throw ContractViolation(sentence, line: line) }
    }

    /// Fails with a sentence unless two values are equal.
    static func require<Value: Equatable>(
        _ found: Value,
        is expected: Value,
        _ sentence: String,
        line: UInt = #line
    ) throws {
        guard found != expected else { return }
        throw ContractViolation("\(sentence) Expected \(expected), found \(found).", line: line)
    }

    /// The value, which must be there.
    static func unwrap<Value>(_ value: Value?, _ sentence: String, line: UInt = #line) throws -> Value {
        guard let value else { throw ContractViolation(sentence, line: line) }
        return value
    }
}

/// An empty repository that is to be shown to keep the contract.
package struct RepositoryUnderTest: Sendable {
    /// The repository.
    package let repository: any Repository
    /// The lines that it has written into the process's log.
    package let log: RecordedLog
    /// Closes it and opens what it kept again; `nil` for one that keeps nothing.
    package let reopen: (@Sendable () async throws -> any Repository)?

    /// A repository that writes into this log, and the way to open it again.
    package init(
        _ repository: any Repository,
        log: RecordedLog = RecordedLog(),
        reopen: (@Sendable () async throws -> any Repository)? = nil
    ) {
        self.repository = repository
        self.log = log
        self.reopen = reopen
    }
}

/// A violation of the repository contract.
package struct ContractViolation: Error, CustomStringConvertible {
    /// The expectation, as a sentence.
    package let sentence: String
    /// The source line of the expectation.
    package let line: UInt

    /// A violation of what this sentence demands.
    package init(_ sentence: String, line: UInt) {
        self.sentence = sentence
        self.line = line
    }

    /// The sentence and the place.
    package var description: String { "\(self.sentence) (line \(self.line))" }
}
