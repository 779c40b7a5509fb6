import Foundation

/// The parts of a compact JWS, without verification.
struct CompactJWS {
    let header: [UInt8]
    let payload: [UInt8]
    let signature: [UInt8]
    let signed: [UInt8]
    /// The certificates of the header, DER.
    let chain: [[UInt8]]

    init?(_ bytes: [UInt8]) {
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.decode(parts[0]), let payload = Self.decode(parts[1]),
            let signature = Self.decode(parts[2])
        else { return nil }
        self.header = header
        self.payload = payload
        self.signature = signature
        self.signed = Array(bytes.dropLast(parts[2].count + 1))
        guard let fields = try? JSONDecoder().decode(Header.self, from: Data(header)), fields.alg == "ES256" else {
            return nil
        }
        self.chain = fields.x5c.compactMap { Data(base64Encoded: $0).map { Array($0) } }
    }

    private struct Header: Decodable {
        let alg: String
        let x5c: [String]
    }

    private static func decode(_ part: ArraySlice<UInt8>) -> [UInt8]? {
        var text = String(decoding: part, as: UTF8.self)
            .replacingOccurrences(of: "-", with: "+")
            .replacingOccurrences(of: "_", with: "/")
        guard !part.contains(UInt8(ascii: "=")) else { return nil }
        text += String(repeating: "=", count: (4 - text.count % 4) % 4)
        return Data(base64Encoded: text).map { Array($0) }
    }
}
