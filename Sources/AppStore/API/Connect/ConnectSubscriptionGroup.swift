/// A group of subscriptions of an app.
public struct ConnectSubscriptionGroup: Hashable, Sendable {
    /// App Store Connect's id.
    public let id: String

    /// Reads a group.
    init(_ resource: ConnectResource) { self.id = resource.id }
}
