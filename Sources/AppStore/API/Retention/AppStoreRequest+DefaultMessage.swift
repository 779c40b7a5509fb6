public import Foundation

extension AppStoreRequest where Answer == Void {
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
}

extension AppStoreRequest where Answer == DefaultConfigurationResponse {
    /// Get Default Message of a product in a locale.
    public static func defaultMessage(of productID: String, locale: String) -> Self {
        Self(.getDefaultMessage, "GET", ["inApps", "v1", "messaging", "default", productID, locale]) {
            $0.messageIdentifier != nil
        }
    }
}

/// The body of Configure Default Message.
public struct DefaultConfigurationRequest: WireObject {
    /// The message's id, a UUID.
    public var messageIdentifier: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<DefaultConfigurationRequest> = [
        WireField("messageIdentifier", \.messageIdentifier)
    ]
}

/// The answer to Get Default Message.
public struct DefaultConfigurationResponse: WireObject {
    /// The message's id, a UUID.
    public var messageIdentifier: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<DefaultConfigurationResponse> = [
        WireField("messageIdentifier", \.messageIdentifier)
    ]
}
