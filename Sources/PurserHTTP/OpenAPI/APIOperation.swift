/// The OpenAPI description of one route: its parameters, its body and every response.
///
/// Each controller declares its operations beside its handlers. `APIDocument` adds what all routes share: the
/// `Authorization` and `Idempotency-Key` headers, the errors that any request may get (401, 403, 404, 413, 429, 5xx),
/// and the schema of problem documents. A test compares the operations with the router in both directions.
package struct APIOperation: Sendable {
    /// The method.
    package let method: APIMethod
    /// The path as a template: `/v1/customers/{customer}/entitlements`.
    package let path: String
    /// A unique name for generated clients, such as `listImports`.
    package let id: String
    /// The tag under which the document lists it.
    package let tag: APITag
    /// The key that a caller needs.
    package let access: APIAccess
    /// What it does, in a few words that begin with a verb, without a full stop: "List refunds".
    package let summary: String
    /// Details of its behavior, in full sentences.
    package let description: String
    /// The parameters in the path, the query and the headers.
    package let parameters: [APIParameter]
    /// The request body.
    package let body: APIBody?
    /// The successful responses.
    package let answers: [APIAnswer]
    /// The operation's own errors.
    package let problems: [APIProblem]
    /// Whether the server honors `Idempotency-Key`; by default the writes that need a key do.
    package let isRepeatable: Bool

    /// Creates an operation.
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
    /// Reads a resource.
    case get
    /// Creates a resource or performs an action.
    case post
    /// Replaces a resource as a whole.
    case put
    /// Updates parts of a resource.
    case patch
    /// Deletes a resource.
    case delete
}

/// The key that a caller of an operation needs.
package enum APIAccess: Hashable, Sendable {
    /// No key.
    case anyone
    /// No key: Apple's servers call it, and their signature authenticates the content.
    case apple
    /// Any key; none if the configuration makes documents public.
    case document
    /// A key with the scope `read`.
    case read
    /// A key with the scope `write`.
    case write
    /// A key with the scope `admin`.
    case admin
    /// A key with the scope `read`, or a publishable key for its own customer.
    case readInApp
    /// A key with the scope `write`, or a publishable key for its own customer.
    case writeInApp
    /// No key: an operator on the server's machine, at the operators' socket only.
    case socket

    /// Whether a request needs a key.
    package var needsKey: Bool {
        switch self {
        case .anyone, .apple: false
        default: true
        }
    }

    /// The scope that the key needs; `nil` if it needs none.
    var scope: String? {
        switch self {
        case .anyone, .apple, .document, .socket: nil
        case .read, .readInApp: "read"
        case .write, .writeInApp: "write"
        case .admin: "admin"
        }
    }

    /// Whether an installed app may call it with a publishable key.
    var isForApps: Bool { self == .readInApp || self == .writeInApp }
}
