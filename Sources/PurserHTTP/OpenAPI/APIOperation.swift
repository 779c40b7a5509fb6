/// One route as the OpenAPI document describes it: what may be sent, and everything that may come back.
///
/// Each routes type states its own beside its handlers. What all routes share is added by `APIDocument`: the
/// `Authorization` and `Idempotency-Key` headers, the problems that anybody may meet (401, 403, 404, 413, 429, 5xx), and
/// the form of problem documents. A test holds the operations and the router together in both directions.
package struct APIOperation: Sendable {
    /// The method.
    package let method: APIMethod
    /// The path as a template: `/v1/customers/{customer}/entitlements`.
    package let path: String
    /// A name that no other operation has, for programs that are generated from the document: `listImports`.
    package let id: String
    /// The chapter it belongs to.
    package let tag: APITag
    /// Who may call it.
    package let access: APIAccess
    /// What it does, in a few words without a full stop.
    package let summary: String
    /// What else has to be known, in plain sentences.
    package let description: String
    /// What is told in the path, the query and the headers.
    package let parameters: [APIParameter]
    /// The body that it takes.
    package let body: APIBody?
    /// What it answers when it did what was asked.
    package let answers: [APIAnswer]
    /// The refusals of its own.
    package let problems: [APIProblem]
    /// Whether `Idempotency-Key` is heeded; the writes of shops do.
    package let isRepeatable: Bool

    /// An operation.
    package init(
        _ method: APIMethod,
        _ path: String,
        id: String,
        tag: APITag,
        access: APIAccess,
        summary: String,
        description: String = "",
        parameters: [APIParameter] = [],
        body: APIBody? = nil,
        answers: [APIAnswer],
        problems: [APIProblem] = [],
        isRepeatable: Bool? = nil
    ) {
        self.method = method
        self.path = path
        self.id = id
        self.tag = tag
        self.access = access
        self.summary = summary
        self.description = description
        self.parameters = parameters
        self.body = body
        self.answers = answers
        self.problems = problems
        self.isRepeatable = isRepeatable ?? (access.needsKey && method != .get)
    }
}
