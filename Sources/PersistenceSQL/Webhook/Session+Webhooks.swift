package import Ledger

extension Session {
    /// Returns the endpoints of an app, oldest first.
    package func webhooks(of app: AppName) throws -> [WebhookEndpoint] {
        guard let number = try self.knownApp(app) else { return [] }
        return try self.storedWebhooks(of: number, app).map(\.endpoint)
    }

    /// Changes the endpoints of an app.
    package func changeWebhooks<Outcome>(
        of app: AppName,
        _ change: (inout [WebhookEndpoint]) -> Outcome
    ) throws -> Outcome {
        let number = try self.app(app)
        let known = try self.storedWebhooks(of: number, app)
        var endpoints = known.map(\.endpoint)
        let outcome = change(&endpoints)
        let kept = Set(endpoints.map(\.id))
        if endpoints != known.map(\.endpoint) { self.note(.endpoints, dueAt: DueWork.atOnce) }
        for former in known where !kept.contains(former.endpoint.id) { try self.removeSink(former.sink) }
        // The endpoint that stops being the fulfiller is written before the new one: there is never more than one.
        for endpoint in endpoints.filter({ !$0.isFulfiller }) + endpoints.filter(\.isFulfiller) {
            let former = known.first { $0.endpoint.id == endpoint.id }
            guard former?.endpoint != endpoint else { continue }
            let sink = try former?.sink ?? self.addSink(endpoint.sink, app: number)
            try self.put(endpoint, sink: sink, app: number)
        }
        self.interningCache.sinks.forget()
        return outcome
    }

    /// Returns the health of an endpoint.
    package func health(of webhook: WebhookID, app: AppName) throws -> WebhookHealth {
        guard let app = try self.knownApp(app) else { return WebhookHealth() }
        let health = try self.first(.webhooks.webhookHealth, [.integer(app), .text(webhook.rawValue)]) { row in
            WebhookHealth(
                deliveredAt: try row.optionalInstant(),
                failingSince: try row.optionalInstant(),
                failure: try Self.failure(in: &row)
            )
        }
        return health ?? WebhookHealth()
    }

    /// Records the health of an endpoint.
    package func note(_ health: WebhookHealth, of webhook: WebhookID, app: AppName) throws {
        guard let app = try self.knownApp(app) else { return }
        try self.run(
            .webhooks.putWebhookHealth,
            [
                .instant(health.deliveredAt), .instant(health.failingSince),
                health.failure.map { .text($0.code) } ?? .null,
                .optional(health.failure?.status.map(Int64.init)), .instant(health.failure?.at), .integer(app),
                .text(webhook.rawValue),
            ]
        )
    }

    /// Returns a filter from the next columns of a row.
    static func filter(in row: inout Row) throws -> WebhookFilter {
        let patterns = try row.optionalText().map { try RareJSON.value($0, as: [String].self) } ?? []
        let environments = try row.integer()
        return WebhookFilter(
            patterns: patterns,
            environments: Set(StoreEnvironment.allCases.filter { environments & $0.bit != 0 }),
            percent: Int(try row.integer())
        )
    }

    /// Returns a failure from the next columns of a row: code, status and instant.
    static func failure(in row: inout Row) throws -> DeliveryFailure? {
        let code = try row.optionalText()
        let status = try row.optionalInteger()
        let at = try row.optionalInstant()
        guard let code, let at else { return nil }
        return DeliveryFailure(code: code, status: status.map(Int.init), at: at)
    }

    private static func replay(in row: inout Row) throws -> WebhookReplay? {
        let (first, last, next) = (try row.optionalInteger(), try row.optionalInteger(), try row.optionalInteger())
        guard let first, let last, let next else { return nil }
        return WebhookReplay(first: first, last: last, next: next)
    }

    private func storedWebhooks(of number: Int64, _ app: AppName) throws -> [(sink: Int64, endpoint: WebhookEndpoint)] {
        try self.all(.webhooks.webhooks, [.integer(number)]) { row in
            let sink = try row.integer()
            let id = WebhookID(try row.text())
            let content = try row.coded(WebhookEndpoint.Content.self)
            let address = try row.text()
            let title = try row.text()
            let filter = try Self.filter(in: &row)
            return (
                sink,
                WebhookEndpoint(
                    id: id,
                    app: app,
                    content: content,
                    address: address,
                    title: title,
                    filter: filter,
                    isFulfiller: try row.flag(),
                    signature: try row.coded(WebhookSignatureKind.self),
                    generation: Int(try row.integer()),
                    formerUntil: try row.optionalInstant(),
                    keyFingerprint: try row.optionalText(),
                    state: try row.coded(WebhookEndpoint.State.self),
                    replay: try Self.replay(in: &row),
                    createdAt: try row.instant(),
                    createdBy: try row.text()
                )
            )
        }
    }

    private func put(_ endpoint: WebhookEndpoint, sink: Int64, app: Int64) throws {
        let filter = endpoint.filter
        try self.run(
            .webhooks.putWebhook,
            [
                .integer(sink), .integer(app), .text(endpoint.id.rawValue), .integer(endpoint.content.code),
                .text(endpoint.address), .text(endpoint.title),
                filter.patterns.isEmpty ? .null : try RareJSON.text(filter.patterns),
                .integer(filter.environments.reduce(0) { $0 | $1.bit }), .integer(Int64(filter.percent)),
                .flag(endpoint.isFulfiller), .integer(endpoint.signature.code), .integer(Int64(endpoint.generation)),
                .instant(endpoint.formerUntil), endpoint.keyFingerprint.map { .text($0) } ?? .null,
                .integer(endpoint.state.code), .optional(endpoint.replay?.first), .optional(endpoint.replay?.last),
                .optional(endpoint.replay?.next), .instant(endpoint.createdAt), .text(endpoint.createdBy),
            ]
        )
    }
}

extension WebhookEndpoint.Content: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .events: 0
        case .relay: 1
        }
    }
}

extension WebhookEndpoint.State: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .active: 0
        case .paused: 1
        case .gone: 2
        }
    }
}

extension WebhookSignatureKind: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .hmac: 0
        case .ed25519: 1
        }
    }
}

extension StoreEnvironment {
    /// The bit of the environment in a stored set.
    var bit: Int64 { 1 << (self.code - 1) }
}
