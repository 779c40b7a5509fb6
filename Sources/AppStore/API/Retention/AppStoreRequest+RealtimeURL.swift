extension AppStoreRequest where Answer == Void {
    /// Configure Realtime URL of the environment.
    public static func configureRealtimeURL(_ url: String) -> Self {
        Self(
            .configureRealtimeUrl,
            "PUT",
            ["inApps", "v1", "messaging", "realtime", "url"],
            body: .json(RealtimeURLRequest.with { $0.realtimeURL = url }.json())
        )
    }

    /// Delete Realtime URL of the environment.
    public static func deleteRealtimeURL() -> Self {
        Self(.deleteRealtimeUrl, "DELETE", ["inApps", "v1", "messaging", "realtime", "url"])
    }
}

extension AppStoreRequest where Answer == RealtimeURLResponse {
    /// Get Realtime URL of the environment.
    public static func realtimeURL() -> Self {
        Self(.getRealtimeUrl, "GET", ["inApps", "v1", "messaging", "realtime", "url"]) { $0.realtimeURL != nil }
    }
}

/// The body of Configure Realtime URL.
public struct RealtimeURLRequest: WireObject {
    /// The address Apple asks, up to 256 characters.
    public var realtimeURL: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<RealtimeURLRequest> = [
        WireField("realtimeURL", \.realtimeURL)
    ]
}

/// The answer to Get Realtime URL.
public struct RealtimeURLResponse: WireObject {
    /// The address Apple asks.
    public var realtimeURL: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<RealtimeURLResponse> = [
        WireField("realtimeURL", \.realtimeURL)
    ]
}
