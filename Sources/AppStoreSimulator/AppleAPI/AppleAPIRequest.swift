import AppStore
import Foundation

/// A request to Apple's server interfaces, apart from how it came.
public struct AppleAPIRequest: Sendable {
    /// The method, in capitals.
    public var method: String
    /// The path's parts, decoded.
    public var path: [String]
    /// The query's names and values, decoded, in their order.
    public var query: [(name: String, value: String)]
    /// The header fields, names in lower case.
    public var headers: [String: String]
    /// The body.
    public var body: [UInt8]

    /// A request.
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

    /// The value of a parameter that may be there once.
    func parameter(_ name: String) -> String? {
        self.query.first { $0.name == name }?.value
    }

    /// The values of a parameter that may be there several times.
    func parameters(_ name: String) -> [String] {
        self.query.filter { $0.name == name }.map(\.value)
    }
}

/// An answer of Apple's server interfaces, apart from how it goes.
public struct AppleAPIResponse: Sendable {
    /// The HTTP status.
    public var status: Int
    /// The header fields, names in lower case.
    public var headers: [String: String]
    /// The body; empty for none.
    public var body: [UInt8]
    /// Whether the body is to end in its middle.
    public var isCut = false
    /// How long the answer is to take, in milliseconds of the wall clock.
    public var latencyMilliseconds: Int64 = 0
    /// A performance test of the realtime endpoint that the request has started, with the app's place.
    package var startedTest: (identifier: String, app: Int)?

    /// An answer with a JSON body, or with none.
    init(status: Int = 200, json body: [UInt8] = []) {
        self.status = status
        self.headers = body.isEmpty ? [:] : ["content-type": "application/json"]
        self.body = body
    }

    /// An answer that says what was wrong.
    init(_ fault: AppleAPIError) {
        self.init(
            status: fault.status,
            json: APIErrorResponse.with {
                $0.errorCode = fault.code
                $0.errorMessage = fault.message
            }.json()
        )
    }

    /// Is cut and late as faults have it.
    mutating func suffer(_ faults: [WorldFault]) {
        self.isCut = faults.contains { $0.effect == .cut }
        self.latencyMilliseconds = faults.first { $0.effect == .latency }?.milliseconds ?? 0
    }
}
