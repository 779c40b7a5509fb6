public import AppStore

/// A request to Apple's server interfaces in a scenario, and the status it must be answered with.
///
/// The bearer token is made from the app's own key. Parts of the path and texts in the body may refer to earlier steps.
public struct ScenarioCall: Hashable, Sendable {
    /// The method, in capitals.
    public var method: String
    /// The path, from its first slash on.
    public var path: String
    /// The body, or `nil` for none.
    public var body: JSONValue?
    /// The HTTP status that must come back.
    public var status: Int

    /// A request.
    public init(_ method: String, _ path: String, body: JSONValue? = nil, status: Int = 200) {
        self.method = method
        self.path = path
        self.body = body
        self.status = status
    }
}
