extension LedgerStorage {
    /// Records which events a sink received.
    package func acknowledge(
        _ lease: EventStreamLease,
        through number: Int64,
        until: Instant
    ) throws -> EventStreamLease.Progress {
        guard let pending = try self.pendingStream(lease.stream, of: lease.sink) else { return .lost }
        // In most cases that was everything, and one write is enough.
        if try self.finish(pending, through: number, lease: lease.number) { return .done }
        let left = try self.acknowledge(pending, next: number + 1, until: until, lease: lease.number)
        guard let left else { return .lost }
        self.note(.eventStreams, dueAt: until)
        return try self.goOn(with: left, in: pending)
    }

    /// Skips the first event of an event stream that has not arrived.
    package func skip(
        _ stream: EventStream,
        number: Int64,
        of sink: SinkName,
        app: AppName,
        at now: Instant
    ) throws -> Bool {
        guard let pending = try self.pendingStream(stream, of: sink),
            let events = try self.pendingEvents(in: pending), events.next == number,
            try self.skipEvent(in: pending, at: now)
        else { return false }
        self.note(.eventStreams, dueAt: DueWork.atOnce)
        let left = EventStreamReplay(next: number + 1, through: events.through, resume: events.resume)
        _ = try self.goOn(with: left, in: pending)
        return true
    }

    /// Continues the replay of an endpoint.
    package func advanceReplay(of webhook: WebhookID, app: AppName, limit: Int) throws -> Int {
        let step = try self.changeWebhooks(of: app) { endpoints -> ClosedRange<Int64>? in
            guard let place = endpoints.firstIndex(where: { $0.id == webhook }),
                let step = endpoints[place].replay?.step(limit)
            else { return nil }
            endpoints[place].replay = step.rest
            return step.positions
        }
        return try step.map { try self.replay($0, to: SinkName(webhook.rawValue), app: app) } ?? 0
    }

    private func replay(_ positions: ClosedRange<Int64>, to sink: SinkName, app: AppName) throws -> Int {
        guard let number = try self.knownApp(app), let sink = try self.number(of: sink, of: app) else { return 0 }
        let events = try self.eventNumbers(at: positions, app: number)
        // Within an event stream, the numbers increase with the positions.
        let streams = Dictionary(events.map { ($0.stream, $0.number...$0.number) }) { first, next in
            first.lowerBound...next.upperBound
        }
        for (stream, numbers) in streams {
            let pending = PendingStream(sink: sink, stream: stream)
            let known =
                try self.pendingEvents(in: pending)
                ?? EventStreamReplay(next: try self.eventCount(of: stream) + 1, through: nil, resume: nil)
            guard let wanted = known.with(numbers) else { continue }
            self.note(.eventStreams, dueAt: DueWork.atOnce)
            try self.put(wanted, in: pending)
        }
        return positions.count
    }

    /// Continues an event stream: moves from replayed to new events, and removes it when none are left.
    private func goOn(with left: EventStreamReplay, in pending: PendingStream) throws -> EventStreamLease.Progress {
        if let through = left.through, left.next <= through { return .more(from: left.next, through: through) }
        if left.resume != nil { try self.endReplay(in: pending) }
        let next = left.resume ?? left.next
        if try self.hasEvent(in: pending.stream, after: next - 1) { return .more(from: next, through: nil) }
        try self.finish(pending)
        return .done
    }
}
