import Ledger
import Notation

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
        /// What each customer holds in it.
        var holdings: [CustomerID: Holding]
        var askAt: Instant?
        var askedAt: Instant?
        var asksEverything = false
    }

    private var told: [Told] = []
    private var lanes: [Lane: [Event]] = [:]
    /// Everybody who is told.
    var sinks = BooksSinks()
    private var places: [AppName: [(lane: Lane, number: Int64)]] = [:]
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
            if let held = self.told[place].holdings.removeValue(forKey: customer) {
                self.told[place].holdings[other] = held
            }
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
        self.sinks.rename(lane, to: newLane)
        for (index, place) in (self.places[app] ?? []).enumerated() where place.lane == lane {
            self.places[app]?[index].lane = newLane
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

    /// Plans when to ask about a chain next.
    mutating func plan(_ root: OriginalTransactionID, in scope: Books.Scope, askAt: Instant?) {
        for place in self.told.indices where self.told[place].scope == scope && self.told[place].root == root {
            self.told[place].askAt = askAt
        }
    }

    /// Takes note of an answer; what was asked for meanwhile and is more than the question stays.
    mutating func answered(
        _ question: ChainQuestion,
        _ root: OriginalTransactionID,
        in scope: Books.Scope,
        askAt: Instant?,
        at askedAt: Instant
    ) {
        for place in self.told.indices where self.told[place].scope == scope && self.told[place].root == root {
            self.told[place].askedAt = askedAt
            if self.told[place].asksEverything, !question.isAboutEverything { continue }
            self.told[place].askAt = askAt
            self.told[place].asksEverything = false
        }
    }

    /// Plans to ask about a chain at once.
    mutating func askAtOnce(about root: OriginalTransactionID, in scope: Books.Scope, at now: Instant) {
        for place in self.told.indices where self.told[place].scope == scope && self.told[place].root == root {
            self.told[place].askAt = min(self.told[place].askAt ?? now, now)
        }
    }

    /// Plans to ask everything about a chain, also where nothing was ever told of it.
    mutating func askAbout(_ subject: Subject, at now: Instant) {
        if !self.told.contains(where: { $0.scope == subject.scope && $0.members.contains(subject.root) }) {
            self.told.append(
                Told(
                    root: subject.root,
                    members: subject.members,
                    scope: subject.scope,
                    owned: subject.owned,
                    at: now,
                    dueAt: nil,
                    holdings: [:]
                )
            )
        }
        for place in self.told.indices
        where self.told[place].scope == subject.scope && self.told[place].members.contains(subject.root) {
            self.told[place].askAt = min(self.told[place].askAt ?? now, now)
            self.told[place].asksEverything = true
        }
    }

    /// Plans to ask about every chain of a scope.
    mutating func askAboutAll(in scope: Books.Scope, at now: Instant) {
        for place in self.told.indices where self.told[place].scope == scope {
            self.told[place].askAt = now
            self.told[place].asksEverything = true
        }
    }

    /// The transactions of the chains of some originals, as they were told of.
    func transactionsTold(of members: Set<OriginalTransactionID>, in scope: Books.Scope) -> Set<TransactionID> {
        let told = self.told.filter { $0.scope == scope && !$0.members.isDisjoint(with: members) }
        return Set(told.flatMap { $0.owned.chain.transactions.map(\.transactionID) })
    }

    /// The events of a lane.
    func events(of lane: Lane) -> [Event] { self.lanes[lane] ?? [] }

    /// What a customer holds in the chains of a scope, as they were told of.
    func holdings(of customer: CustomerID, in scope: Books.Scope) -> [Holding] {
        self.told.filter { $0.scope == scope }.compactMap { $0.holdings[customer] }.filter { !$0.isEmpty }
    }

    /// Tells what has become of a chain since it was told of last, and returns who had or has something in it.
    ///
    /// What is not told counts as told all the same.
    mutating func tell(
        of subject: Subject,
        at now: Instant,
        access: AccessPolicy,
        cause: EvidenceDigest?,
        isTold: Bool,
        change: OwnershipChangeID? = nil
    ) -> Set<CustomerID> {
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
        let holders = Set(subject.owned.claims.values.flatMap { $0.sharedWith + ($0.owner.map { [$0] } ?? []) })
        var holdings: [CustomerID: Holding] = [:]
        for holder in holders { holdings[holder] = telling.holding(of: holder).holding }
        self.told.append(
            Told(
                root: subject.root,
                members: subject.members,
                scope: subject.scope,
                owned: subject.owned,
                at: now,
                dueAt: telling.dueAt,
                holdings: holdings,
                askAt: standing.map(\.askAt) ?? subject.owned.chain.nextAskAt(telling.asks, askedAt: askedAt),
                askedAt: askedAt,
                asksEverything: standing != nil
            )
        )
        if isTold { self.write(telling.drafts, in: subject.scope, about: subject.root, at: now, cause: cause) }
        return before.reduce(into: holders) { $0.formUnion($1.holdings.keys) }
    }

    /// Numbers events in their lanes and makes them known to the sinks.
    mutating func write(
        _ drafts: [Telling.Draft],
        in scope: Books.Scope,
        about root: OriginalTransactionID?,
        at now: Instant,
        cause: EvidenceDigest?
    ) {
        for draft in drafts {
            let subject =
                draft.recipient.map(Lane.Subject.customer) ?? root.map { .chain(scope.environment, $0) }
            guard let subject else { continue }
            let lane = Lane(app: scope.app, subject: subject)
            let event = Event(
                lane: lane,
                number: self.count(of: lane) + 1,
                name: draft.name,
                occurredAt: now,
                cause: cause,
                body: draft.body
            )
            self.lanes[lane, default: []].append(event)
            self.places[lane.app, default: []].append((lane: lane, number: event.number))
            self.sinks.note(event, in: scope.environment)
        }
    }

    /// How many events a lane has; a notification that is passed on is one.
    func count(of lane: Lane) -> Int64 {
        if case .notification = lane.subject { return 1 }
        return Int64(self.lanes[lane]?.count ?? 0)
    }

    /// The events of an app in the order in which they were written.
    func events(of app: AppName) -> [PlacedEvent] {
        (self.places[app] ?? []).enumerated().compactMap { index, place in
            self.lanes[place.lane].map { PlacedEvent(position: Int64(index) + 1, event: $0[Int(place.number) - 1]) }
        }
    }

    /// The position of the first event of an app that was written at an instant or later.
    func position(of app: AppName, at instant: Instant) -> Int64 {
        let events = self.events(of: app)
        return events.first { $0.event.occurredAt >= instant }?.position ?? Int64(events.count) + 1
    }

    /// Lets a sink be told once more what lies at these places.
    mutating func replay(_ positions: ClosedRange<Int64>, to sink: SinkName, app: AppName) -> Int {
        guard self.sinks.knows(sink, of: app) else { return 0 }
        let found = self.events(of: app).filter { positions.contains($0.position) }.map(\.event)
        for (lane, events) in Dictionary(grouping: found, by: \.lane) {
            let numbers = events.map(\.number)
            guard let first = numbers.min(), let last = numbers.max() else { continue }
            self.sinks.replay(first...last, of: lane, to: sink, count: self.count(of: lane))
        }
        return found.count
    }
}
