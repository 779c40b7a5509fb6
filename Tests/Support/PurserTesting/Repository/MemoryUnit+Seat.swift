import Ledger

extension MemoryUnit {
    /// Returns the seats of a subscription at an instant.
    func seats(
        of original: OriginalTransactionID,
        app: AppName,
        environment: StoreEnvironment,
        gracePolicy: GracePolicy,
        at now: Instant
    ) throws -> SeatGroup? {
        self.open { memory in
            let scope = MemoryState.Scope(app: app, environment: environment)
            return memory.seatGroup(of: original, in: scope, gracePolicy: gracePolicy, at: now)
        }
    }

    /// Returns the subscription of a seat.
    func subscription(
        of seat: SeatID,
        app: AppName,
        environment: StoreEnvironment
    ) throws -> OriginalTransactionID? {
        self.open { memory in
            let scope = MemoryState.Scope(app: app, environment: environment)
            let entry = memory.seats.kept[scope]?.first { $0.seat.id == seat }
            return entry.flatMap { memory.facts[scope]?.root(of: $0.original) }
        }
    }

    /// Returns the seats of a customer in any subscription, oldest first.
    func seats(of customer: CustomerID, app: AppName, environment: StoreEnvironment) throws -> [Seat] {
        self.open { memory in
            let counting = memory.people[app]?.resolved(customer) ?? customer
            return memory.seats(in: MemoryState.Scope(app: app, environment: environment)).map(\.seat)
                .filter { $0.member == counting }
                .sorted { ($0.invitedAt, $0.id) < ($1.invitedAt, $1.id) }
        }
    }

    /// Returns the subscriptions with seats about which Apple is to be called.
    func dueSeatCalls(
        of app: AppName,
        environment: StoreEnvironment,
        at now: Instant,
        limit: Int
    ) throws -> [DueSeatCalls] {
        self.open { memory in
            let scope = MemoryState.Scope(app: app, environment: environment)
            let due = (memory.seats.kept[scope] ?? []).filter { entry in entry.dueAt.map { $0 <= now } ?? false }
                .sorted { ($0.dueAt ?? now, $0.seat.id) < ($1.dueAt ?? now, $1.seat.id) }
                .prefix(limit)
            var calls: [DueSeatCalls] = []
            for entry in due {
                guard let root = memory.facts[scope]?.root(of: entry.original) else { continue }
                let known = calls.firstIndex { $0.originalTransactionID == root }
                let attempts = max(known.map { calls[$0].attempts } ?? 0, entry.attempts)
                let call = DueSeatCalls(originalTransactionID: root, attempts: attempts)
                if let known { calls[known] = call } else { calls.append(call) }
            }
            return calls
        }
    }

    /// Records that calls about the seats of a subscription failed.
    func postponeSeatCalls(
        of original: OriginalTransactionID,
        app: AppName,
        environment: StoreEnvironment,
        until dueAt: Instant
    ) throws {
        self.open { memory in
            let scope = MemoryState.Scope(app: app, environment: environment)
            guard let facts = memory.facts[scope], facts.knows(original) else { return }
            let members = facts.members(of: original)
            memory.seats.kept[scope] = memory.seats.kept[scope]?.map { entry in
                var entry = entry
                guard members.contains(entry.original), entry.dueAt != nil else { return entry }
                entry.dueAt = dueAt
                entry.attempts += 1
                return entry
            }
        }
    }

    /// Carries out a request on a subscription, or only says what it would change.
    func carryOut(
        _ request: SeatRequest,
        on original: OriginalTransactionID,
        app: AppName,
        environment: StoreEnvironment,
        catalog: Catalog,
        isPreview: Bool
    ) throws -> Result<SeatOutcome, SeatRefusal> {
        self.open { memory in
            var changed = memory
            let scope = MemoryState.Scope(app: app, environment: environment)
            let result = changed.carryOut(request, on: original, in: scope, catalog: catalog)
            if !isPreview, case .success = result { memory = changed }
            return result
        }
    }
}
