import Ledger

extension RepositoryContract {
    static let seatCalls = [
        Behavior("The calls that a seat needs are due at once, and no more when they are made") { subject in
            let repository = subject.repository
            let group = SeatSample(environment: .sandbox)
            try await group.buy(seats: 3, on: repository)
            _ = try await group.done(.invite(group.seat(1)), repository)
            try Self.require(try await group.due(repository), is: [], "An invitation claims nothing.")
            _ = try await group.done(.accept(group.seat(1), group.member("ben")), repository)
            let claim = DueSeatCalls(originalTransactionID: group.original, attempts: 0)
            try Self.require(try await group.due(repository), is: [claim], "The member's seat is claimed.")
            try Self.require(try await group.waiting(repository), is: DueWork.atOnce, "A worker is woken.")
            _ = try await group.done(.ask(group.seat(1)), repository)
            try Self.require(try await group.due(repository), is: [claim], "The answer is not known.")
            _ = try await group.done(.recordClaim(group.seat(1), SeatClaimID("c"), nil), repository)
            try Self.require(try await group.due(repository), is: [], "Apple has claimed it.")
            _ = try await group.done(.identify(group.seat(1), AppTransactionID("77")), repository)
            try Self.require(try await group.due(repository), is: [claim], "Apple learns the account.")
            let account = AppTransactionID("77")
            _ = try await group.done(.recordAssociation(group.seat(1), account), repository)
            try Self.require(try await group.due(repository), is: [], "Apple knows it.")
            _ = try await group.done(.release(group.seat(1)), repository)
            try Self.require(try await group.due(repository), is: [claim], "The claim is to end.")
            try await group.unclaim([SeatClaimID("c")], day: 1, on: repository)
            try Self.require(try await group.due(repository), is: [], "Apple has ended it by itself.")
            try Self.require(try await group.waiting(repository), is: nil, "No worker has to act.")
        },
        Behavior("Failed calls about a subscription are due later together, and a change makes them due at once") {
            subject in
            let repository = subject.repository
            let group = SeatSample(environment: .sandbox)
            let other = SeatSample(original: "200", purchaser: "eve", environment: .sandbox)
            for sample in [group, other] { try await sample.buy(seats: 3, on: repository) }
            for (number, name) in ["ben", "cleo"].enumerated() {
                _ = try await group.done(.assign(group.seat(number), group.member(name)), repository)
            }
            _ = try await other.done(.assign(other.seat(1), other.member("dan")), repository)
            try Self.require(
                try await group.due(repository).map(\.originalTransactionID),
                is: [group.original, other.original],
                "Each subscription once."
            )
            let later = Sample.beginning + .minutes(5)
            for _ in 0..<2 { try await group.postpone(until: later, repository) }
            try Self.require(
                try await group.due(repository).map(\.originalTransactionID),
                is: [other.original],
                "The other one is not delayed."
            )
            try await other.postpone(until: later + .minutes(1), repository)
            try Self.require(try await group.waiting(repository), is: later, "The earliest of both.")
            try Self.require(
                try await group.due(repository, at: later),
                is: [DueSeatCalls(originalTransactionID: group.original, attempts: 2)],
                "Two attempts failed."
            )
            _ = try await group.done(.release(group.seat(1)), repository)
            try Self.require(try await group.due(repository), is: [], "A seat without a claim needs no call.")
            _ = try await group.done(.ask(group.seat(0)), repository)
            _ = try await group.done(.release(group.seat(0)), repository)
            try Self.require(
                try await group.due(repository),
                is: [DueSeatCalls(originalTransactionID: group.original, attempts: 0)],
                "A change is a fresh start."
            )
        },
        Behavior("No call about a seat is due in Production, where Apple offers none") { subject in
            let repository = subject.repository
            let group = SeatSample()
            try await group.buy(seats: 2, on: repository)
            _ = try await group.done(.assign(group.seat(1), group.member("ben")), repository)
            let due = try await repository.read { view in
                try view.dueSeatCalls(of: Sample.app, environment: .production, at: Sample.beginning, limit: 9)
            }
            try Self.require(due, is: [], "Nothing is due.")
            try Self.require(try await group.waiting(repository), is: nil, "No worker is woken.")
        },
    ]
}

extension SeatSample {
    /// The subscriptions of the Sandbox with due calls.
    fileprivate func due(
        _ repository: any Repository,
        at now: Instant = Sample.beginning
    ) async throws -> [DueSeatCalls] {
        try await repository.read { view in
            try view.dueSeatCalls(of: Sample.app, environment: .sandbox, at: now, limit: 9)
        }
    }

    /// When a worker has to act next.
    fileprivate func waiting(_ repository: any Repository) async throws -> Instant? {
        try await repository.read { view in try view.waitingWork(of: [Sample.app]) }.due[.seats]
    }

    /// Records that calls failed.
    fileprivate func postpone(until dueAt: Instant, _ repository: any Repository) async throws {
        let original = self.original
        try await repository.write { unit in
            try unit.postponeSeatCalls(of: original, app: Sample.app, environment: .sandbox, until: dueAt)
        }
    }
}
