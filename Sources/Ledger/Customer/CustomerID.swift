import Notation

/// A user of the app, identified by the app's own user ID: 1 to 255 bytes of UTF-8, compared byte for byte.
package struct CustomerID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The maximum length of a user ID, in bytes of UTF-8.
    package static let maximumBytes = 255

    /// The requirement for a user ID, as a sentence for error messages.
    package static let requirement =
        "A customer id has 1 to \(Self.maximumBytes) bytes of UTF-8 and no control characters."

    private let identifier: Identifier<CustomerID>

    /// Creates a customer ID; `nil` when the text is empty, longer than `maximumBytes` or contains a control character.
    package init?(_ text: String) {
        let bytes = text.utf8
        guard !bytes.isEmpty, bytes.count <= Self.maximumBytes else { return nil }
        // Nearly every ID is plain ASCII, for which the slow Unicode check of each character is unnecessary.
        let isPlain = bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
        let hasControlCharacter =
            !isPlain
            && text.unicodeScalars.contains { scalar in scalar.properties.generalCategory == .control }
        guard !hasControlCharacter else { return nil }
        self.identifier = Identifier(text)
    }

    /// The app's own user ID.
    package var rawValue: String { self.identifier.rawValue }

    /// The app's own user ID.
    package var description: String { self.rawValue }

    /// Compares the IDs by their bytes.
    package static func < (left: Self, right: Self) -> Bool { left.identifier < right.identifier }
}

extension CustomerID {
    /// The prefix of the ID of a customer whom the server created without a name from the shop.
    package static let anonymousPrefix = "anonymous:"
    /// The prefix of the ID of a customer whose name was erased.
    package static let erasedPrefix = "erased:"

    /// Creates the ID of an anonymous customer from random bytes.
    package static func anonymous(_ random: [UInt8]) -> Self? { Self(Self.anonymousPrefix + Hexadecimal.text(random)) }

    /// Creates the ID of a customer whose name an action erased; the number distinguishes several erased names of one
    /// customer.
    package static func erased(by change: OwnershipChangeID, number: Int = 1) -> Self? {
        Self(Self.erasedPrefix + change.rawValue + (number == 1 ? "" : ".\(number)"))
    }

    /// Whether the customer is anonymous: the shop has given them no name.
    package var isAnonymous: Bool { self.begins(with: Self.anonymousPrefix) }

    /// Whether the customer's name was erased.
    package var isErased: Bool { self.begins(with: Self.erasedPrefix) }

    /// Whether the ID is reserved, so that a shop may not give it to a customer.
    ///
    /// The bare `anonymous` is the address at which the server creates anonymous customers.
    package var isReserved: Bool { self.isAnonymous || self.isErased || self.rawValue.hasSameBytes(as: "anonymous") }

    /// Returns whether the first bytes are these.
    ///
    /// The method compares bytes, because a Swift `Character` could join the colon with what follows it.
    private func begins(with prefix: String) -> Bool { self.rawValue.utf8.starts(with: prefix.utf8) }
}
