import Foundation

/// The three segments of a compact JWS, located but not decoded.
struct CompactJWS {
    /// The maximum length of the compact form, in bytes.
    ///
    /// It is far above the 20 KB of a full notification with Apple's certificates, and low enough to bound the memory
    /// of a request.
    static let maximumBytes = 256 * 1024

    /// The whole text.
    let bytes: [UInt8]
    /// The index of the first dot, at which the header segment ends.
    let headerEnd: Int
    /// The index of the second dot, at which the payload segment ends.
    let payloadEnd: Int

    /// Locates the segments.
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

    /// Returns the index of the first dot from an index on, using a fast memory search.
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

/// The protected header of Apple's JWS: the algorithm and the certificates; everything else is ignored.
struct JWSHeader {
    /// The certificates of `x5c` in DER, leaf first (RFC 7515, section 4.1.6).
    let x5c: [[UInt8]]

    /// Reads a decoded header.
    ///
    /// - Throws: ``VerificationError`` if it is not a JSON object, its algorithm is not ES256, it has a `crit`, or it
    ///   has no `x5c`.
    init(json: [UInt8], part: VerificationError.Part) throws(VerificationError) {
        let header: JSONValue
        do {
            header = try JSONValue(json: json)
        } catch {
            throw VerificationError(error, in: part)
        }
        guard case .object(let members) = header else {
            throw VerificationError(.malformedJSON, in: part, expected: "an object as header", found: "another value")
        }
        var algorithm: JSONValue?
        var chain: JSONValue?
        for member in members {
            switch member.key {
            case "alg": algorithm = member.value
            case "x5c": chain = member.value
            case "crit":
                throw VerificationError(.criticalHeader, in: part, expected: "no crit", found: "crit")
            default: break
            }
        }
        guard algorithm == .string("ES256") else {
            var found = "none"
            if case .string(let name) = algorithm { found = name }
            throw VerificationError(.wrongAlgorithm, in: part, expected: "ES256", found: found)
        }
        guard case .array(let entries) = chain else {
            throw VerificationError(.chainMissing, in: part, expected: "x5c", found: "none")
        }
        var certificates: [[UInt8]] = []
        for (index, entry) in entries.enumerated() {
            guard case .string(let text) = entry, let der = Data(base64Encoded: text) else {
                throw VerificationError(
                    .malformedCertificate,
                    in: part,
                    expected: "base64 in x5c[\(index)]",
                    found: "another value"
                )
            }
            certificates.append(Array(der))
        }
        self.x5c = certificates
    }
}

extension VerificationError {
    /// Creates the error for a JSON error.
    init(_ error: JSONError, in part: Part) {
        let code: Code =
            switch error.code {
            case .invalid: .malformedJSON
            case .notUTF8: .notUTF8
            case .duplicateKey: .duplicateKey
            case .tooDeep: .nestedTooDeep
            case .tooManyNodes: .tooManyNodes
            case .wrongType: .wrongType
            case .numberOutOfRange: .numberOutOfRange
            }
        self.init(code, in: part, expected: "JSON as Apple sends it", found: "a fault at byte \(error.offset)")
    }
}
