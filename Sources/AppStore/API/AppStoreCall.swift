/// One HTTP request to Apple, ready to be sent.
public struct AppStoreCall: Sendable {
    /// The method.
    public let method: String
    /// The whole address.
    public let url: String
    /// The header fields, the bearer token among them.
    public let headers: [(name: String, value: String)]
    /// The body; nil for none.
    public let body: [UInt8]?

    /// A request.
    public init(method: String, url: String, headers: [(name: String, value: String)], body: [UInt8]?) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }
}

extension AppStoreCall: CustomStringConvertible, CustomReflectable {
    /// The method alone: addresses name customers' transactions, header fields hold a token.
    public var description: String { "AppStoreCall(\(self.method))" }

    /// Nothing of it is shown.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
