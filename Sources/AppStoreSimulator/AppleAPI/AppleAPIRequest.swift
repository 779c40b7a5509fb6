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
