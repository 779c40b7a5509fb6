import Ledger
import PurserService
import Testing

@Suite struct AccessKeyFormatTests {
    @Test("A key contains its format, and is recognized again", arguments: AccessKeyFormat.allCases)
    func forms(format: AccessKeyFormat) {
        let text = format.make(randomBytes: Array(0..<32))
        #expect(text.hasPrefix(format.rawValue))
        #expect(AccessKeyFormat(of: Array(text.utf8)) == format)
        let other = format.make(randomBytes: Array(1..<33))
        #expect(other != text)
    }

    @Test("One changed character anywhere makes the key invalid")
    func checksum() {
        let text = Array(AccessKeyFormat.secret.make(randomBytes: Array(0..<32)).utf8)
        for place in text.indices {
            var changed = text
            changed[place] = changed[place] == UInt8(ascii: "x") ? UInt8(ascii: "y") : UInt8(ascii: "x")
            #expect(AccessKeyFormat(of: changed) == nil, "at \(place)")
        }
        #expect(AccessKeyFormat(of: text.dropLast()) == nil)
        #expect(AccessKeyFormat(of: text + [UInt8(ascii: "A")]) == nil)
        #expect(AccessKeyFormat(of: []) == nil)
    }

    @Test("Lists of parts that join to the same bytes have different digests")
    func parts() {
        #expect(ContentDigest(of: [[1, 2], [3]]) != ContentDigest(of: [[1], [2, 3]]))
        #expect(ContentDigest(of: [[1, 2, 3]]) != ContentDigest(of: [[1, 2, 3], []]))
        #expect(ContentDigest(of: [[1, 2, 3]]) == ContentDigest(of: [[1, 2, 3]]))
    }
}
