extension String {
    /// Whether two texts are the same bytes of UTF-8, which is narrower than Swift's canonical equivalence.
    package func hasSameBytes(as other: String) -> Bool {
        self.utf8.count == other.utf8.count && self.utf8.elementsEqual(other.utf8)
    }
}

extension String? {
    /// Whether both are the same bytes of UTF-8, or neither is there.
    package func hasSameBytes(as other: String?) -> Bool {
        switch (self, other) {
        case (let left?, let right?): left.hasSameBytes(as: right)
        case (nil, nil): true
        default: false
        }
    }
}

extension Sequence<String> {
    /// Whether a text is among these, byte for byte.
    package func contains(bytesOf text: String) -> Bool {
        self.contains { $0.hasSameBytes(as: text) }
    }
}

extension StringProtocol {
    /// Whether it has the form of the codes of currencies and storefronts: three capital letters of ASCII.
    package var isThreeLetterCode: Bool {
        self.utf8.count == 3 && self.utf8.allSatisfy { (0x41...0x5A).contains($0) }
    }
}
