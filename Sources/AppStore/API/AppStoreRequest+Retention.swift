public import Foundation

extension AppStoreRequest where Answer == Void {
    /// Upload Image: a PNG without transparency.
    public static func uploadImage(_ png: [UInt8], as identifier: UUID, size: ImageSize? = nil) -> Self {
        Self(
            .uploadImage,
            "PUT",
            Self.messaging("image", identifier),
            query: size.map { [(name: "imageSize", value: $0.rawValue)] } ?? [],
            body: .png(png)
        )
    }

    /// Delete Image.
    public static func deleteImage(_ identifier: UUID) -> Self {
        Self(.deleteImage, "DELETE", Self.messaging("image", identifier))
    }

    /// Upload Message.
    public static func uploadMessage(_ message: UploadMessageRequestBody, as identifier: UUID) -> Self {
        Self(.uploadMessage, "PUT", Self.messaging("message", identifier), body: .json(message.json()))
    }

    /// Delete Message.
    public static func deleteMessage(_ identifier: UUID) -> Self {
        Self(.deleteMessage, "DELETE", Self.messaging("message", identifier))
    }

    /// Configure Default Message of a product in a locale; replaces the one before.
    public static func configureDefaultMessage(
        _ messageIdentifier: UUID,
        of productID: String,
        locale: String
    ) -> Self {
        Self(
            .configureDefaultMessage,
            "PUT",
            ["inApps", "v1", "messaging", "default", productID, locale],
            body: .json(
                DefaultConfigurationRequest.with { $0.messageIdentifier = messageIdentifier.uuidString.lowercased() }
                    .json()
            )
        )
    }

    /// Delete Default Message of a product in a locale.
    public static func deleteDefaultMessage(of productID: String, locale: String) -> Self {
        Self(.deleteDefaultMessage, "DELETE", ["inApps", "v1", "messaging", "default", productID, locale])
    }

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

    private static func messaging(_ kind: String, _ identifier: UUID) -> [String] {
        ["inApps", "v1", "messaging", kind, identifier.uuidString.lowercased()]
    }
}

extension AppStoreRequest where Answer == GetImageListResponse {
    /// Get Image List.
    public static func imageList() -> Self {
        Self(.getImageList, "GET", ["inApps", "v1", "messaging", "image", "list"])
    }
}

extension AppStoreRequest where Answer == GetMessageListResponse {
    /// Get Message List.
    public static func messageList() -> Self {
        Self(.getMessageList, "GET", ["inApps", "v1", "messaging", "message", "list"])
    }
}

extension AppStoreRequest where Answer == DefaultConfigurationResponse {
    /// Get Default Message of a product in a locale.
    public static func defaultMessage(of productID: String, locale: String) -> Self {
        Self(.getDefaultMessage, "GET", ["inApps", "v1", "messaging", "default", productID, locale]) {
            $0.messageIdentifier != nil
        }
    }
}

extension AppStoreRequest where Answer == RealtimeURLResponse {
    /// Get Realtime URL of the environment.
    public static func realtimeURL() -> Self {
        Self(.getRealtimeUrl, "GET", ["inApps", "v1", "messaging", "realtime", "url"]) { $0.realtimeURL != nil }
    }
}

extension AppStoreRequest where Answer == PerformanceTestResponse {
    /// Initiate Performance Test of the realtime address.
    ///
    /// Sandbox only.
    public static func performanceTest(with originalTransactionID: String) -> Self {
        Self(
            .initiatePerformanceTest,
            "POST",
            ["inApps", "v1", "messaging", "performanceTest"],
            body: PerformanceTestRequest.with { $0.originalTransactionId = originalTransactionID }
        ) { $0.requestId != nil }
    }
}

extension AppStoreRequest where Answer == PerformanceTestResultResponse {
    /// Get Performance Test Results.
    public static func performanceTestResult(_ requestID: String) -> Self {
        Self(
            .getPerformanceTestResults,
            "GET",
            ["inApps", "v1", "messaging", "performanceTest", "result", requestID]
        ) { $0.result != nil }
    }
}
