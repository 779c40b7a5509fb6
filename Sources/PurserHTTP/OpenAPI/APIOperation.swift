/// One route as the OpenAPI document describes it: what may be sent, and everything that may come back.
///
/// Each controller states its own beside its handlers. What all routes share is added by `APIDocument`: the
/// `Authorization` and `Idempotency-Key` headers, the problems that anybody may meet (401, 403, 404, 413, 429, 5xx),
/// and the form of problem documents. A test holds the operations and the router together in both directions.
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

/// The methods that the API uses.
package enum APIMethod: String, CaseIterable, Sendable {
    /// Reads.
    case get
    /// Does something, or makes something.
    case post
    /// Sets something as a whole.
    case put
    /// Changes parts of something.
    case patch
    /// Takes something away.
    case delete
}

/// Who may call an operation.
package enum APIAccess: Hashable, Sendable {
    /// Anybody.
    case anyone
    /// Apple's servers, known by what they signed.
    case apple
    /// Whoever has any key; anybody, where the configuration opens it.
    case document
    /// A key that may read.
    case read
    /// A key that may write.
    case write
    /// A key that may do everything.
    case admin
    /// A key that may read; a publishable key too, about its own customer.
    case readInApp
    /// A key that may write; a publishable key too, about its own customer.
    case writeInApp
    /// An operator on the server's machine, at the operators' socket; no key opens it.
    case socket

    /// Whether a key has to be sent.
    package var needsKey: Bool {
        switch self {
        case .anyone, .apple: false
        default: true
        }
    }

    /// The scope that the key needs; `nil` where none is needed.
    var scope: String? {
        switch self {
        case .anyone, .apple, .document, .socket: nil
        case .read, .readInApp: "read"
        case .write, .writeInApp: "write"
        case .admin: "admin"
        }
    }

    /// Whether an app in the field may call it, with a publishable key.
    var isForApps: Bool { self == .readInApp || self == .writeInApp }
}
