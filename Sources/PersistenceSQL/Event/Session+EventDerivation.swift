package import Ledger

extension Session {
    /// The context in which a unit derives events from a chain.
    struct RecordingContext {
        /// The app and environment.
        let scope: Scope
        /// The environment.
        let environment: StoreEnvironment
        /// The current instant.
        let now: Instant
        /// The catalog of the app.
        let catalog: Catalog
        /// Whether changes are published; otherwise they count as published without an event.
        var isPublished = true
        /// The position of the evidence that caused it.
        let cause: Int64?
        /// The ownership change that caused it: its number and name.
        var change: (number: Int64, id: OwnershipChangeID)?
        /// Transactions that only an app has submitted, signed long before.
        var doubted: Set<TransactionID> = []
        /// Transactions that the unit contains and that need no check.
        var vouched: Set<TransactionID> = []
        /// Transactions whose purchases are released.
        var released: Set<TransactionID> = []
        /// Whether Apple can be asked about doubted transactions.
        var asksApple = false

        /// The policy for access after a paid period.
        var gracePolicy: GracePolicy { self.catalog.gracePolicy }

        /// Returns the same context for another environment of the app.
        func elsewhere(_ scope: Scope, session: Session) throws -> Self {
            let environment = try session.environment(of: scope)
            return Self(
                scope: scope,
                environment: environment,
                now: self.now,
                catalog: self.catalog,
                isPublished: self.isPublished,
                cause: self.cause,
                change: self.change
            )
        }
    }

    /// Publishes the changes of a chain since it was last published, and sets its next due time.
    func publish(
        from before: [StoredChain],
        to chain: StoredChain,
        owned: OwnedChain,
        on context: RecordingContext,
        people: inout CustomerCache
    ) throws {
        var publishedChains: [PublishedChain] = []
        for former in before {
            guard let publishedAt = former.publishedAt else { continue }
            publishedChains.append(
                PublishedChain(
                    try former.owned(by: &people),
                    at: publishedAt,
                    environment: context.environment,
                    gracePolicy: context.gracePolicy
                )
            )
        }
        let derivation = try EventDerivation(
            from: publishedChains,
            to: owned,
            at: context.now,
            environment: context.environment,
            gracePolicy: context.gracePolicy,
            change: context.change?.id
        ) { isLoss in
            // An event that no sink receives and that ends no entitlement needs no number.
            guard context.isPublished || isLoss else { return 0 }
            guard let number = try self.first(.events.countTransfer, [], read: { row in try row.integer() }) else {
                throw RepositoryError.corrupt
            }
            return number
        }
        for transfer in derivation.transfers { try self.keep(transfer, of: chain.root, on: context, people: people) }
        let settled = try self.evaluateFulfillments(
            in: chain,
            before: before,
            owned: owned,
            purchases: derivation.purchases,
            on: context,
            people: &people
        )
        let drafts = derivation.drafts + settled.drafts
        if context.isPublished, !drafts.isEmpty {
            try self.write(drafts, about: chain.root, on: context, people: &people)
        }
        try self.keepHoldings(in: chain, derivation, on: context, people: &people)
        var askAt = owned.chain.nextAskAt(derivation.asks, askedAt: chain.askedAt)
        if settled.asksApple { askAt = min(askAt ?? context.now, context.now) }
        self.note(.stateChanges, dueAt: derivation.dueAt)
        self.note(.chainChecks, dueAt: askAt)
        try self.run(
            .events.putPublished,
            [.instant(context.now), .instant(derivation.dueAt), .instant(askAt), .integer(chain.root)]
        )
    }

    /// Numbers events in their event streams, writes them, and adds them to the pending events of the sinks.
    func write(
        _ drafts: [EventDerivation.Draft],
        about root: Int64,
        on context: RecordingContext,
        people: inout CustomerCache
    ) throws {
        var streams: [EventStreamNumber] = []
        for draft in drafts {
            let stream = try draft.recipient.map { EventStreamNumber(customer: try people.number($0)) }
            streams.append(stream ?? EventStreamNumber(original: root))
        }
        let sinks = try self.sinks(of: context.scope.app)
        let count = Int64(drafts.count)
        let app = SQLValue.integer(context.scope.app)
        let counted = try self.first(.events.countAppEvents, [.integer(count), .instant(context.now), app]) { row in
            (lastPosition: try row.integer(), latestAt: try row.instant())
        }
        guard let (lastPosition, latestAt) = counted else { throw RepositoryError.corrupt }
        var nextNumbers: [EventStreamNumber: Int64] = [:]
        var pending: [Pending] = []
        // An order may wait for the event.
        self.note(.orders, dueAt: DueWork.atOnce)
        for (index, (draft, stream)) in zip(drafts, streams).enumerated() {
            let number: Int64
            if let next = nextNumbers[stream] {
                number = next
            } else {
                let count = Int64(streams.count { $0 == stream })
                number = try self.countEvents(count, in: stream) - count + 1
            }
            nextNumbers[stream] = number + 1
            let position = lastPosition - count + 1 + Int64(index)
            for sink in sinks where sink.receives(draft.name, in: context.environment) {
                // A sink that already waits for an event of the stream gets to this one as well.
                let published = Pending(sink: sink.number, stream: stream)
                guard !pending.contains(published) else { continue }
                pending.append(published)
                self.note(.eventStreams, dueAt: DueWork.atOnce)
                try self.run(
                    .sinks.addPending,
                    [.integer(sink.number), .integer(stream.rawValue), .integer(number), .integer(position)]
                )
            }
            try self.run(
                .events.insertEvent,
                [
                    .integer(stream.rawValue), .integer(number), .integer(draft.name.code),
                    .instant(context.now), .optional(context.cause), .bytes(draft.body),
                ]
            )
            try self.run(
                .events.insertEventPosition,
                [app, .integer(position), .integer(stream.rawValue), .integer(number), .instant(latestAt)]
            )
        }
    }

    /// An event stream with events that a sink must receive.
    private struct Pending: Hashable {
        let sink: Int64
        let stream: EventStreamNumber
    }

    /// Locks the row of an event stream, adds to its count, and returns the number of its last event.
    private func countEvents(_ count: Int64, in stream: EventStreamNumber) throws -> Int64 {
        let query: SQLStatement = stream.isChain ? .events.countChainEvents : .events.countCustomerEvents
        let last = try self.first(query, [.integer(count), .integer(stream.row)]) { row in try row.integer() }
        guard let last else { throw RepositoryError.corrupt }
        return last
    }
}

extension Session {
    /// Returns the chains that are due, earliest first.
    package func dueChains(at now: Instant, limit: Int) throws -> [DueChain] {
        try self.all(.events.dueChains, [.instant(now), .integer(Int64(limit))]) { row in
            DueChain(
                app: AppName(try row.text()),
                environment: try row.coded(StoreEnvironment.self),
                originalTransactionID: OriginalTransactionID(try row.identifier()),
                dueAt: try row.instant()
            )
        }
    }

    /// Returns when the next chain is due.
    package func nextChainDueAt() throws -> Instant? {
        try self.first(.events.nextChainDue, [.integer(.min)]) { row in try row.instant() }
    }

    /// Publishes the changes that time causes in a chain, one after the other.
    package func advance(_ due: DueChain, at now: Instant, catalog: Catalog) throws {
        let name = ScopeName(app: due.app, environment: due.environment)
        guard let scope = try self.knownScope(name) else { return }
        for _ in 0..<DueChain.maximumSteps {
            guard let original = try self.original(due.originalTransactionID, scope: scope),
                let dueAt = original.dueAt, dueAt <= now
            else { return }
            let chain = try self.chain(of: original, scope: scope)
            var people = CustomerCache(session: self)
            let context = RecordingContext(
                scope: scope,
                environment: due.environment,
                // A chain that was never published is published in its current state.
                now: chain.publishedAt == nil ? now : dueAt,
                catalog: catalog,
                cause: nil
            )
            let owned = try chain.owned(by: &people)
            try self.noticingHoldings {
                try self.publish(from: [chain], to: chain, owned: owned, on: context, people: &people)
                try self.publishEntitlements(on: context, at: now)
            }
        }
    }
}
