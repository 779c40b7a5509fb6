import Ledger

extension Session {
    /// What a telling needs to know besides the chain.
    struct Occasion {
        /// The app and environment.
        let scope: Scope
        /// The environment.
        let environment: StoreEnvironment
        /// The instant now.
        let now: Instant
        /// What the app sells and what it gives for it.
        let catalogue: Catalogue
        /// Whether what has changed is told; otherwise it counts as told.
        var isTold = true
        /// Where the evidence lies that caused it.
        let cause: Int64?
        /// The act of an operator that caused it: its number and name.
        var change: (number: Int64, id: OwnershipChangeID)?
        /// Transactions that only an app has shown, signed long before.
        var doubted: Set<TransactionID> = []
        /// Transactions that the unit shows and does not doubt.
        var vouched: Set<TransactionID> = []
        /// Transactions whose purchases are released.
        var released: Set<TransactionID> = []
        /// Whether Apple can be asked about what is doubted.
        var asksApple = false

        /// When access goes on although no paid period runs.
        var access: AccessPolicy { self.catalogue.access }

        /// The same occasion as it touches another environment of the app.
        func elsewhere(_ scope: Scope, session: Session) throws -> Self {
            let environment = try session.environment(of: scope)
            return Self(
                scope: scope,
                environment: environment,
                now: self.now,
                catalogue: self.catalogue,
                isTold: self.isTold,
                cause: self.cause,
                change: self.change
            )
        }
    }

    /// Tells what has become of a chain since it was told of last, and plans the next look at it.
    func tell(
        from before: [StoredChain],
        to chain: StoredChain,
        owned: OwnedChain,
        on occasion: Occasion,
        people: inout People
    ) throws {
        var pictures: [ChainPicture] = []
        for former in before {
            guard let toldAt = former.toldAt else { continue }
            pictures.append(
                ChainPicture(
                    try former.owned(by: &people),
                    at: toldAt,
                    environment: occasion.environment,
                    access: occasion.access
                )
            )
        }
        let telling = try Telling(
            from: pictures,
            to: owned,
            at: occasion.now,
            environment: occasion.environment,
            access: occasion.access,
            change: occasion.change?.id
        ) { isLoss in
            // Where nobody hears of it and nobody loses by it, it needs no number.
            guard occasion.isTold || isLoss else { return 0 }
            guard let number = try self.first(.countMove, [], read: { row in try row.integer() }) else {
                throw RepositoryError.corrupt
            }
            return number
        }
        for move in telling.moves { try self.keep(move, of: chain.root, on: occasion, people: people) }
        let settled = try self.settleDeliveries(
            in: chain,
            before: before,
            owned: owned,
            purchases: telling.purchases,
            on: occasion,
            people: &people
        )
        let drafts = telling.drafts + settled.drafts
        if occasion.isTold, !drafts.isEmpty {
            try self.write(drafts, about: chain.root, on: occasion, people: &people)
        }
        try self.keepHoldings(in: chain, telling, on: occasion, people: &people)
        var askAt = owned.chain.nextAskAt(telling.asks, askedAt: chain.askedAt)
        if settled.asksApple { askAt = min(askAt ?? occasion.now, occasion.now) }
        try self.run(
            .putTold,
            [.instant(occasion.now), .instant(telling.dueAt), .instant(askAt), .integer(chain.root)]
        )
    }

    /// Numbers events in their lanes, writes them, and makes them known to the sinks.
    func write(
        _ drafts: [Telling.Draft],
        about root: Int64,
        on occasion: Occasion,
        people: inout People
    ) throws {
        var lanes: [LaneNumber] = []
        for draft in drafts {
            let lane = try draft.recipient.map { LaneNumber(customer: try people.number($0)) }
            lanes.append(lane ?? LaneNumber(original: root))
        }
        let sinks = try self.sinks(of: occasion.scope.app)
        let count = Int64(drafts.count)
        let app = SQLValue.integer(occasion.scope.app)
        let counted = try self.first(.countAppEvents, [.integer(count), .instant(occasion.now), app]) { row in
            (lastPlace: try row.integer(), latestAt: try row.instant())
        }
        guard let (lastPlace, latestAt) = counted else { throw RepositoryError.corrupt }
        var nextNumbers: [LaneNumber: Int64] = [:]
        var pending: [Pending] = []
        for (index, (draft, lane)) in zip(drafts, lanes).enumerated() {
            let number: Int64
            if let next = nextNumbers[lane] {
                number = next
            } else {
                let count = Int64(lanes.count { $0 == lane })
                number = try self.countEvents(count, in: lane) - count + 1
            }
            nextNumbers[lane] = number + 1
            let position = lastPlace - count + 1 + Int64(index)
            for sink in sinks where sink.isTold(of: draft.name, in: occasion.environment) {
                // Whoever has something of the lane to be told already comes to this too.
                let told = Pending(sink: sink.number, lane: lane)
                guard !pending.contains(told) else { continue }
                pending.append(told)
                try self.run(
                    .addPending,
                    [.integer(sink.number), .integer(lane.rawValue), .integer(number), .integer(position)]
                )
            }
            try self.run(
                .insertEvent,
                [
                    .integer(lane.rawValue), .integer(number), .integer(draft.name.code),
                    .instant(occasion.now), .optional(occasion.cause), .bytes(draft.body),
                ]
            )
            try self.run(
                .insertEventPlace,
                [app, .integer(position), .integer(lane.rawValue), .integer(number), .instant(latestAt)]
            )
        }
    }

    /// A lane that somebody has to be told.
    private struct Pending: Hashable {
        let sink: Int64
        let lane: LaneNumber
    }

    /// Locks and counts the row of a lane, and returns the number of its last event.
    private func countEvents(_ count: Int64, in lane: LaneNumber) throws -> Int64 {
        let query: Query = lane.isChain ? .countChainEvents : .countCustomerEvents
        let last = try self.first(query, [.integer(count), .integer(lane.row)]) { row in try row.integer() }
        guard let last else { throw RepositoryError.corrupt }
        return last
    }
}

extension Session {
    /// The chains that are due, earliest first.
    func dueChains(at now: Instant, limit: Int) throws -> [DueChain] {
        try self.all(.dueChains, [.instant(now), .integer(Int64(limit))]) { row in
            DueChain(
                app: AppName(try row.text()),
                environment: try row.coded(StoreEnvironment.self),
                originalTransactionID: OriginalTransactionID(try row.identifier()),
                dueAt: try row.instant()
            )
        }
    }

    /// When the next chain is due.
    func nextChainDueAt() throws -> Instant? {
        try self.first(.nextChainDue, [.integer(.min)]) { row in try row.instant() }
    }

    /// Lets time pass over a chain, one change after the other.
    func advance(_ due: DueChain, at now: Instant, catalogue: Catalogue) throws {
        let name = ScopeName(app: due.app, environment: due.environment)
        guard let scope = try self.knownScope(name) else { return }
        for _ in 0..<DueChain.maximumSteps {
            guard let original = try self.original(due.originalTransactionID, scope: scope),
                let dueAt = original.dueAt, dueAt <= now
            else { return }
            let chain = try self.chain(of: original, scope: scope)
            var people = People(session: self)
            let occasion = Occasion(
                scope: scope,
                environment: due.environment,
                // What was never told of is told as it is now.
                now: chain.toldAt == nil ? now : dueAt,
                catalogue: catalogue,
                cause: nil
            )
            let owned = try chain.owned(by: &people)
            try self.noticingHoldings {
                try self.tell(from: [chain], to: chain, owned: owned, on: occasion, people: &people)
                try self.tellRights(on: occasion, at: now)
            }
        }
    }
}
