package import Ledger

extension Session {
    /// Begins a request that may be repeated.
    package func begin(
        _ request: IdempotentRequest,
        maximum: Int?,
        at now: Instant,
        leaseEnd: Instant,
        keptUntil: Instant
    ) throws -> IdempotencyStatus {
        var earlier: Int64?
        let existingTurn = try self.first(.accessKeys.idempotentRequest, Self.name(of: request)) {
            row -> IdempotencyStatus? in
            let content = try row.bytes()
            let leaseEnd = try row.instant()
            let keptUntil = try row.instant()
            earlier = try row.integer()
            let status = try row.optionalInteger()
            let headers = try row.optionalText()
            let body = try row.optionalBytes()
            guard keptUntil > now, status != nil || leaseEnd > now else { return nil }
            guard content == request.content.bytes else { return .otherContent }
            guard let status, let headers else { return .inProgress }
            return .answered(
                IdempotentResponse(
                    status: Int(status),
                    headers: try RareJSON.value(headers, as: [IdempotentResponse.Field].self),
                    body: body
                )
            )
        }
        if let turn = existingTurn ?? nil { return turn }
        if let maximum, earlier == nil {
            let values: [SQLValue] = [.bytes(request.sender.bytes), .integer(Int64(maximum))]
            let count = try self.first(.accessKeys.idempotentRequestCount, values) { row in try row.integer() }
            guard count ?? 0 < Int64(maximum) else { return .tooMany }
        }
        let lease = IdempotentLease(
            request: request,
            number: IdempotentLease.number(after: earlier, at: now)
        )
        try self.run(
            .accessKeys.putIdempotentRequest,
            Self.name(of: request)
                + [.bytes(request.content.bytes), .instant(leaseEnd), .instant(keptUntil), .integer(lease.number)]
        )
        return .begun(lease)
    }

    /// Throws where a lease is no longer valid: another request has begun since, or it was abandoned.
    func require(_ lease: IdempotentLease) throws {
        let number = try self.first(.accessKeys.idempotentLease, Self.name(of: lease.request)) { row in
            try row.integer()
        }
        guard number == lease.number else { throw RepositoryError.leaseLost }
    }

    /// Stores the answer to a request that was begun, unless it has one.
    package func end(_ lease: IdempotentLease, _ answer: IdempotentResponse) throws {
        try self.require(lease)
        let values: [SQLValue] = [
            .integer(Int64(answer.status)), try RareJSON.text(answer.headers), answer.body.map(SQLValue.bytes) ?? .null,
        ]
        try self.run(
            .accessKeys.answerIdempotentRequest,
            values + Self.name(of: lease.request) + [.integer(lease.number)]
        )
    }

    /// Deletes the record that a request was begun.
    package func abandon(_ lease: IdempotentLease) throws {
        try self.run(.accessKeys.abandonIdempotentRequest, Self.name(of: lease.request) + [.integer(lease.number)])
    }

    /// Deletes answers whose retention has ended.
    package func forgetAnswers(at now: Instant, limit: Int) throws -> Int {
        try self.change(.accessKeys.forgetIdempotentRequests, [.instant(now), .integer(Int64(limit))])
    }

    private static func name(of request: IdempotentRequest) -> [SQLValue] {
        [.bytes(request.sender.bytes), .text(request.key.rawValue)]
    }
}
