import Notation

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

extension CustomerID {
    /// How the id of a customer begins whom no shop has named.
    package static let anonymousPrefix = "anonymous:"
    /// How the id of a customer begins whose name was erased.
    package static let erasedPrefix = "erased:"

    /// An id for somebody whom no shop has named, from random bytes.
    package static func anonymous(_ random: [UInt8]) -> Self? { Self(Self.anonymousPrefix + Hexadecimal.text(random)) }

    /// The id of somebody whose name an action erased; the number tells apart the names that he had.
    package static func erased(by change: OwnershipChangeID, number: Int = 1) -> Self? {
        Self(Self.erasedPrefix + change.rawValue + (number == 1 ? "" : ".\(number)"))
    }

    /// Whether no shop has named him.
    package var isAnonymous: Bool { self.begins(with: Self.anonymousPrefix) }

    /// Whether his name was erased.
    package var isErased: Bool { self.begins(with: Self.erasedPrefix) }

    /// Whether a shop may not give this name to anybody.
    ///
    /// The bare word is the address where anonymous customers are made.
    package var isReserved: Bool { self.isAnonymous || self.isErased || self.rawValue.hasSameBytes(as: "anonymous") }

    /// Whether the first bytes are these; letters as Swift counts them would join what follows to the colon.
    private func begins(with prefix: String) -> Bool { self.rawValue.utf8.starts(with: prefix.utf8) }
}
