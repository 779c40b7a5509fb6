extension APIOperation {
    /// The operation with what `ETagMiddleware` adds to reads, where it does not say so itself.
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
                + (isNamed ? [] : [.header(field, .string(), "The `ETag` of an answer that is at hand.")]),
            body: self.body,
            answers: self.answers.map(\.named) + (isUnchangedKnown ? [] : [.unchanged]),
            problems: self.problems,
            isRepeatable: self.isRepeatable
        )
    }
}

extension APIAnswer {
    /// The answer with its `ETag`.
    fileprivate var named: Self {
        guard self.status == 200, self.mediaType == "application/json", self.headers["ETag"] == nil else { return self }
        return .ok(
            self.schema,
            self.description,
            headers: self.headers.merging(["ETag": "Changes with the answer."]) { first, _ in first }
        )
    }
}
