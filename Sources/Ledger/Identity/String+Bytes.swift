extension String {
    /// Whether two texts are the same bytes of UTF-8, which is narrower than Swift's canonical equivalence.
    package func hasSameBytes(as other: String) -> Bool {
        self.utf8.count == other.utf8.count && self.utf8.elementsEqual(other.utf8)
    }
}
