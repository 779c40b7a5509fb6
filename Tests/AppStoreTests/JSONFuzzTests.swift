import AppStore
import Foundation
import Testing

/// Damaged payloads, generated from a seed.
@Suite struct JSONFuzzTests {
    /// A generator whose sequence is determined by its seed (SplitMix64).
    private struct Seeded: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            self.state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = self.state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }

        mutating func below(_ bound: Int) -> Int { Int(self.next() % UInt64(bound)) }
    }

    private static let original = Array(
        #"""
        {"notificationType":"DID_RENEW","subtype":"BILLING_RECOVERY","notificationUUID":"002e14d5-51f5-4503-b5a8",
         "data":{"appAppleId":41234,"bundleId":"com.example","bundleVersion":"1.2.3","environment":"Sandbox",
         "signedTransactionInfo":"eyJh.eyJi.c2ln","signedRenewalInfo":{},"status":1.0e0,"new":[true,false,null,-1.5E+3]},
         "version":"2.0","signedDate":1698148900000,"text":"\u00e9\ud83d\ude00 \"é😀\" \\ \/ \n","empty":"","o":{"a":{}}}
        """#.utf8
    )
    /// Byte sequences that are significant to a JSON reader.
    private static let pieces: [[UInt8]] =
        [
            "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\ud800", "null", "true", "-", "0", "1e9", ".", "e", " ",
            "\n",
            "{}", "[]", "\"a\":1,", "\"version\":1,",
        ].map { Array($0.utf8) } + [[0], [0x1F], [0x7F], [0x80], [0xC3], [0xED, 0xA0, 0x80], [0xFF], [0xF0, 0x9F]]

    private static func mutant(_ random: inout Seeded) -> [UInt8] {
        var bytes = Self.original
        for _ in 0...random.below(3) {
            let place = random.below(bytes.count)
            switch random.below(5) {
            case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
            case 1: bytes.remove(at: place)
            case 2: bytes.insert(contentsOf: Self.pieces[random.below(Self.pieces.count)], at: place)
            case 3: bytes.removeSubrange(place..<min(bytes.count, place + 1 + random.below(20)))
            default:
                let source = random.below(bytes.count)
                let part = Array(bytes[source..<min(bytes.count, source + 1 + random.below(20))])
                bytes.insert(contentsOf: part, at: place)
            }
            if bytes.isEmpty { bytes = [0] }
        }
        return bytes
    }

    private static func foundationAccepts(_ bytes: [UInt8]) -> Bool {
        (try? JSONSerialization.jsonObject(with: Data(bytes), options: [.fragmentsAllowed])) != nil
    }

    @Test(
        "A damaged payload never crashes the reader, and is JSON if Foundation agrees, except for the stricter rules"
    )
    func mutants() throws {
        #expect(Self.foundationAccepts(Self.original))
        #expect(throws: Never.self) { try JSONValue(json: Self.original) }
        var accepted = 0
        var refused = 0
        for seed in 0..<6_000 {
            var random = Seeded(state: UInt64(seed))
            let bytes = Self.mutant(&random)
            let text = String(decoding: bytes, as: UTF8.self)
            do throws(JSONError) {
                let value = try JSONValue(json: bytes)
                accepted += 1
                // Numbers keep their text here, so those beyond a Double are valid.
                let isAgreed = value.hasHugeNumber || Self.foundationAccepts(bytes)
                #expect(isAgreed, "seed \(seed): only accepted here: \(text)")
                #expect(try JSONValue(json: value.json()) == value, "seed \(seed): does not survive writing: \(text)")
                if case .object = value { try Self.checkPayload(bytes, as: value, seed: seed) }
            } catch {
                refused += 1
                #expect((0...bytes.count).contains(error.offset), "seed \(seed)")
                switch error.code {
                case .duplicateKey, .tooDeep: break
                default:
                    let isAccepted = Self.foundationAccepts(bytes)
                    #expect(!isAccepted, "seed \(seed): only refused here, \(error): \(text)")
                }
                #expect(throws: JSONError.self, "seed \(seed): a payload of \(text)") {
                    try NotificationPayload(json: bytes)
                }
            }
        }
        #expect(accepted > 300 && refused > 300, "Both outcomes are common: \(accepted) and \(refused).")
    }

    /// Checks that a JSON object either is a payload that survives writing or has a value of the wrong type.
    private static func checkPayload(_ bytes: [UInt8], as value: JSONValue, seed: Int) throws(JSONError) {
        do throws(JSONError) {
            let payload = try NotificationPayload(json: bytes)
            let written = payload.json()
            let again = try NotificationPayload(json: written)
            #expect(again == payload, "seed \(seed)")
        } catch {
            #expect([.wrongType, .numberOutOfRange].contains(error.code), "seed \(seed): \(error)")
        }
    }
}

extension JSONValue {
    /// Whether any number in the value is too large for a Double.
    fileprivate var hasHugeNumber: Bool {
        switch self {
        case .number(let text): Double(text)?.isFinite != true
        case .array(let values): values.contains(where: \.hasHugeNumber)
        case .object(let members): members.contains { $0.value.hasHugeNumber }
        default: false
        }
    }
}
