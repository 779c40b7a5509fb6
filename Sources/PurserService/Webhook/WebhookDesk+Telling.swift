package import Ledger
import Notation

// What is told at once, once more, or not at all.
extension WebhookDesk {
    /// The lanes of an endpoint that have failed or are parked, after one of them.
    package func waiting(
        _ id: WebhookID,
        after lane: EventID?,
        limit: Int,
        in app: AppName
    ) async throws(WebhookError) -> [WaitingLane] {
        let endpoint = try await self.endpoint(id, in: app)
        let after = try lane.map { lane throws(WebhookError) in try self.lane(lane, in: app) }
        return try await self.storing { () throws(RepositoryError) in
            try await self.repository.waitingLanes(of: endpoint.sink, app: app, after: after, limit: limit)
        }
    }

    /// Makes what fails due at once, parked or not: the lane of one event, or every lane; returns how many lanes, none of
    /// which is nothing done.
    package func release(
        _ id: WebhookID,
        _ event: EventID?,
        in app: AppName,
        by name: String,
        reason: String? = nil
    ) async throws(WebhookError) -> ActResult<Int> {
        let endpoint = try await self.endpoint(id, in: app)
        let lane = try event.map { event throws(WebhookError) in try self.lane(event, in: app) }
        let details = ["number": event?.place(in: app).map { "\($0.number)" } ?? "*"]
        let record = Self.record(
            of: .webhookRelease,
            on: id,
            in: app,
            details,
            about: lane,
            by: name,
            reason: reason
        )
        let result: @Sendable (Int) -> ActResult<Int> = { ActResult($0, nothing: $0 > 0 ? nil : .webhookNotWaiting) }
        guard let lane else {
            // In several steps, any of which may be the last that is on disk.
            return try await self.audit.around(
                record,
                as: { (released: ActResult<Int>) in released.nothing == nil ? .done : .nothing },
                code: { (_: WebhookError) in nil },
                trouble: { WebhookError.storage($0) },
                { () throws(WebhookError) -> ActResult<Int> in
                    result(try await self.releaseAll(endpoint, withParked: true))
                }
            )
        }
        let isReleased = try await self.storing { () throws(RepositoryError) in
            try await self.audit.enter(record) { (isReleased: Bool) in
                isReleased ? .done : .nothing
            } by: { () throws(RepositoryError) in
                try await IdempotentWork.deciding { (isReleased: Bool) in
                    result(isReleased ? 1 : 0)
                } by: { () throws(RepositoryError) in
                    try await self.repository.release(lane, of: endpoint.sink, app: app)
                }
            }
        }
        return result(isReleased ? 1 : 0)
    }

    /// Passes over the event that a lane fails at: the endpoint is never told of it in its turn.
    package func skip(
        _ id: WebhookID,
        _ event: EventID,
        in app: AppName,
        by name: String,
        reason: String? = nil
    ) async throws(WebhookError) -> EventID {
        let endpoint = try await self.endpoint(id, in: app)
        let lane = try self.lane(event, in: app)
        let next = try await self.storing { () throws(RepositoryError) in
            try await self.repository.pendingNumber(of: lane, endpoint.sink, app: app)
        }
        // Whoever names an event means that one, and not the one after it.
        guard let next, EventID(lane: lane, number: next) == event else { throw .laneUnknown }
        let record = Self.record(
            of: .webhookSkip,
            on: id,
            in: app,
            ["number": "\(next)"],
            about: lane,
            by: name,
            reason: reason
        )
        let now = self.ambient.now()
        let skipped = try await self.storing { () throws(RepositoryError) in
            try await self.audit.enter(record) { (isSkipped: Bool) in
                isSkipped ? .done : .refused(code: WebhookError.laneUnknown.code)
            } by: { () throws(RepositoryError) in
                try await IdempotentWork.deciding { (isSkipped: Bool) in
                    isSkipped ? event : nil
                } by: { () throws(RepositoryError) in
                    try await self.repository.skip(lane, number: next, of: endpoint.sink, app: app, at: now)
                }
            }
        }
        guard skipped else { throw .laneUnknown }
        return event
    }

    /// Sends something that stands for nothing, to see how the endpoint answers.
    package func test(_ id: WebhookID, in app: AppName) async throws(WebhookError) -> WebhookTrial {
        let endpoint = try await self.endpoint(id, in: app)
        guard endpoint.content == .events else { throw .relayCannot }
        let now = self.ambient.now()
        let event = EventID("tst_\(id.rawValue)_\(now.milliseconds)")
        var json = JSONText()
        json.add("id", event.rawValue)
        json.add("name", "webhook.tested")
        json.add("app", app.rawValue)
        json.add("occurredAt", now)
        json.add("data") { json in
            json.add("webhook") { json in json.add("id", id.rawValue) }
        }
        return await self.attempt(WebhookMessage(id: event, body: json.bytes), event, to: endpoint)
    }

    /// One event of an app.
    package func event(_ id: EventID, in app: AppName) async throws(WebhookError) -> Event {
        try self.check(app)
        guard let place = id.place(in: app) else { throw .eventUnknown }
        let found = try await self.storing { () throws(RepositoryError) in
            try await self.repository.events(of: place.lane, after: place.number - 1, limit: 1).first
        }
        guard let found, found.number == place.number else { throw .eventUnknown }
        return found
    }

    /// Sends one event once more, at once, and says how that ended.
    ///
    /// It is refused to an endpoint that has still to be told of the event in its turn: it would come before others that
    /// have never arrived.
    package func resend(
        _ event: EventID,
        to id: WebhookID,
        in app: AppName,
        by name: String,
        reason: String? = nil
    ) async throws(WebhookError) -> WebhookTrial {
        let endpoint = try await self.teller(id, in: app)
        let found = try await self.event(event, in: app)
        let next = try await self.storing { () throws(RepositoryError) in
            try await self.repository.pendingNumber(of: found.lane, endpoint.sink, app: app)
        }
        if let next, next <= found.number { throw .eventPending }
        let details = ["number": "\(found.number)"]
        let record = Self.record(
            of: .webhookResend,
            on: id,
            in: app,
            details,
            about: found.lane,
            by: name,
            reason: reason
        )
        return try await self.audit.around(
            record,
            as: { (trial: WebhookTrial) in trial.outcome.audited },
            code: { (error: WebhookError) in error.code },
            trouble: { WebhookError.storage($0) },
            { () throws(WebhookError) -> WebhookTrial in
                await self.attempt(WebhookMessage(found), event, to: endpoint)
            }
        )
    }

    /// Lets an endpoint be told once more what was written in a stretch of time, or from one position to another.
    package func replay(
        _ id: WebhookID,
        _ stretch: ReplayStretch,
        in app: AppName,
        by name: String,
        reason: String? = nil
    ) async throws(WebhookError) -> ActResult<WebhookEndpoint> {
        _ = try await self.teller(id, in: app)
        let places = try await self.storing { () throws(RepositoryError) -> (first: Int64, last: Int64) in
            let newest = try await self.repository.newestEventPosition(of: app)
            switch stretch {
            case .positions(let after, let through): return (min(after, newest) + 1, min(through ?? newest, newest))
            case .instants(let from, let to):
                let first = try await self.repository.eventPosition(of: app, at: from)
                guard let to else { return (first, newest) }
                return (first, try await self.repository.eventPosition(of: app, at: to) - 1)
            }
        }
        guard places.first > 0, places.first <= places.last else { throw .replayEmpty }
        let details = ["first": "\(places.first)", "last": "\(places.last)"]
        let record = Self.record(of: .webhookReplay, on: id, in: app, details, by: name, reason: reason)
        return ActResult(
            try await self.change(id, in: app, entering: record) { endpoint throws(WebhookError) in
                guard endpoint.replay == nil else { throw .replayUnderWay }
                endpoint.replay = WebhookReplay(places.first...places.last)
            }
        )
    }

    /// Ends a replay: what was not put back yet is not.
    ///
    /// Where none is under way, nothing is done.
    package func cancelReplay(
        _ id: WebhookID,
        in app: AppName,
        by name: String,
        reason: String? = nil
    ) async throws(WebhookError) -> ActResult<WebhookEndpoint> {
        let known = try await self.endpoint(id, in: app)
        let record = Self.record(of: .webhookCancelReplay, on: id, in: app, by: name, reason: reason)
        guard known.replay != nil else {
            _ = try await self.storing { () throws(RepositoryError) in try await self.audit.add(record, .nothing) }
            return ActResult(known, nothing: .replayMissing)
        }
        return ActResult(
            try await self.change(id, in: app, entering: record) { endpoint throws(WebhookError) in
                endpoint.replay = nil
            }
        )
    }

    private func attempt(
        _ message: WebhookMessage,
        _ event: EventID,
        to endpoint: WebhookEndpoint
    ) async -> WebhookTrial {
        let began = self.ambient.now()
        let outcome = await self.courier.bring(message, to: endpoint)
        return WebhookTrial(webhook: endpoint.id, event: event, outcome: outcome, took: self.ambient.now() - began)
    }

    private func lane(_ event: EventID, in app: AppName) throws(WebhookError) -> Lane {
        guard let place = event.place(in: app) else { throw .laneUnknown }
        return place.lane
    }
}
