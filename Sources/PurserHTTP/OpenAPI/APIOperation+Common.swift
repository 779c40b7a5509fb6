// What all operations share.
extension APIOperation {
    /// The operation's own parameters and those that operations of its kind share.
    package var allParameters: [APIParameter] {
        var parameters = self.parameters
        if self.access.isForApps { parameters.append(.customerToken) }
        if self.isRepeatable, !parameters.contains(where: { $0.name == "Idempotency-Key" }) {
            parameters.append(
                .header(
                    "Idempotency-Key",
                    .string(pattern: "^[!-~]+$", length: 1...255),
                    "An identifier of this request. The server answers a repetition with the same key and body with "
                        + "the first response."
                )
            )
        }
        return parameters
    }

    /// The operation's own errors and those that operations of its kind share.
    package var allProblems: [APIProblem] {
        var problems = self.problems
        problems.append(.status(400, "bad_request", "host_invalid"))
        if self.access.needsKey {
            problems.append(.status(401, "key_missing", "key_unknown", "key_revoked"))
            problems.append(.status(403, "key_not_allowed", "app_not_allowed"))
        }
        if self.access == .socket { problems.append(.status(403, "operators_socket_only")) }
        if self.access.isForApps {
            let tokens = CustomerTokenError.allCases.map(\.code)
            problems.append(.status(401, codes: ["customer_token_missing"] + tokens))
            problems.append(.status(403, "customer_not_yours"))
        } else if self.access.needsKey {
            problems.append(.status(403, "publishable_key_not_allowed"))
        }
        if self.access.scope != nil {
            problems.append(.status(400, "app_missing"))
            problems.append(.status(404, "app_unknown"))
        }
        problems.append(.status(422, "address_invalid"))
        if AppPaths.twin(of: self.path) != nil { problems.append(.status(422, "parameter_unknown")) }
        problems.append(.status(429, "rate_limited"))
        problems.append(.status(431, "headers_too_large"))
        if self.isRepeatable {
            if self.access.isForApps { problems.append(.status(429, "idempotency_keys_used_up")) }
            problems.append(.status(400, "idempotency_key_invalid"))
            problems.append(
                .status(409, "idempotency_key_reused", "idempotency_in_progress", "idempotency_answer_not_kept")
            )
            problems.append(.status(422))
        }
        if self.body != nil {
            problems.append(.status(408, "body_timeout"))
            problems.append(.status(413, "body_too_large"))
            problems.append(.status(415, "content_encoding_unsupported"))
            problems.append(.status(501, "transfer_encoding_unsupported"))
            problems.append(.status(503, "server_busy"))
        }
        problems.append(.status(500, "internal"))
        problems.append(.status(503))
        return problems
    }
}

extension APIOperation {
    /// The operation with the parameters and headers that `ETagMiddleware` adds to reads, unless it declares them
    /// itself.
    var namingItsAnswers: Self {
        guard self.method == .get, self.access.scope != nil,
            self.answers.contains(where: { $0.status == 200 && $0.mediaType == "application/json" })
        else { return self }
        let field = "If-None-Match"
        let isNamed = self.parameters.contains { $0.name == field }
        let isUnchangedKnown = self.answers.contains { $0.status == APIAnswer.unchanged.status }
        return Self(
            self.method,
            self.path,
            id: self.id,
            tag: self.tag,
            access: self.access,
            summary: self.summary,
            description: self.description,
            parameters: self.parameters
                + (isNamed ? [] : [.header(field, .string(), "The `ETag` of a response that the client already has.")]),
            body: self.body,
            answers: self.answers.map(\.named) + (isUnchangedKnown ? [] : [.unchanged]),
            problems: self.problems,
            isRepeatable: self.isRepeatable
        )
    }
}

extension APIAnswer {
    /// The response with its `ETag`.
    fileprivate var named: Self {
        guard self.status == 200, self.mediaType == "application/json", self.headers["ETag"] == nil else { return self }
        return .ok(
            self.schema,
            self.description,
            headers: self.headers.merging([
                "ETag": "An identifier of the content; it changes when the response "
                    + "changes."
            ]) { first, _ in first }
        )
    }
}
