public import Foundation

extension AppStoreRequest where Response == Void {
    /// Configures the default message of a product in a locale, and replaces the previous one (Configure Default
    /// Message).
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

    /// Deletes the default message of a product in a locale (Delete Default Message).
    public static func deleteDefaultMessage(of productID: String, locale: String) -> Self {
        Self(.deleteDefaultMessage, "DELETE", ["inApps", "v1", "messaging", "default", productID, locale])
    }
}

extension AppStoreRequest where Response == DefaultConfigurationResponse {
    /// Returns the default message of a product in a locale (Get Default Message).
    public static func defaultMessage(of productID: String, locale: String) -> Self {
        Self(.getDefaultMessage, "GET", ["inApps", "v1", "messaging", "default", productID, locale]) {
            $0.messageIdentifier != nil
        }
    }
}

/// The request body of Configure Default Message.
public struct DefaultConfigurationRequest: WireObject {
    /// The message's identifier, a UUID.
    public var messageIdentifier: String?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<DefaultConfigurationRequest> = [
        WireField("messageIdentifier", \.messageIdentifier)
    ]
}

/// The response to Get Default Message.
public struct DefaultConfigurationResponse: WireObject {
    /// The message's identifier, a UUID.
    public var messageIdentifier: String?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<DefaultConfigurationResponse> = [
        WireField("messageIdentifier", \.messageIdentifier)
    ]
}
