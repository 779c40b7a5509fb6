package import Ledger

extension Session {
    /// Returns the sinks of an app.
    package func sinks(of app: Int64) throws -> [NumberedSink] {
        try self.interningCache.sinks.value(of: app) { try self.storedSinks(of: app) }
    }

    /// Returns the number of a sink.
    package func number(of sink: SinkName, of app: AppName) throws -> Int64? {
        guard let app = try self.knownApp(app) else { return nil }
        return try self.first(.sinks.sinkByName, [.integer(app), .text(sink.rawValue)]) { row in try row.integer() }
    }

    /// Makes these and no others the sinks of an app, beside its webhook endpoints.
    package func setSinks(_ names: [SinkName], of app: AppName) throws {
        let app = try self.app(app)
        let known = try self.storedSinks(of: app).filter(\.receivesEverything)
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

    private func storedSinks(of app: Int64) throws -> [NumberedSink] {
        try self.all(.sinks.sinks, [.integer(app)], read: Self.sink)
    }

    private static func sink(in row: inout Row) throws -> NumberedSink {
        let number = try row.integer()
        let name = SinkName(try row.text())
        guard let content = try row.optionalCoded(WebhookEndpoint.Content.self) else {
            return NumberedSink(number: number, name: name)
        }
        return NumberedSink(number: number, name: name, content, filter: try Self.filter(in: &row))
    }

    /// Returns the apps whose sinks are not known as a set to load, so that they will be known.
    func set(ofSinksOf apps: Set<Int64>) -> KeySet {
        let sinks = self.interningCache.sinks
        let unknown = apps.filter { sinks.known($0) == nil }
        for app in unknown { sinks.keep([], for: app) }
        let keys = Array(unknown)
        return KeySet(.sinks.sinks, keys.map { [.integer($0)] }) { place, row in
            let sink = try Self.sink(in: &row)
            sinks.change(keys[place]) { $0.append(sink) }
        }
    }
}
