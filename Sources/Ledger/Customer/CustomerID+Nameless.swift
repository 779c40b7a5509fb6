import Notation

extension CustomerID {
    /// How the id of a customer begins whom no shop has named.
    package static let anonymousPrefix = "anonymous:"
    /// How the id of a customer begins whose name was erased.
    package static let erasedPrefix = "erased:"

    /// An id for somebody whom no shop has named, from random bytes.
    package static func anonymous(_ random: [UInt8]) -> Self? { Self(Self.anonymousPrefix + Hexadecimal.text(random)) }

    /// The id of somebody whose name an act erased; the number tells apart the names that he had.
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
