import Ledger
import PurserService
import Testing

@Suite struct AccessKeyFormTests {
    @Test("A key says what it is, and is known again", arguments: AccessKeyForm.allCases)
    func forms(form: AccessKeyForm) {
        let text = form.make(randomBytes: Array(0..<32))
        #expect(text.hasPrefix(form.rawValue))
        #expect(AccessKeyForm(of: Array(text.utf8)) == form)
        let other = form.make(randomBytes: Array(1..<33))
        #expect(other != text)
    }

    @Test("One changed character anywhere makes it none")
    func checksum() {
        let text = Array(AccessKeyForm.secret.make(randomBytes: Array(0..<32)).utf8)
        for place in text.indices {
            var changed = text
            changed[place] = changed[place] == UInt8(ascii: "x") ? UInt8(ascii: "y") : UInt8(ascii: "x")
            #expect(AccessKeyForm(of: changed) == nil, "at \(place)")
        }
        #expect(AccessKeyForm(of: text.dropLast()) == nil)
        #expect(AccessKeyForm(of: text + [UInt8(ascii: "A")]) == nil)
        #expect(AccessKeyForm(of: []) == nil)
    }

    @Test("Lists of parts that join to the same bytes have different digests")
    func parts() {
        #expect(AccessDigest(of: [[1, 2], [3]]) != AccessDigest(of: [[1], [2, 3]]))
        #expect(AccessDigest(of: [[1, 2, 3]]) != AccessDigest(of: [[1, 2, 3], []]))
        #expect(AccessDigest(of: [[1, 2, 3]]) == AccessDigest(of: [[1, 2, 3]]))
    }
}
