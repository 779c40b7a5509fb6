import Foundation

/// The three segments of a compact JWS, found but not yet decoded.
struct CompactJWS {
    /// The longest compact form that is looked at, in bytes: far above the 20 KB of a full notification with Apple's
    /// certificates, and low enough to bound the memory of one request.
    static let maximumBytes = 256 * 1024

    /// The whole text.
    let bytes: [UInt8]
    /// Where the header segment ends: the index of the first dot.
    let headerEnd: Int
    /// Where the payload segment ends: the index of the second dot.
    let payloadEnd: Int

    /// Finds the segments.
    init(_ bytes: [UInt8], part: VerificationError.Part) throws(VerificationError) {
        guard bytes.count <= Self.maximumBytes else {
            throw VerificationError(
                .tooLarge,
                in: part,
                expected: "at most \(Self.maximumBytes) bytes",
                found: "\(bytes.count)"
            )
        }
        guard let headerEnd = Self.dot(in: bytes, from: 0),
            let payloadEnd = Self.dot(in: bytes, from: headerEnd + 1),
            Self.dot(in: bytes, from: payloadEnd + 1) == nil
        else {
            let count = bytes.count { $0 == UInt8(ascii: ".") } + 1
            throw VerificationError(.malformedSegments, in: part, expected: "three segments", found: "\(count)")
        }
        self.bytes = bytes
        self.headerEnd = headerEnd
        self.payloadEnd = payloadEnd
    }

    /// The index of the first dot from an index on, found at the speed of memory.
    private static func dot(in bytes: [UInt8], from start: Int) -> Int? {
        unsafe bytes.withUnsafeBytes { buffer in
            guard start < buffer.count, let base = buffer.baseAddress,
                let found = unsafe memchr(base + start, Int32(UInt8(ascii: ".")), buffer.count - start)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - base
        }
    }

    /// The header segment.
    var header: ArraySlice<UInt8> { self.bytes[..<self.headerEnd] }
    /// The payload segment.
    var payload: ArraySlice<UInt8> { self.bytes[(self.headerEnd + 1)..<self.payloadEnd] }
    /// The signature segment.
    var signature: ArraySlice<UInt8> { self.bytes[(self.payloadEnd + 1)...] }
}
