extension LedgerStorage {
    /// Numbers events in their event streams, saves them, and adds them to the pending events of the sinks.
    ///
    /// An event without a recipient belongs to the event stream of the chain that the original `root` represents.
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
        let (lastPosition, latestAt) = try self.countEvents(drafts.count, at: context.now, app: context.scope.app)
        let firstPosition = lastPosition - Int64(drafts.count) + 1
        var nextNumbers: [EventStreamNumber: Int64] = [:]
        var pending: [PendingStream] = []
        // An order may wait for the event.
        self.note(.orders, dueAt: DueWork.atOnce)
        for (index, (draft, stream)) in zip(drafts, streams).enumerated() {
            let number: Int64
            if let next = nextNumbers[stream] {
                number = next
            } else {
                let count = streams.count { $0 == stream }
                number = try self.countEvents(count, in: stream) - Int64(count) + 1
            }
            nextNumbers[stream] = number + 1
            let event = NumberedEvent(
                draft: draft,
                stream: stream,
                number: number,
                position: firstPosition + Int64(index)
            )
            for sink in sinks where sink.receives(draft.name, in: context.environment) {
                // A sink that already waits for an event of the stream gets to this one as well.
                let place = PendingStream(sink: sink.number, stream: stream)
                guard !pending.contains(place) else { continue }
                pending.append(place)
                try self.makeDue(place, from: number, at: event.position)
            }
            try self.insert(event, latestAt: latestAt, on: context)
        }
    }

    /// Adds a notification to the pending events of the sinks that relay Apple's notifications.
    func passOn(_ notification: NotificationEvidence, at position: Int64, chain: String, scope: Scope) throws {
        let stream = EventStreamNumber(notification: position)
        for sink in try self.sinks(of: scope.app)
        where sink.receives(notification, chain: chain, in: scope.environment) {
            try self.makeDue(PendingStream(sink: sink.number, stream: stream), from: 1, at: position)
        }
    }

    private func makeDue(_ pending: PendingStream, from number: Int64, at position: Int64) throws {
        self.note(.eventStreams, dueAt: DueWork.atOnce)
        try self.addPending(pending, from: number, at: position)
    }
}
