import Ledger

/// Everything that `InMemoryRepository` has told or has still to tell.
struct BooksOutbox: Sendable {
    /// A chain as it is told of.
    struct Subject {
        let root: OriginalTransactionID
        let members: Set<OriginalTransactionID>
        let scope: Books.Scope
        let owned: OwnedChain
    }

    /// A chain as it was told of last.
    private struct Told {
        let root: OriginalTransactionID
        let members: Set<OriginalTransactionID>
        let scope: Books.Scope
        var owned: OwnedChain
        let at: Instant
        let dueAt: Instant?
        var askAt: Instant?
        var askedAt: Instant?
        var asksEverything = false
    }

    /// Somebody in an app who is told.
    private struct Sink: Hashable {
        let app: AppName
        let name: SinkName
    }

    /// What a sink has not been told of a lane.
    private struct Pending {
        var lane: Lane
        var nextNumber: Int64
        var dueAt: Instant
        var lease: Int64?
    }

    private var told: [Told] = []
    private var lanes: [Lane: [Event]] = [:]
    private var sinks: [Sink: [Pending]] = [:]
    private var moves: Int64 = 0
    /// What passed from one owner to another, in order.
    private(set) var moved: [(app: AppName, move: OwnershipMove)] = []
    private var leases: Int64 = 0

    /// The chains that are due, earliest first.
    func dueChains(at now: Instant) -> [DueChain] {
        self.told
            .compactMap { told in
                told.dueAt.map { dueAt in
                    DueChain(
                        app: told.scope.app,
                        environment: told.scope.environment,
                        originalTransactionID: told.root,
                        dueAt: dueAt
                    )
                }
            }
            .filter { $0.dueAt <= now }
            .sorted { $0.dueAt < $1.dueAt }
    }

    /// When a chain is due.
    func dueAt(of root: OriginalTransactionID, in scope: Books.Scope) -> Instant? {
        self.told.first { $0.scope == scope && $0.members.contains(root) }?.dueAt
    }

    /// The chains of a scope that were told of, by their roots, with the claims as they were told.
    func claimsTold(in scope: Books.Scope) -> [(root: OriginalTransactionID, claims: [TransactionID: Claim])] {
        self.told.filter { $0.scope == scope }.map { ($0.root, $0.owned.claims) }
    }

    /// Puts another id in the place of a customer's.
    mutating func rename(_ customer: CustomerID, to other: CustomerID, of app: AppName) {
        let renamed = { (name: CustomerID) in name == customer ? other : name }
        for place in self.told.indices where self.told[place].scope.app == app {
            let owned = self.told[place].owned
            let claims = owned.claims.mapValues { claim in
                Claim(
                    owner: claim.owner.map(renamed),
                    reason: claim.reason,
                    sharedWith: claim.sharedWith.map(renamed).sorted()
                )
            }
            self.told[place].owned = OwnedChain(chain: owned.chain, claims: claims)
        }
        let lane = Lane(app: app, subject: .customer(customer))
        let newLane = Lane(app: app, subject: .customer(other))
        if let events = self.lanes.removeValue(forKey: lane) {
            self.lanes[newLane] = events.map { event in
                Event(
                    lane: newLane,
                    number: event.number,
                    name: event.name,
                    occurredAt: event.occurredAt,
                    cause: event.cause,
                    body: event.body
                )
            }
        }
        for (lane, events) in self.lanes where lane.app == app {
            self.lanes[lane] = events.map { event in
                guard let body = JSONText.naming(other, insteadOf: customer, in: event.body) else { return event }
                return Event(
                    lane: lane,
                    number: event.number,
                    name: event.name,
                    occurredAt: event.occurredAt,
                    cause: event.cause,
                    body: body
                )
            }
        }
        for (sink, pending) in self.sinks where sink.app == app {
            self.sinks[sink] = pending.map { pending in
                var pending = pending
                if pending.lane == lane { pending.lane = newLane }
                return pending
            }
        }
        self.moved = self.moved.map { entry in
            entry.app == app ? (app: app, move: entry.move.naming(renamed)) : entry
        }
    }

    /// When the next chain is due.
    var nextDueAt: Instant? { self.told.compactMap(\.dueAt).min() }

    /// The chains about which Apple is to be asked, earliest first.
    func chainsToAsk(at now: Instant) -> [ChainQuestion] {
        self.told
            .compactMap { told in
                told.askAt.map { askAt in
                    ChainQuestion(
                        app: told.scope.app,
                        environment: told.scope.environment,
                        originalTransactionID: told.root,
                        dueAt: askAt,
                        revision: nil,
                        isAboutEverything: told.asksEverything
                    )
                }
            }
            .filter { $0.dueAt <= now }
            .sorted { $0.dueAt < $1.dueAt }
    }

    /// Plans when to ask about a chain next; `askedAt` is when it was asked about, if it was.
    mutating func plan(_ root: OriginalTransactionID, in scope: Books.Scope, askAt: Instant?, askedAt: Instant?) {
        for place in self.told.indices where self.told[place].scope == scope && self.told[place].root == root {
            self.told[place].askAt = askAt
            guard let askedAt else { continue }
            self.told[place].askedAt = askedAt
            self.told[place].asksEverything = false
        }
    }

    /// Plans to ask about every chain of a scope.
    mutating func askAboutAll(in scope: Books.Scope, at now: Instant) {
        for place in self.told.indices where self.told[place].scope == scope {
            self.told[place].askAt = now
            self.told[place].asksEverything = true
        }
    }

    /// The events of a lane.
    func events(of lane: Lane) -> [Event] { self.lanes[lane] ?? [] }

    /// Tells what has become of a chain since it was told of last.
    ///
    /// What is not told counts as told all the same.
    mutating func tell(
        of subject: Subject,
        at now: Instant,
        access: AccessPolicy,
        cause: EvidenceDigest?,
        isTold: Bool,
        change: OwnershipChangeID? = nil
    ) {
        let before = self.told.filter { $0.scope == subject.scope && !$0.members.isDisjoint(with: subject.members) }
        let environment = subject.scope.environment
        let pictures = before.map { ChainPicture($0.owned, at: $0.at, environment: environment, access: access) }
        let telling = Telling(
            from: pictures,
            to: subject.owned,
            at: now,
            environment: environment,
            access: access,
            change: change
        ) { isLoss in
            guard isTold || isLoss else { return 0 }
            self.moves += 1
            return self.moves
        }
        self.moved += telling.moves.map { (app: subject.scope.app, move: $0) }
        // Of chains that became one Apple was asked about a part only.
        let askedAt = before.count == 1 ? before[0].askedAt : nil
        let standing = before.first { $0.root == subject.root && $0.asksEverything }
        self.told.removeAll { $0.scope == subject.scope && !$0.members.isDisjoint(with: subject.members) }
        self.told.append(
            Told(
                root: subject.root,
                members: subject.members,
                scope: subject.scope,
                owned: subject.owned,
                at: now,
                dueAt: telling.dueAt,
                askAt: standing.map(\.askAt) ?? telling.asks.nextDueAt(askedAt: askedAt),
                askedAt: askedAt,
                asksEverything: standing != nil
            )
        )
        guard isTold else { return }
        for draft in telling.drafts {
            let laneSubject = draft.recipient.map(Lane.Subject.customer) ?? .chain(environment, subject.root)
            let lane = Lane(app: subject.scope.app, subject: laneSubject)
            let number = Int64(self.lanes[lane]?.count ?? 0) + 1
            self.lanes[lane, default: []].append(
                Event(lane: lane, number: number, name: draft.name, occurredAt: now, cause: cause, body: draft.body)
            )
            for sink in self.sinks.keys where sink.app == lane.app {
                if self.sinks[sink]?.contains(where: { $0.lane == lane }) == true { continue }
                self.sinks[sink]?.append(Pending(lane: lane, nextNumber: number, dueAt: Instant(milliseconds: 0)))
            }
        }
    }

    /// Makes these and no others the sinks of an app.
    mutating func setSinks(_ names: [SinkName], of app: AppName) {
        for sink in self.sinks.keys where sink.app == app && !names.contains(sink.name) { self.sinks[sink] = nil }
        for name in names where self.sinks[Sink(app: app, name: name)] == nil {
            self.sinks[Sink(app: app, name: name)] = []
        }
    }

    /// Leases lanes that are due.
    mutating func leaseLanes(
        for name: SinkName,
        of app: AppName,
        at now: Instant,
        until: Instant,
        limit: Int
    )
        -> [LaneLease]
    {
        let sink = Sink(app: app, name: name)
        guard var pending = self.sinks[sink] else { return [] }
        let due = pending.indices.filter { pending[$0].dueAt <= now }.sorted { pending[$0].dueAt < pending[$1].dueAt }
        guard !due.isEmpty else { return [] }
        self.leases += 1
        var leases: [LaneLease] = []
        for index in due.prefix(limit) {
            pending[index].dueAt = until
            pending[index].lease = self.leases
            leases.append(
                LaneLease(
                    sink: name,
                    lane: pending[index].lane,
                    nextNumber: pending[index].nextNumber,
                    number: self.leases
                )
            )
        }
        self.sinks[sink] = pending
        return leases
    }

    /// Takes note of what a sink was told.
    mutating func acknowledge(_ lease: LaneLease, through number: Int64, until: Instant) -> LaneLease.Progress {
        let sink = Sink(app: lease.lane.app, name: lease.sink)
        guard let index = self.index(of: lease) else { return .lost }
        if Int64(self.lanes[lease.lane]?.count ?? 0) > number {
            self.sinks[sink]?[index].nextNumber = number + 1
            self.sinks[sink]?[index].dueAt = until
            return .more
        }
        self.sinks[sink]?.remove(at: index)
        return .done
    }

    /// Puts a lane back.
    mutating func putBack(_ lease: LaneLease, until: Instant) {
        guard let index = self.index(of: lease) else { return }
        let sink = Sink(app: lease.lane.app, name: lease.sink)
        self.sinks[sink]?[index].dueAt = until
        self.sinks[sink]?[index].lease = nil
    }

    private func index(of lease: LaneLease) -> Int? {
        let sink = Sink(app: lease.lane.app, name: lease.sink)
        return self.sinks[sink]?.firstIndex { $0.lane == lease.lane && $0.lease == lease.number }
    }
}
