/// A subscription with seats whose next call to Apple is due.
///
/// The calls of one subscription are due together, because a claim may need the seat that another call frees.
package struct DueSeatCalls: Hashable, Sendable {
    /// The shortest delay between two attempts.
    package static let shortestDelay = Span.seconds(5)
    /// The longest delay between two attempts.
    package static let longestDelay = Span.hours(6)

    /// The original transaction id of the subscription.
    package let originalTransactionID: OriginalTransactionID
    /// The number of attempts that failed, since the seat with the most of them changed.
    package let attempts: Int64

    /// Creates due calls.
    package init(originalTransactionID: OriginalTransactionID, attempts: Int64) {
        self.originalTransactionID = originalTransactionID
        self.attempts = attempts
    }

    /// The delay after a further failed attempt: twice the previous one.
    package var delay: Span {
        let doublings = min(max(self.attempts, 0), 20)
        return min(Span(milliseconds: Self.shortestDelay.milliseconds << doublings), Self.longestDelay)
    }
}

extension Seat {
    /// Returns whether Apple offers the calls about seats in an environment: in the Sandbox only.
    package static func hasCalls(in environment: StoreEnvironment) -> Bool { environment == .sandbox }
}

extension LedgerStorage {
    /// Returns the subscriptions with seats whose next call to Apple is due, the longest due first.
    package func dueSeatCalls(
        of app: AppName,
        environment: StoreEnvironment,
        at now: Instant,
        limit: Int
    ) throws -> [DueSeatCalls] {
        guard let scope = try self.knownScope(ScopeName(app: app, environment: environment)) else { return [] }
        var order: [Int64] = []
        var attempts: [Int64: Int64] = [:]
        for due in try self.dueSeats(of: scope, at: now, limit: limit) {
            let root = try self.original(due.original).root
            if attempts[root] == nil { order.append(root) }
            attempts[root] = max(attempts[root] ?? 0, due.attempts)
        }
        return try order.map { root in
            DueSeatCalls(originalTransactionID: try self.original(root).id, attempts: attempts[root] ?? 0)
        }
    }

    /// Records that calls about the seats of a subscription failed; they are due again at an instant of real time.
    package func postponeSeatCalls(
        of id: OriginalTransactionID,
        app: AppName,
        environment: StoreEnvironment,
        until dueAt: Instant
    ) throws {
        guard let scope = try self.knownScope(ScopeName(app: app, environment: environment)),
            let original = try self.original(id, scope: scope)
        else { return }
        for member in try self.chain(of: original, scope: scope).members {
            try self.postponeSeats(of: member, until: dueAt)
        }
        self.note(.seats, dueAt: dueAt)
    }

    /// Saves a seat of an original; its next call to Apple is due at once, where Apple offers it.
    func save(_ seat: Seat, of original: Int64, member: Int64?, scope: Scope) throws {
        let isDue = seat.nextCall != nil && Seat.hasCalls(in: scope.environment)
        let dueAt = isDue ? DueWork.atOnce : nil
        try self.put(seat, of: original, member: member, dueAt: dueAt, scope: scope)
        self.note(.seats, dueAt: dueAt)
    }
}
