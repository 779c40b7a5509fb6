package import Ledger

extension Session {
    /// Returns the sinks of an app.
    func sinks(of app: Int64) throws -> [StoredSink] {
        try self.interningCache.sinks.value(of: app) { try self.storedSinks(of: app) }
    }

    /// Returns the number of a sink.
    func number(of sink: SinkName, of app: AppName) throws -> Int64? {
        guard let app = try self.knownApp(app) else { return nil }
        return try self.first(.sinks.sinkByName, [.integer(app), .text(sink.rawValue)]) { row in try row.integer() }
    }

    /// Makes these and no others the sinks of an app, beside its webhook endpoints.
    package func setSinks(_ names: [SinkName], of app: AppName) throws {
        let app = try self.app(app)
        let known = try self.storedSinks(of: app).filter { sink in
            if case .everything = sink.content { return true }
            return false
        }
        for sink in known where !names.contains(sink.name) { try self.removeSink(sink.number) }
        for name in Set(names).sorted() where !known.contains(where: { $0.name == name }) {
            _ = try self.addSink(name, app: app)
        }
    }

    /// Adds a sink, a receiver of events, and returns its number.
    func addSink(_ name: SinkName, app: Int64) throws -> Int64 {
        self.interningCache.sinks.forget()
        return try self.insert(.sinks.insertSink, [.integer(app), .text(name.rawValue)])
    }

    /// Deletes a sink, with the events that it has not received.
    func removeSink(_ number: Int64) throws {
        self.interningCache.sinks.forget()
        try self.run(.sinks.deletePending, [.integer(number)])
        try self.run(.webhooks.deleteWebhook, [.integer(number)])
        try self.run(.sinks.deleteSink, [.integer(number)])
    }

    private func storedSinks(of app: Int64) throws -> [StoredSink] {
        try self.all(.sinks.sinks, [.integer(app)]) { row in
            let number = try row.integer()
            let name = SinkName(try row.text())
            guard let content = try row.optionalCoded(WebhookEndpoint.Content.self) else {
                return StoredSink(number: number, name: name, content: .everything)
            }
            let filter = try Self.filter(in: &row)
            return StoredSink(
                number: number,
                name: name,
                content: content == .relay ? .relay(filter) : .events(filter, names: filter.eventNames)
            )
        }
    }
}

extension WebhookFilter {
    /// The event names that the filter accepts.
    fileprivate var eventNames: Set<EventName> {
        Set(
            EventName.allCases.filter { name in
                self.patterns.isEmpty || self.patterns.contains { Self.matches($0, name.rawValue) }
            }
        )
    }
}

/// A sink as the database stores it.
struct StoredSink: Sendable {
    /// What a sink receives.
    enum Content: Sendable {
        /// Every event.
        case everything
        /// The events that the filter accepts.
        case events(WebhookFilter, names: Set<EventName>)
        /// Those of Apple's notifications that the filter accepts.
        case relay(WebhookFilter)
    }

    /// The sink's number.
    let number: Int64
    /// The sink's name.
    let name: SinkName
    /// What the sink receives.
    let content: Content

    /// Returns whether the sink receives events of this name.
    func receives(_ name: EventName, in environment: StoreEnvironment) -> Bool {
        switch self.content {
        case .everything: true
        case .events(let filter, let names):
            names.contains(name) && (filter.environments.isEmpty || filter.environments.contains(environment))
        case .relay: false
        }
    }

    /// Returns whether one of Apple's notifications is forwarded to the sink.
    func receives(_ notification: NotificationEvidence, chain: String, in environment: StoreEnvironment) -> Bool {
        guard case .relay(let filter) = self.content else { return false }
        return filter.admits(notification.name, in: environment) && filter.admits(chain: chain)
    }
}
