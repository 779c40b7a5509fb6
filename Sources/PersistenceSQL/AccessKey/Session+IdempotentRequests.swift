package import Ledger

extension Session {
    /// Returns a request that was begun; `nil` when it was not, or when it is deleted.
    package func begunRequest(_ request: IdempotentRequest) throws -> BegunRequest? {
        try self.first(.accessKeys.idempotentRequest, Self.name(of: request)) { row in
            let content = try row.bytes()
            let leaseEnd = try row.instant()
            let keptUntil = try row.instant()
            let lease = try row.integer()
            let status = try row.optionalInteger()
            let headers = try row.optionalText()
            let body = try row.optionalBytes()
            var answer: IdempotentResponse?
            if let status, let headers {
                answer = IdempotentResponse(
                    status: Int(status),
                    headers: try RareJSON.value(headers, as: [IdempotentResponse.Field].self),
                    body: body
                )
            }
            return BegunRequest(
                content: content,
                leaseEnd: leaseEnd,
                keptUntil: keptUntil,
                lease: lease,
                answer: answer
            )
        }
    }

    /// Returns the number of the newest lease of a request; `nil` when it was not begun, or when it is deleted.
    package func leaseNumber(of request: IdempotentRequest) throws -> Int64? {
        try self.first(.accessKeys.idempotentLease, Self.name(of: request)) { row in try row.integer() }
    }

    /// Returns the number of stored requests of the sender of a request, counting no further than `limit`.
    package func requestCount(ofSenderOf request: IdempotentRequest, limit: Int) throws -> Int {
        let values: [SQLValue] = [.bytes(request.sender.bytes), .integer(Int64(limit))]
        return Int(try self.first(.accessKeys.idempotentRequestCount, values) { row in try row.integer() } ?? 0)
    }

    /// Saves that a request has begun, without an answer.
    package func begin(_ lease: IdempotentLease, leaseEnd: Instant, keptUntil: Instant) throws {
        try self.run(
            .accessKeys.putIdempotentRequest,
            Self.name(of: lease.request) + [
                .bytes(lease.request.content.bytes), .instant(leaseEnd), .instant(keptUntil), .integer(lease.number),
            ]
        )
    }

    /// Saves the answer to a request, unless it has one.
    package func answer(_ lease: IdempotentLease, _ answer: IdempotentResponse) throws {
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
