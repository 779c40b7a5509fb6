import AppStore
import Foundation

/// A message that the developer has set up in App Store Connect for a subscription.
///
/// The store shows it to a customer who is about to cancel, unless the app's server chooses another one. An offer for
/// which the customer is eligible replaces the image.
public struct WorldRetentionMessage: Hashable, Sendable {
    /// The identifier, a UUID in lower case, by which the app's server can choose the message.
    public let id: String
    /// The header.
    public let header: String
    /// The text below the header.
    public let body: String
    /// Whether the message has an image.
    public let hasImage: Bool

    /// Creates a message; the identifier ignores case.
    public init(id: String, header: String, body: String, hasImage: Bool = false) {
        self.id = id.lowercased()
        self.header = header
        self.body = body
        self.hasImage = hasImage
    }
}

extension WorldCatalogReader {
    /// Returns the retention message of a product; `nil` for one without the key.
    mutating func retentionMessage(of fields: CatalogFields, isSubscription: Bool) -> WorldRetentionMessage? {
        guard let node = fields["retentionMessage"] else { return nil }
        if !isSubscription {
            self.notes.refuse(node, "is for subscriptions only", "Remove it, or write \"kind\": \"autoRenewable\".")
        }
        guard let message = CatalogFields(node, &self.notes) else { return nil }
        message.refuseUnknown(besides: ["id", "header", "body", "image"], &self.notes)
        let example = "5d0f8b0e-6f0e-4f0a-9d5e-2f6b7a1c3e90"
        let id = message.requiredText("id", for: example, &self.notes)
        let header = message.requiredText("header", for: "Before you go", &self.notes)
        let body = message.requiredText("body", for: "A year costs less than ten months.", &self.notes)
        let hasImage = message.flag("image", &self.notes) ?? false
        guard let id, let header, let body else { return nil }
        guard UUID(uuidString: id) != nil else {
            self.notes.refuse(message["id"] ?? node, "is not a UUID", "Write for example: \"\(example)\"")
            return nil
        }
        return WorldRetentionMessage(id: id, header: header, body: body, hasImage: hasImage)
    }
}

extension WorldCatalogWriter {
    /// Returns the retention message of a product.
    static func retentionMessage(_ message: WorldRetentionMessage) -> JSONValue {
        var members = [
            JSONMember(key: "id", value: .string(message.id)),
            JSONMember(key: "header", value: .string(message.header)),
            JSONMember(key: "body", value: .string(message.body)),
        ]
        if message.hasImage { members.append(JSONMember(key: "image", value: .bool(true))) }
        return .object(members)
    }
}
