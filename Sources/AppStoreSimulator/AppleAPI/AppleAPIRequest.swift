import AppStore
import Foundation

/// A request to Apple's server interfaces, independent of its transport.
public struct AppleAPIRequest: Sendable {
    /// The method, in capitals.
    public var method: String
    /// The path components, decoded.
    public var path: [String]
    /// The query's names and values, decoded, in their order.
    public var query: [(name: String, value: String)]
    /// The header fields, names in lower case.
    public var headers: [String: String]
    /// The body.
    public var body: [UInt8]

    /// Creates a request.
    public init(
        _ method: String,
        _ path: String,
        query: [(name: String, value: String)] = [],
        headers: [String: String] = [:],
        body: [UInt8] = []
    ) {
        self.method = method
        self.path = path.split(separator: "/").map { $0.removingPercentEncoding ?? String($0) }
        self.query = query
        self.headers = headers
        self.body = body
    }

    /// Returns the value of a parameter that may occur once.
    func parameter(_ name: String) -> String? {
        self.query.first { $0.name == name }?.value
    }

    /// Returns the values of a parameter that may occur several times.
    func parameters(_ name: String) -> [String] {
        self.query.filter { $0.name == name }.map(\.value)
    }
}

/// A response of Apple's server interfaces, independent of its transport.
public struct AppleAPIResponse: Sendable {
    /// The HTTP status.
    public var status: Int
    /// The header fields, names in lower case.
    public var headers: [String: String]
    /// The body; empty for none.
    public var body: [UInt8]
    /// Whether the connection ends in the middle of the body.
    public var isCut = false
    /// The delay of the response, in milliseconds of the wall clock.
    public var latencyMilliseconds: Int64 = 0
    /// The performance test of the realtime endpoint that the request started, with the app's index.
    package var startedTest: (identifier: String, app: Int)?

    /// Creates a response with a JSON body, or without a body.
    init(status: Int = 200, json body: [UInt8] = []) {
        self.status = status
        self.headers = body.isEmpty ? [:] : ["content-type": "application/json"]
        self.body = body
    }

    /// Creates an error response.
    init(_ fault: AppleAPIError) {
        self.init(
            status: fault.status,
            json: APIErrorResponse.with {
                $0.errorCode = fault.code
                $0.errorMessage = fault.message
            }.json()
        )
    }

    /// A web page with the status of a success, as during an outage.
    static var webPage: Self {
        let page = "<!DOCTYPE html><html><head><title>Apple</title></head><body>Be right back.</body></html>"
        var response = Self(json: Array(page.utf8))
        response.headers["content-type"] = "text/html;charset=utf-8"
        return response
    }

    /// Applies the faults that cut or delay a response.
    mutating func suffer(_ faults: [WorldFault]) {
        self.isCut = faults.contains { $0.effect == .cut }
        self.latencyMilliseconds = faults.first { $0.effect == .latency }?.milliseconds ?? 0
    }
}
