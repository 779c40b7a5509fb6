/// What came back for an ``AppStoreCall``.
public struct AppStoreReply: Sendable {
    /// The HTTP status.
    public let status: Int
    /// The header fields in their order.
    public let headers: [(name: String, value: String)]
    /// The whole body.
    public let body: [UInt8]

    /// A reply.
    public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The value of the first header field of a name, whatever its letters' case.
    public func header(_ name: String) -> String? {
        let wanted = name.lowercased()
        return self.headers.first { $0.name.lowercased() == wanted }?.value
    }
}
