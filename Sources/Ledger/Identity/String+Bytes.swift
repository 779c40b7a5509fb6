extension String {
    /// Returns whether two texts have the same UTF-8 bytes, which is stricter than Swift's canonical equivalence.
    package func hasSameBytes(as other: String) -> Bool {
        guard self.utf8.count == other.utf8.count else { return false }
        // As contiguous bytes, which are compared several times faster than one view with another.
        var (left, right) = (self, other)
        return left.withUTF8 { left in right.withUTF8 { right in unsafe left.elementsEqual(right) } }
    }
}

extension String? {
    /// Returns whether both have the same UTF-8 bytes, or both are `nil`.
    package func hasSameBytes(as other: String?) -> Bool {
        switch (self, other) {
        case (let left?, let right?): left.hasSameBytes(as: right)
        case (nil, nil): true
        default: false
        }
    }
}

extension Sequence<String> {
    /// Returns whether the sequence contains a text, compared byte for byte.
    package func contains(bytesOf text: String) -> Bool {
        self.contains { $0.hasSameBytes(as: text) }
    }
}

extension StringProtocol {
    /// Whether the text has the form of a currency or storefront code: three capital letters of ASCII.
    package var isThreeLetterCode: Bool {
        self.utf8.count == 3 && self.utf8.allSatisfy { (0x41...0x5A).contains($0) }
    }
}
