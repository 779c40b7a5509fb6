import Ledger

/// The sinks to which `InMemoryRepository` publishes, and the pending events of each.
struct MemorySinks: Sendable {
    /// A receiver of an app's events.
    private struct Name: Hashable {
        let app: AppName
        let sink: SinkName
    }

    /// The pending events of an event stream for one sink.
    private struct Pending {
        var stream: EventStream
        var replay: EventStreamReplay
        var dueAt: Instant?
        var lease: Int64?
        var attempts = 0
        var failingSince: Instant?
        var failure: DeliveryFailure?
        var suspendedAt: Instant?

        /// Clears the failures.
        mutating func forgive() {
            self.attempts = 0
            self.failingSince = nil
            self.failure = nil
            self.suspendedAt = nil
        }
    }

    private var pending: [Name: [Pending]] = [:]
    private var leases: Int64 = 0
    /// The number of event streams that were added, which orders them.
    private var additions: Int64 = 0
    /// The endpoints of each app, oldest first.
    private var webhooks: [AppName: [WebhookEndpoint]] = [:]
    private var healths: [Name: WebhookHealth] = [:]

    /// The endpoints of an app.
    func webhooks(of app: AppName) -> [WebhookEndpoint] { self.webhooks[app] ?? [] }

    /// The due dates of the event streams that wait for sinks that can take them.
    var dueDates: [(app: AppName, dueAt: Instant)] {
        self.pending.filter { name, _ in self.endpoint(name).map { $0.state == .active } ?? true }
            .flatMap { name, pending in pending.compactMap(\.dueAt).map { (app: name.app, dueAt: $0) } }
    }

    /// Changes the endpoints of an app.
    mutating func changeWebhooks<Outcome>(of app: AppName, _ change: (inout [WebhookEndpoint]) -> Outcome) -> Outcome {
        var endpoints = self.webhooks(of: app)
        let former = endpoints
        let outcome = change(&endpoints)
        for gone in former where !endpoints.contains(where: { $0.id == gone.id }) {
            self.pending[Name(app: app, sink: gone.sink)] = nil
            self.healths[Name(app: app, sink: gone.sink)] = nil
        }
        for endpoint in endpoints where !former.contains(where: { $0.id == endpoint.id }) {
            self.pending[Name(app: app, sink: endpoint.sink)] = []
        }
        self.webhooks[app] = endpoints
        return outcome
    }

    /// How an endpoint has been doing.
    func health(of webhook: WebhookID, app: AppName) -> WebhookHealth {
        self.healths[Name(app: app, sink: SinkName(webhook.rawValue))] ?? WebhookHealth()
    }

    /// Stores the health of an endpoint.
    mutating func note(_ health: WebhookHealth, of webhook: WebhookID, app: AppName) {
        guard self.webhooks(of: app).contains(where: { $0.id == webhook }) else { return }
        self.healths[Name(app: app, sink: SinkName(webhook.rawValue))] = health
    }

    /// Whether a sink of this name exists.
    func knows(_ sink: SinkName, of app: AppName) -> Bool { self.pending[Name(app: app, sink: sink)] != nil }

    /// Makes an event known to everybody who receives events of such.
    mutating func note(_ event: Event, in environment: StoreEnvironment) {
        for name in self.pending.keys where name.app == event.stream.app {
            let endpoint = self.endpoint(name)
            let isReceiver =
                endpoint.map { $0.content == .events && $0.filter.admits(event.name.rawValue, in: environment) }
                ?? true
            if isReceiver { self.add(event.stream, number: event.number, to: name) }
        }
    }

    /// Makes one of Apple's notifications known to those to whom they are passed on.
    mutating func note(
        _ notification: NotificationEvidence,
        chain: String,
        app: AppName,
        in environment: StoreEnvironment
    ) {
        let stream = EventStream(app: app, subject: .notification(notification.evidence))
        for name in self.pending.keys where name.app == app {
            guard let endpoint = self.endpoint(name), endpoint.content == .relay,
                endpoint.filter.admits(notification.name, in: environment), endpoint.filter.admits(chain: chain)
            else { continue }
            self.add(stream, number: 1, to: name)
        }
    }

    /// Makes these and no others the sinks of an app, beside its endpoints.
    mutating func setSinks(_ names: [SinkName], of app: AppName) {
        for name in self.pending.keys where name.app == app && self.endpoint(name) == nil && !names.contains(name.sink)
        {
            self.pending[name] = nil
        }
        for name in names where self.pending[Name(app: app, sink: name)] == nil {
            self.pending[Name(app: app, sink: name)] = []
        }
    }

    /// Leases event streams that are due.
    mutating func leaseStreams(
        for sink: SinkName,
        of app: AppName,
        at now: Instant,
        until: Instant,
        limit: Int
    )
        -> [EventStreamLease]
    {
        let name = Name(app: app, sink: sink)
        guard var pending = self.pending[name] else { return [] }
        let due = pending.indices.compactMap { index in pending[index].dueAt.map { (index: index, dueAt: $0) } }
            .filter { $0.dueAt <= now }
            .sorted { $0.dueAt < $1.dueAt }
        guard !due.isEmpty else { return [] }
        self.leases += 1
        var leases: [EventStreamLease] = []
        for (index, _) in due.prefix(limit) {
            pending[index].dueAt = until
            pending[index].lease = self.leases
            leases.append(
                EventStreamLease(
                    sink: sink,
                    stream: pending[index].stream,
                    nextNumber: pending[index].replay.next,
                    through: pending[index].replay.through,
                    attempts: pending[index].attempts,
                    failingSince: pending[index].failingSince,
                    number: self.leases
                )
            )
        }
        self.pending[name] = pending
        return leases
    }

    /// Records what a sink has received.
    ///
    /// `count` is the number of events in the event stream.
    mutating func acknowledge(
        _ lease: EventStreamLease,
        through number: Int64,
        until: Instant,
        count: Int64
    ) -> EventStreamLease.Progress {
        guard let (name, index) = self.place(of: lease) else { return .lost }
        self.pending[name]?[index].dueAt = until
        self.pending[name]?[index].forgive()
        return self.goOn(from: number + 1, at: index, of: name, count: count)
    }

    /// Returns an event stream that has not failed.
    mutating func putBack(_ lease: EventStreamLease, until: Instant) {
        guard let (name, index) = self.place(of: lease) else { return }
        self.pending[name]?[index].dueAt = until
        self.pending[name]?[index].lease = nil
    }

    /// Returns a failed event stream, or suspends it.
    mutating func putBack(_ lease: EventStreamLease, until: Instant?, after failure: DeliveryFailure) {
        guard let (name, index) = self.place(of: lease), var pending = self.pending[name]?[index] else { return }
        pending.dueAt = until
        pending.lease = nil
        pending.attempts += 1
        pending.failingSince = pending.failingSince ?? failure.at
        pending.failure = failure
        pending.suspendedAt = until == nil ? failure.at : nil
        self.pending[name]?[index] = pending
    }

    /// The event streams of a sink that have failed or are suspended, after one of them.
    func waitingStreams(of sink: SinkName, app: AppName, after stream: EventStream?, limit: Int) -> [WaitingEventStream]
    {
        let all = (self.pending[Name(app: app, sink: sink)] ?? [])
            .filter { $0.attempts > 0 }
            .sorted { Self.order($0.stream) < Self.order($1.stream) }
        let rest = all.filter { pending in stream.map { Self.order($0) < Self.order(pending.stream) } ?? true }
        return rest.prefix(limit).compactMap { pending in
            guard let failure = pending.failure, let failingSince = pending.failingSince else { return nil }
            return WaitingEventStream(
                stream: pending.stream,
                nextNumber: pending.replay.next,
                attempts: pending.attempts,
                failingSince: failingSince,
                failure: failure,
                dueAt: pending.dueAt,
                suspendedAt: pending.suspendedAt
            )
        }
    }

    /// The event streams that a sink has not received all of and that are not suspended, those that are next first,
    /// each with the number of its first unsent event.
    func unsent(by sink: SinkName, of app: AppName, limit: Int) -> [(stream: EventStream, number: Int64)] {
        let pending = self.pending[Name(app: app, sink: sink)] ?? []
        let due = pending.compactMap { one in
            one.dueAt.map { (dueAt: $0, stream: one.stream, number: one.replay.next) }
        }
        return due.sorted { $0.dueAt < $1.dueAt }.prefix(limit).map { ($0.stream, $0.number) }
    }

    /// Returns the numbers of a sink's event streams with pending events.
    func waitingCounts(of sink: SinkName, app: AppName) -> WaitingCounts {
        let pending = self.pending[Name(app: app, sink: sink)] ?? []
        return WaitingCounts(streams: pending.count, suspended: pending.count { $0.suspendedAt != nil })
    }

    /// Makes event streams that have failed due at once: one, or those that are not suspended, or all.
    mutating func retry(_ stream: EventStream?, of sink: SinkName, app: AppName, withSuspended: Bool, limit: Int) -> Int
    {
        let name = Name(app: app, sink: sink)
        guard var pending = self.pending[name] else { return 0 }
        let found = pending.indices.filter { index in
            pending[index].attempts > 0 && pending[index].lease == nil
                && (withSuspended || pending[index].suspendedAt == nil)
                && (stream.map { $0 == pending[index].stream } ?? true)
        }
        for index in found.prefix(limit) {
            pending[index].dueAt = Instant(milliseconds: 0)
            pending[index].forgive()
        }
        self.pending[name] = pending
        return min(limit, found.count)
    }

    /// Makes event streams due at once that failed for want of an answer.
    mutating func recover(_ sink: SinkName, app: AppName, limit: Int) -> Int {
        let name = Name(app: app, sink: sink)
        let soonest = Instant(milliseconds: 0)
        let found = (self.pending[name] ?? []).indices.filter { index in
            guard let pending = self.pending[name]?[index], let dueAt = pending.dueAt else { return false }
            return pending.failure?.isUnanswered == true && pending.lease == nil && dueAt > soonest
        }
        for index in found.prefix(limit) { self.pending[name]?[index].dueAt = soonest }
        return min(limit, found.count)
    }

    /// Deletes a limited number of a sink's pending events.
    mutating func forget(_ sink: SinkName, app: AppName, limit: Int) -> Int {
        let name = Name(app: app, sink: sink)
        let count = min(limit, self.pending[name]?.count ?? 0)
        self.pending[name]?.removeFirst(count)
        return count
    }

    /// Passes over the first event of an event stream that has not arrived; `count` is how many events the event stream
    /// has.
    mutating func skip(_ stream: EventStream, number: Int64, of sink: SinkName, at now: Instant, count: Int64) -> Bool {
        let name = Name(app: stream.app, sink: sink)
        guard let index = self.pending[name]?.firstIndex(where: { $0.stream == stream }),
            var pending = self.pending[name]?[index], pending.replay.next == number
        else { return false }
        if pending.lease != nil, pending.dueAt.map({ $0 > now }) ?? false { return false }
        pending.dueAt = Instant(milliseconds: 0)
        pending.forgive()
        self.pending[name]?[index] = pending
        _ = self.goOn(from: number + 1, at: index, of: name, count: count)
        return true
    }

    /// The number of the first event of an event stream that a sink has not received.
    func pendingNumber(of stream: EventStream, _ sink: SinkName) -> Int64? {
        self.pending[Name(app: stream.app, sink: sink)]?.first { $0.stream == stream }?.replay.next
    }

    /// Makes these numbers of an event stream due for a sink once more.
    ///
    /// `count` is the number of events in the stream.
    mutating func replay(_ numbers: ClosedRange<Int64>, of stream: EventStream, to sink: SinkName, count: Int64) {
        let name = Name(app: stream.app, sink: sink)
        guard self.pending[name] != nil else { return }
        let index = self.pending[name]?.firstIndex { $0.stream == stream }
        let published =
            index.flatMap { self.pending[name]?[$0].replay }
            ?? EventStreamReplay(next: count + 1, through: nil, resume: nil)
        guard let wanted = published.with(numbers) else { return }
        guard let index else {
            self.pending[name]?.append(Pending(stream: stream, replay: wanted, dueAt: Instant(milliseconds: 0)))
            return
        }
        guard var pending = self.pending[name]?[index] else { return }
        pending.replay = wanted
        if pending.suspendedAt == nil {
            pending.forgive()
            if pending.lease == nil { pending.dueAt = Instant(milliseconds: 0) }
        }
        pending.lease = nil
        self.pending[name]?[index] = pending
    }

    /// Renames an event stream.
    mutating func rename(_ stream: EventStream, to other: EventStream) {
        for (name, pending) in self.pending where name.app == stream.app {
            self.pending[name] = pending.map { pending in
                var pending = pending
                if pending.stream == stream { pending.stream = other }
                return pending
            }
        }
    }

    private func endpoint(_ name: Name) -> WebhookEndpoint? {
        self.webhooks[name.app]?.first { $0.sink == name.sink }
    }

    private mutating func add(_ stream: EventStream, number: Int64, to name: Name) {
        if self.pending[name]?.contains(where: { $0.stream == stream }) == true { return }
        self.additions += 1
        self.pending[name]?.append(
            Pending(
                stream: stream,
                replay: EventStreamReplay(next: number, through: nil, resume: nil),
                dueAt: Instant(milliseconds: .min / 2 + self.additions)
            )
        )
    }

    private mutating func goOn(
        from number: Int64,
        at index: Int,
        of name: Name,
        count: Int64
    ) -> EventStreamLease.Progress {
        guard let replay = self.pending[name]?[index].replay else { return .lost }
        if let through = replay.through, number <= through {
            self.pending[name]?[index].replay = EventStreamReplay(next: number, through: through, resume: replay.resume)
            return .more(from: number, through: through)
        }
        let next = replay.resume ?? number
        guard next <= count else {
            self.pending[name]?.remove(at: index)
            return .done
        }
        self.pending[name]?[index].replay = EventStreamReplay(next: next, through: nil, resume: nil)
        return .more(from: next, through: nil)
    }

    private func place(of lease: EventStreamLease) -> (Name, Int)? {
        let name = Name(app: lease.stream.app, sink: lease.sink)
        let index = self.pending[name]?.firstIndex { $0.stream == lease.stream && $0.lease == lease.number }
        return index.map { (name, $0) }
    }

    private static func order(_ stream: EventStream) -> String { "\(stream.subject)" }
}
