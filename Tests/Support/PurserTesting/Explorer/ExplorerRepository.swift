import Ledger
import Synchronization

/// A repository that remembers every unit of work it was given, and may be wrong on purpose.
///
/// What it remembers can be given to another repository in another order.
final class ExplorerRepository: ObservedRepository {
    private struct State {
        var base: any Repository
        var intakes: [Intake] = []
        var renewals = 0
        var copies = 0
    }

    private let state: Mutex<State>
    /// The flaw of the server, if it has one.
    let flaw: ExplorerFlaw?

    /// A repository around another.
    init(_ base: any Repository, flaw: ExplorerFlaw?) {
        self.state = Mutex(State(base: base))
        self.flaw = flaw
    }

    /// Every unit that was recorded, in the order of arrival, as it was given.
    var intakes: [Intake] { self.state.withLock { $0.intakes } }

    /// Continues with a reopened repository.
    func replaceBase(_ base: any Repository) {
        self.state.withLock { $0.base = base }
    }

    /// The repository that keeps everything.
    var base: any Repository { self.state.withLock { $0.base } }

    func write<Outcome: Sendable>(
        as name: StaticString,
        recording intake: Intake?,
        _ work: @escaping @Sendable (any UnitOfWork) throws -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        guard let intake else { return try await self.base.write(as: name, recording: nil, work) }
        guard self.flaw != nil, Outcome.self == RecordingResult.self else {
            let outcome = try await self.base.write(as: name, recording: intake, work)
            self.state.withLock { $0.intakes.append(intake) }
            return outcome
        }
        // A server with the flaw records something else.
        let recorded = try await self.base.ingest(self.spoiled(intake))
        self.state.withLock { $0.intakes.append(intake) }
        guard let outcome = recorded as? Outcome else { throw .corrupt }
        return outcome
    }

    /// The unit as a server with the flaw would record it.
    private func spoiled(_ intake: Intake) -> Intake {
        guard let flaw else { return intake }
        var spoiled = intake
        switch flaw {
        case .dropsRefunds where intake.notification?.type == "REFUND":
            spoiled.forgetFacts()
        case .lastArrivalWins:
            let arrival = self.state.withLock { state in
                state.copies += 1
                return Instant(milliseconds: intake.receivedAt.milliseconds + Int64(state.copies))
            }
            for place in spoiled.transactions.indices { spoiled.transactions[place].signedAt = arrival }
            spoiled.renewals = spoiled.renewals.map { $0.signed(at: arrival) }
            spoiled.statuses = spoiled.statuses.map {
                StatusEvidence(originalTransactionID: $0.originalTransactionID, status: $0.status, statedAt: arrival)
            }
        case .losesRenewals where intake.notification?.type == "DID_RENEW":
            let isSecond = self.state.withLock { state in
                state.renewals += 1
                return state.renewals.isMultiple(of: 2)
            }
            if isSecond { spoiled.forgetFacts() }
        case .keepsSharing where intake.notification?.type == "REVOKE":
            spoiled.forgetFacts()
        case .countsTwice:
            let copy = self.state.withLock { state in
                state.copies += 1
                return state.copies
            }
            for place in spoiled.transactions.indices where spoiled.transactions[place].kind == .consumable {
                let id = spoiled.transactions[place].transactionID
                spoiled.transactions[place].transactionID = TransactionID("\(id)-\(copy)")
            }
        case .ignoresCancellation:
            spoiled.renewals = spoiled.renewals.map { $0.renewing() }
        default: break
        }
        return spoiled
    }
}

extension Intake {
    /// Leaves nothing of what the unit states.
    fileprivate mutating func forgetFacts() {
        self.transactions = []
        self.renewals = []
        self.statuses = []
        self.refundRequests = []
        self.reportedRefunds = []
        self.retentionRequests = []
    }
}

extension RenewalSnapshot {
    /// The same, as if it had been signed at another instant.
    fileprivate func signed(at instant: Instant) -> Self {
        var copy = self
        copy.signedAt = instant
        return copy
    }

    /// Returns a copy in which the subscription renews, without a cancellation or an expiration.
    fileprivate func renewing() -> Self {
        var copy = self
        copy.autoRenew = true
        copy.expirationIntent = nil
        return copy
    }
}

/// A way in which a server can be wrong, to show that the explorer notices.
package enum ExplorerFlaw: String, Hashable, Sendable, CaseIterable {
    /// Refunds are acknowledged and thrown away.
    case dropsRefunds
    /// The last to arrive wins, even over one that was signed later.
    case lastArrivalWins
    /// Every second notification that renews something is acknowledged and thrown away.
    case losesRenewals
    /// A family-shared purchase is never revoked.
    case keepsSharing
    /// A repetition is taken for new evidence.
    case countsTwice
    /// Coins that are spent once are booked twice.
    case spendsTwice
    /// Auto-renew is always believed to be on.
    case ignoresCancellation
}
