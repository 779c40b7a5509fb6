extension String {
    /// Returns whether two strings have the same UTF-8 bytes, which is stricter than Swift's canonical equivalence.
    func hasSameBytes(as other: String) -> Bool {
        self.utf8.count == other.utf8.count && self.utf8.elementsEqual(other.utf8)
    }

    /// Hashes the bytes, consistent with `hasSameBytes(as:)`.
    func hashBytes(into hasher: inout Hasher) {
        var copy = self
        copy.withUTF8 { bytes in unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes)) }
        hasher.combine(0xFF as UInt8)
    }
}
