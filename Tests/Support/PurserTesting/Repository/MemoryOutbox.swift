import Ledger
import Notation

/// Everything that `InMemoryRepository` has published or has yet to publish.
struct MemoryOutbox: Sendable {
    /// A chain as published.
    struct Subject {
        let root: OriginalTransactionID
        let members: Set<OriginalTransactionID>
        let scope: MemoryState.Scope
        let owned: OwnedChain
    }

    /// A chain as it was published last.
    private struct Published {
        let root: OriginalTransactionID
        let members: Set<OriginalTransactionID>
        let scope: MemoryState.Scope
        var owned: OwnedChain
        let at: Instant
        let dueAt: Instant?
        /// The holdings of each customer.
        var holdings: [CustomerID: Holding]
        var askAt: Instant?
        var askedAt: Instant?
        var asksEverything = false
    }

    private var published: [Published] = []
    private var streams: [EventStream: [Event]] = [:]
    /// The receivers of events.
    var sinks = MemorySinks()
    private var places: [AppName: [(stream: EventStream, number: Int64)]] = [:]
    private var transfers: Int64 = 0
    /// The transfers of ownership, in order.
    private(set) var transferred: [(app: AppName, transfer: OwnershipTransfer)] = []
    private var leases: Int64 = 0

    /// The chains that are due, earliest first.
    func dueChains(at now: Instant) -> [DueChain] {
        self.published
            .compactMap { published in
                published.dueAt.map { dueAt in
                    DueChain(
                        app: published.scope.app,
                        environment: published.scope.environment,
                        originalTransactionID: published.root,
                        dueAt: dueAt
                    )
                }
            }
            .filter { $0.dueAt <= now }
            .sorted { $0.dueAt < $1.dueAt }
    }

    /// Returns the instant at which a chain is due.
    func dueAt(of root: OriginalTransactionID, in scope: MemoryState.Scope) -> Instant? {
        self.published.first { $0.scope == scope && $0.members.contains(root) }?.dueAt
    }

    /// The published chains of a scope, by their roots, with the published claims.
    func claimsPublished(in scope: MemoryState.Scope) -> [(root: OriginalTransactionID, claims: [TransactionID: Claim])]
    {
        self.published.filter { $0.scope == scope }.map { ($0.root, $0.owned.claims) }
    }

    /// Replaces the id of a customer.
    mutating func rename(_ customer: CustomerID, to other: CustomerID, of app: AppName) {
        let renamed = { (name: CustomerID) in name == customer ? other : name }
        for place in self.published.indices where self.published[place].scope.app == app {
            let owned = self.published[place].owned
            let claims = owned.claims.mapValues { claim in
                Claim(
                    owner: claim.owner.map(renamed),
                    reason: claim.reason,
                    sharedWith: claim.sharedWith.map(renamed).sorted()
                )
            }
            self.published[place].owned = OwnedChain(chain: owned.chain, claims: claims)
            if let held = self.published[place].holdings.removeValue(forKey: customer) {
                self.published[place].holdings[other] = held
            }
        }
        let stream = EventStream(app: app, subject: .customer(customer))
        let newStream = EventStream(app: app, subject: .customer(other))
        if let events = self.streams.removeValue(forKey: stream) {
            self.streams[newStream] = events.map { event in
                Event(
                    stream: newStream,
                    number: event.number,
                    name: event.name,
                    occurredAt: event.occurredAt,
                    cause: event.cause,
                    body: event.body
                )
            }
        }
        for (stream, events) in self.streams where stream.app == app {
            self.streams[stream] = events.map { event in
                guard let body = JSONText.naming(other, insteadOf: customer, in: event.body) else { return event }
                return Event(
                    stream: stream,
                    number: event.number,
                    name: event.name,
                    occurredAt: event.occurredAt,
                    cause: event.cause,
                    body: body
                )
            }
        }
        self.sinks.rename(stream, to: newStream)
        for (index, place) in (self.places[app] ?? []).enumerated() where place.stream == stream {
            self.places[app]?[index].stream = newStream
        }
        self.transferred = self.transferred.map { entry in
            entry.app == app ? (app: app, transfer: entry.transfer.naming(renamed)) : entry
        }
    }

    /// The instant at which the next chain is due.
    var nextDueAt: Instant? { self.published.compactMap(\.dueAt).min() }

    /// The chains about which Apple is to be asked, earliest first.
    func dueChainChecks(at now: Instant) -> [ChainCheck] {
        self.published
            .compactMap { published in
                published.askAt.map { askAt in
                    ChainCheck(
                        app: published.scope.app,
                        environment: published.scope.environment,
                        originalTransactionID: published.root,
                        dueAt: askAt,
                        revision: nil,
                        isAboutEverything: published.asksEverything
                    )
                }
            }
            .filter { $0.dueAt <= now }
            .sorted { $0.dueAt < $1.dueAt }
    }

    /// Plans when to ask about a chain next.
    mutating func plan(_ root: OriginalTransactionID, in scope: MemoryState.Scope, askAt: Instant?) {
        for place in self.published.indices
        where self.published[place].scope == scope && self.published[place].root == root {
            self.published[place].askAt = askAt
        }
    }

    /// Records the answer to a check.
    ///
    /// A wider check that was scheduled meanwhile stays.
    mutating func answered(
        _ check: ChainCheck,
        _ root: OriginalTransactionID,
        in scope: MemoryState.Scope,
        askAt: Instant?,
        at askedAt: Instant
    ) {
        for place in self.published.indices
        where self.published[place].scope == scope && self.published[place].root == root {
            self.published[place].askedAt = askedAt
            if self.published[place].asksEverything, !check.isAboutEverything { continue }
            self.published[place].askAt = askAt
            self.published[place].asksEverything = false
        }
    }

    /// Plans to ask about a chain at once.
    mutating func askAtOnce(about root: OriginalTransactionID, in scope: MemoryState.Scope, at now: Instant) {
        for place in self.published.indices
        where self.published[place].scope == scope && self.published[place].root == root {
            self.published[place].askAt = min(self.published[place].askAt ?? now, now)
        }
    }

    /// Schedules a full check of a chain, even if nothing was ever published about it.
    mutating func askAbout(_ subject: Subject, at now: Instant) {
        if !self.published.contains(where: { $0.scope == subject.scope && $0.members.contains(subject.root) }) {
            self.published.append(
                Published(
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
        for place in self.published.indices
        where self.published[place].scope == subject.scope && self.published[place].members.contains(subject.root) {
            self.published[place].askAt = min(self.published[place].askAt ?? now, now)
            self.published[place].asksEverything = true
        }
    }

    /// Plans to ask about every chain of a scope.
    mutating func askAboutAll(in scope: MemoryState.Scope, at now: Instant) {
        for place in self.published.indices where self.published[place].scope == scope {
            self.published[place].askAt = now
            self.published[place].asksEverything = true
        }
    }

    /// Returns the transactions of the chains of some originals, as published.
    func transactionsPublished(
        of members: Set<OriginalTransactionID>,
        in scope: MemoryState.Scope
    ) -> Set<TransactionID> {
        let published = self.published.filter { $0.scope == scope && !$0.members.isDisjoint(with: members) }
        return Set(published.flatMap { $0.owned.chain.transactions.map(\.transactionID) })
    }

    /// The events of an event stream.
    func events(of stream: EventStream) -> [Event] { self.streams[stream] ?? [] }

    /// Returns the holdings of a customer in the chains of a scope, as published.
    func holdings(of customer: CustomerID, in scope: MemoryState.Scope) -> [Holding] {
        self.published.filter { $0.scope == scope }.compactMap { $0.holdings[customer] }.filter { !$0.isEmpty }
    }

    /// Publishes what has become of a chain since it was published last, and returns who had or has something in it.
    ///
    /// Suppressed changes count as published.
    mutating func publish(
        of subject: Subject,
        at now: Instant,
        gracePolicy: GracePolicy,
        cause: EvidenceDigest?,
        isPublished: Bool,
        change: OwnershipChangeID? = nil
    ) -> Set<CustomerID> {
        let before = self.published.filter {
            $0.scope == subject.scope && !$0.members.isDisjoint(with: subject.members)
        }
        let environment = subject.scope.environment
        let publishedChains = before.map {
            PublishedChain($0.owned, at: $0.at, environment: environment, gracePolicy: gracePolicy)
        }
        let derivation = EventDerivation(
            from: publishedChains,
            to: subject.owned,
            at: now,
            environment: environment,
            gracePolicy: gracePolicy,
            change: change
        ) { isLoss in
            guard isPublished || isLoss else { return 0 }
            self.transfers += 1
            return self.transfers
        }
        self.transferred += derivation.transfers.map { (app: subject.scope.app, transfer: $0) }
        // Of chains that became one Apple was asked about a part only.
        let askedAt = before.count == 1 ? before[0].askedAt : nil
        let existing = before.first { $0.root == subject.root && $0.asksEverything }
        self.published.removeAll { $0.scope == subject.scope && !$0.members.isDisjoint(with: subject.members) }
        let holders = Set(subject.owned.claims.values.flatMap { $0.sharedWith + ($0.owner.map { [$0] } ?? []) })
        var holdings: [CustomerID: Holding] = [:]
        for holder in holders { holdings[holder] = derivation.holding(of: holder).holding }
        self.published.append(
            Published(
                root: subject.root,
                members: subject.members,
                scope: subject.scope,
                owned: subject.owned,
                at: now,
                dueAt: derivation.dueAt,
                holdings: holdings,
                askAt: existing.map(\.askAt) ?? subject.owned.chain.nextAskAt(derivation.asks, askedAt: askedAt),
                askedAt: askedAt,
                asksEverything: existing != nil
            )
        )
        if isPublished { self.write(derivation.drafts, in: subject.scope, about: subject.root, at: now, cause: cause) }
        return before.reduce(into: holders) { $0.formUnion($1.holdings.keys) }
    }

    /// Numbers events in their event streams and makes them known to the sinks.
    mutating func write(
        _ drafts: [EventDerivation.Draft],
        in scope: MemoryState.Scope,
        about root: OriginalTransactionID?,
        at now: Instant,
        cause: EvidenceDigest?
    ) {
        for draft in drafts {
            let subject =
                draft.recipient.map(EventStream.Subject.customer) ?? root.map { .chain(scope.environment, $0) }
            guard let subject else { continue }
            let stream = EventStream(app: scope.app, subject: subject)
            let event = Event(
                stream: stream,
                number: self.count(of: stream) + 1,
                name: draft.name,
                occurredAt: now,
                cause: cause,
                body: draft.body
            )
            self.streams[stream, default: []].append(event)
            self.places[stream.app, default: []].append((stream: stream, number: event.number))
            self.sinks.note(event, in: scope.environment)
        }
    }

    /// Returns the number of events in an event stream, relayed notifications included.
    func count(of stream: EventStream) -> Int64 {
        if case .notification = stream.subject { return 1 }
        return Int64(self.streams[stream]?.count ?? 0)
    }

    /// The events of an app in the order in which they were written.
    func events(of app: AppName) -> [PositionedEvent] {
        (self.places[app] ?? []).enumerated().compactMap { index, place in
            self.streams[place.stream].map {
                PositionedEvent(position: Int64(index) + 1, event: $0[Int(place.number) - 1])
            }
        }
    }

    /// The position of the first event of an app that was written at an instant or later.
    func position(of app: AppName, at instant: Instant) -> Int64 {
        let events = self.events(of: app)
        return events.first { $0.event.occurredAt >= instant }?.position ?? Int64(events.count) + 1
    }

    /// Makes the events at these positions due for a sink again.
    mutating func replay(_ positions: ClosedRange<Int64>, to sink: SinkName, app: AppName) -> Int {
        guard self.sinks.knows(sink, of: app) else { return 0 }
        let found = self.events(of: app).filter { positions.contains($0.position) }.map(\.event)
        for (stream, events) in Dictionary(grouping: found, by: \.stream) {
            let numbers = events.map(\.number)
            guard let first = numbers.min(), let last = numbers.max() else { continue }
            self.sinks.replay(first...last, of: stream, to: sink, count: self.count(of: stream))
        }
        return found.count
    }
}
