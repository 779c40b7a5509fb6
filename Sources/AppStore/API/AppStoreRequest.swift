import Notation

/// One call of one of Apple's server interfaces, made by a function named after the operation.
///
/// What cannot be legal cannot be written: a function takes what its operation needs, and nothing that Apple would
/// refuse for its form.
public struct AppStoreRequest<Answer: Sendable>: Sendable {
    /// What it does.
    public let operation: AppStoreOperation
    /// The HTTP method.
    let method: String
    /// The segments of the path, not yet percent-encoded.
    let path: [String]
    /// The parameters of the query, in order.
    let query: [(name: String, value: String)]
    /// The body; nil for none.
    let body: AppStoreRequestBody?
    /// Makes the answer of a body, or nil when it is not what Apple documents.
    let read: @Sendable (_ body: [UInt8]) -> Answer?

    /// The path and the query as they go into the address; nil when an identifier cannot stand in one.
    var address: String? {
        var text = ""
        for segment in self.path {
            // Empty segments and dots would lead to another path than the one that is meant.
            guard !segment.utf8.allSatisfy({ $0 == UInt8(ascii: ".") }) else { return nil }
            text += "/" + PercentEncoding.address.encoded(segment)
        }
        for (index, parameter) in self.query.enumerated() {
            text += (index == 0 ? "?" : "&") + PercentEncoding.address.encoded(parameter.name) + "="
            text += PercentEncoding.address.encoded(parameter.value)
        }
        return text
    }
}

extension AppStoreRequest: CustomStringConvertible, CustomReflectable {
    /// The operation alone: paths name customers' transactions.
    public var description: String { "AppStoreRequest(\(self.operation.rawValue))" }

    /// The operation alone.
    public var customMirror: Mirror { Mirror(self, children: ["operation": self.operation]) }
}

extension AppStoreRequest where Answer: WireObject {
    /// A request whose answer is a JSON object.
    ///
    /// - Parameters:
    ///   - operation: What it does.
    ///   - method: The HTTP method.
    ///   - path: The segments of the path.
    ///   - query: The parameters of the query.
    ///   - body: The object to send.
    ///   - isWhole: Whether an answer has what it is for.
    init(
        _ operation: AppStoreOperation,
        _ method: String,
        _ path: [String],
        query: [(name: String, value: String)] = [],
        body: (any WireObject)? = nil,
        isWhole: @escaping @Sendable (Answer) -> Bool = { _ in true }
    ) {
        self.operation = operation
        self.method = method
        self.path = path
        self.query = query
        self.body = body.map { .json($0.json()) }
        self.read = { bytes in
            // Every field of Apple's is optional, so an error's body would read as an empty answer.
            guard let answer = try? Answer(json: bytes),
                !answer.unknownFields.contains(where: { $0.key == "errorCode" }),
                isWhole(answer)
            else { return nil }
            return answer
        }
    }
}

extension AppStoreRequest where Answer == Void {
    /// A request whose answer has no body; whatever one has is left alone, unless it is an error's.
    init(_ operation: AppStoreOperation, _ method: String, _ path: [String], body: AppStoreRequestBody? = nil) {
        self.init(operation, method, path, query: [], body: body)
    }

    /// A request with a query whose answer has no body.
    init(
        _ operation: AppStoreOperation,
        _ method: String,
        _ path: [String],
        query: [(name: String, value: String)],
        body: AppStoreRequestBody?
    ) {
        self.operation = operation
        self.method = method
        self.path = path
        self.query = query
        self.body = body
        self.read = { bytes in
            (try? APIErrorResponse(json: bytes))?.errorCode == nil ? () : nil
        }
    }
}

/// What a request to Apple carries.
enum AppStoreRequestBody: Hashable, Sendable {
    /// A JSON text.
    case json([UInt8])
    /// A picture.
    case png([UInt8])

    /// The bytes.
    var bytes: [UInt8] {
        switch self {
        case .json(let bytes), .png(let bytes): bytes
        }
    }

    /// What the bytes are, for the header.
    var contentType: String {
        switch self {
        case .json: "application/json"
        case .png: "image/png"
        }
    }
}
