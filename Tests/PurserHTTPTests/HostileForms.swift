import AppStore
import Foundation
import PurserTesting

/// Everything that an attacker without a trusted key can create from observed data: damage, splices, and their own
/// signatures.
struct HostileForms {
    /// Genuine compact forms; an attacker who received one may send it again.
    let genuine: [[UInt8]]
    /// Compact forms that are well made in every way, but signed by a stranger under the same names.
    let forged: [[UInt8]]

    private static let dot = UInt8(ascii: ".")
    private static let pieces = [
        "=", "==", "\n", ".", "..", "+", "/", " ", "\0", "e30", "eyJhbGciOiJub25lIn0", "A", "\u{E9}", "\"", "\\", "{}",
    ].map { Array($0.utf8) }

    /// Returns a compact form without a trusted signature; `nil` if chance has created a genuine one.
    func compactForm(_ random: inout SeededGenerator) -> [UInt8]? {
        let form: [UInt8]
        switch random.number(below: 8) {
        case 0: form = Self.damaged(random.pick(self.genuine), &random)
        case 1: form = Self.damaged(random.pick(self.forged), &random)
        case 2: form = random.pick(self.forged)
        case 3: form = self.spliced(&random)
        case 4: form = self.rewritten(0, &random)
        case 5: form = self.rewritten(1, &random)
        case 6: form = self.rewritten(2, &random)
        default:
            form = (0..<random.number(below: 600)).map { _ in
                random.pick(Array("ABCDEFabcdef0123456789-_..=".utf8))
            }
        }
        return self.genuine.contains(form) ? nil : form
    }

    /// A body that holds a compact form, or does not any more.
    static func body(around form: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        let plain = Array(#"{"signedPayload":""#.utf8) + form + Array(#""}"#.utf8)
        switch random.number(below: 6) {
        case 0: return Self.damaged(plain, &random)
        case 1: return Array(#"{"signedPayload":"e.e.e","signedPayload":""#.utf8) + form + Array(#""}"#.utf8)
        case 2: return Array(#"{"signedPayload":{"signedPayload":""#.utf8) + form + Array(#""}}"#.utf8)
        case 3: return [0xEF, 0xBB, 0xBF] + plain
        default: return plain
        }
    }

    /// Bytes with a few of them flipped, lost, doubled or put in.
    static func damaged(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0...random.number(below: 3) {
            if bytes.isEmpty { bytes = [0] }
            let place = random.number(below: bytes.count)
            let end = min(bytes.count, place + 1 + random.number(below: 40))
            switch random.number(below: 6) {
            case 0: bytes[place] ^= 1 << UInt8(random.number(below: 8))
            case 1: bytes.removeSubrange(place..<end)
            case 2: bytes.insert(contentsOf: random.pick(Self.pieces), at: place)
            case 3: bytes.insert(contentsOf: Array(bytes[place..<end]), at: random.number(below: bytes.count))
            case 4: bytes.removeSubrange(place...)
            default: bytes[place] = UInt8(truncatingIfNeeded: random.next())
            }
        }
        return bytes
    }

    /// Three segments of any origin.
    private func spliced(_ random: inout SeededGenerator) -> [UInt8] {
        let parts = (0..<3).map { place in
            Self.segments(random.happens(percent: 70) ? random.pick(self.genuine) : random.pick(self.forged))[place]
        }
        return Array(parts.joined(separator: [Self.dot]))
    }

    /// A genuine form of which one segment is decoded, changed and encoded again.
    private func rewritten(_ place: Int, _ random: inout SeededGenerator) -> [UInt8] {
        var parts = Self.segments(random.pick(self.genuine))
        let decoded = Base64URL.decode(parts[place]) ?? []
        var changed = decoded
        switch (place, random.number(below: 4)) {
        case (0, 0):
            changed = Self.replacing("ES256", with: random.pick(["none", "HS256", "ES384", "es256"]), in: decoded)
        case (0, 1): changed = Self.replacing(#"{"alg""#, with: #"{"crit":["b64"],"alg""#, in: decoded)
        case (0, 2): changed = Self.replacing(#""alg""#, with: #""kid":"x","alg""#, in: decoded)
        case (1, 0): changed = Self.replacing("com.example.shop", with: "com.example.Shop", in: decoded)
        case (1, 1): changed = Self.replacing("Production", with: random.pick(["Xcode", "LocalTesting"]), in: decoded)
        case (2, 0): changed = [UInt8](repeating: 0, count: 64)
        case (2, 1): changed = [0x30, 0x45, 0x02, 0x21] + decoded
        default: changed = Self.damaged(decoded, &random)
        }
        parts[place] = Base64URL.encode(changed)
        return Array(parts.joined(separator: [Self.dot]))
    }

    private static func replacing(_ text: String, with other: String, in bytes: [UInt8]) -> [UInt8] {
        Array(String(decoding: bytes, as: UTF8.self).replacingOccurrences(of: text, with: other).utf8)
    }

    private static func segments(_ form: [UInt8]) -> [[UInt8]] {
        form.split(separator: Self.dot, omittingEmptySubsequences: false).map(Array.init)
    }
}
