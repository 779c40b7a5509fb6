package import Ledger

extension Session {
    /// Numbers events in their event streams, writes them, and adds them to the pending events of the sinks.
    package func write(
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
}
