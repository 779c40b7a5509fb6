/// A user of the app, named by the app's own user id: 1 to 255 bytes of UTF-8, compared byte for byte.
package struct CustomerID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The longest user id taken, in bytes of UTF-8.
    package static let maximumBytes = 255

    /// What a user id has to be, in one sentence.
    package static let requirement =
        "A customer id has 1 to \(Self.maximumBytes) bytes of UTF-8 and no control characters."

    private let identifier: Identifier<CustomerID>

    /// A customer id, or `nil` when the text is empty, longer than `maximumBytes` or holds a control character.
    package init?(_ text: String) {
        let bytes = text.utf8
        guard !bytes.isEmpty, bytes.count <= Self.maximumBytes else { return nil }
        // Nearly every id is plain ASCII, and asking Unicode about each letter takes longer than all the rest.
        let isPlain = bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
        let hasControlCharacter =
            !isPlain
            && text.unicodeScalars.contains { scalar in scalar.properties.generalCategory == .control }
        guard !hasControlCharacter else { return nil }
        self.identifier = Identifier(text)
    }

    /// The app's own user id.
    package var rawValue: String { self.identifier.rawValue }

    /// The app's own user id.
    package var description: String { self.rawValue }

    /// Ordered by bytes.
    package static func < (left: Self, right: Self) -> Bool { left.identifier < right.identifier }
}
