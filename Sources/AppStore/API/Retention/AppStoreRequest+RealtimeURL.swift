extension AppStoreRequest where Response == Void {
    /// Configures the realtime URL of the environment (Configure Realtime URL).
    public static func configureRealtimeURL(_ url: String) -> Self {
        Self(
            .configureRealtimeUrl,
            "PUT",
            ["inApps", "v1", "messaging", "realtime", "url"],
            body: .json(RealtimeURLRequest.with { $0.realtimeURL = url }.json())
        )
    }

    /// Deletes the realtime URL of the environment (Delete Realtime URL).
    public static func deleteRealtimeURL() -> Self {
        Self(.deleteRealtimeUrl, "DELETE", ["inApps", "v1", "messaging", "realtime", "url"])
    }
}

extension AppStoreRequest where Response == RealtimeURLResponse {
    /// Returns the realtime URL of the environment (Get Realtime URL).
    public static func realtimeURL() -> Self {
        Self(.getRealtimeUrl, "GET", ["inApps", "v1", "messaging", "realtime", "url"]) { $0.realtimeURL != nil }
    }
}

/// The request body of Configure Realtime URL.
public struct RealtimeURLRequest: WireObject {
    /// The URL that Apple calls, up to 256 characters.
    public var realtimeURL: String?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<RealtimeURLRequest> = [
        WireField("realtimeURL", \.realtimeURL)
    ]
}

/// The response to Get Realtime URL.
public struct RealtimeURLResponse: WireObject {
    /// The URL that Apple calls.
    public var realtimeURL: String?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<RealtimeURLResponse> = [
        WireField("realtimeURL", \.realtimeURL)
    ]
}
