import Notation

/// One call of an operation of Apple's server interfaces.
///
/// You create a request with the static method that is named after the operation. The description of each method says
/// what Apple does or returns when you send the request. The methods take only what their operation accepts, so that a
/// request is never malformed.
public struct AppStoreRequest<Response: Sendable>: Sendable {
    /// The operation.
    public let operation: AppStoreOperation
    /// The HTTP method.
    let method: String
    /// The segments of the path, before percent-encoding.
    let path: [String]
    /// The query parameters, in order.
    let query: [(name: String, value: String)]
    /// The body; `nil` for none.
    let body: AppStoreRequestBody?
    /// A closure that decodes the response from its body; it returns `nil` if the body is not what Apple documents.
    let read: @Sendable (_ body: [UInt8]) -> Response?

    /// The encoded path and query of the address; `nil` if an identifier cannot be part of one.
    var address: String? {
        var text = ""
        for segment in self.path {
            // Empty segments and dots would change the path.
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
    /// A description with the operation only, because paths contain the identifiers of customers' transactions.
    public var description: String { "AppStoreRequest(\(self.operation.rawValue))" }

    /// A mirror with the operation only.
    public var customMirror: Mirror { Mirror(self, children: ["operation": self.operation]) }
}

extension AppStoreRequest where Response: WireObject {
    /// Creates a request whose response is a JSON object.
    ///
    /// - Parameters:
    ///   - operation: The operation.
    ///   - method: The HTTP method.
    ///   - path: The segments of the path.
    ///   - query: The query parameters.
    ///   - body: The object to send.
    ///   - isWhole: A closure that returns whether a response has its essential fields.
    init(
        _ operation: AppStoreOperation,
        _ method: String,
        _ path: [String],
        query: [(name: String, value: String)] = [],
        body: (any WireObject)? = nil,
        isWhole: @escaping @Sendable (Response) -> Bool = { _ in true }
    ) {
        self.operation = operation
        self.method = method
        self.path = path
        self.query = query
        self.body = body.map { .json($0.json()) }
        self.read = { bytes in
            // All of Apple's fields are optional, so the body of an error would decode as an empty response.
            guard let answer = try? Response(json: bytes),
                !answer.unknownFields.contains(where: { $0.key == "errorCode" }),
                isWhole(answer)
            else { return nil }
            return answer
        }
    }
}

extension AppStoreRequest where Response == Void {
    /// Creates a request whose response has no body.
    ///
    /// The client ignores a JSON body, unless it is an error. Any other body, such as a web page, did not come from the
    /// operation.
    init(_ operation: AppStoreOperation, _ method: String, _ path: [String], body: AppStoreRequestBody? = nil) {
        self.init(operation, method, path, query: [], body: body)
    }

    /// Creates a request with query parameters whose response has no body.
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
            if bytes.isEmpty { return () }
            guard let value = try? JSONValue(json: bytes), value["errorCode"] == nil else { return nil }
            return ()
        }
    }
}

/// The body of a request to Apple.
enum AppStoreRequestBody: Hashable, Sendable {
    /// A JSON text.
    case json([UInt8])
    /// An image in PNG.
    case png([UInt8])

    /// The bytes of the body.
    var bytes: [UInt8] {
        switch self {
        case .json(let bytes), .png(let bytes): bytes
        }
    }

    /// The value of the header field `Content-Type`.
    var contentType: String {
        switch self {
        case .json: "application/json"
        case .png: "image/png"
        }
    }
}
