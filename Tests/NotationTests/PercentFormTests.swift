import Notation
import Testing

@Suite struct PercentFormTests {
    @Test(
        "In a URL only the unreserved characters are unencoded",
        arguments: [
            ("", ""), ("aZ09-._~", "aZ09-._~"), ("a b/c?d", "a%20b%2Fc%3Fd"), ("50%+1", "50%25%2B1"),
            ("caf\u{E9}", "caf%C3%A9"), ("\u{FEFF}\u{1F600}", "%EF%BB%BF%F0%9F%98%80"), ("\0\u{7F}", "%00%7F"),
        ]
    )
    func address(text: String, form: String) {
        #expect(PercentEncoding.address.encoded(text) == form)
        #expect(PercentEncoding.address.decoded(form).map { Array($0.utf8) } == Array(text.utf8))
        #expect(PercentEncoding.address.decoded(form.lowercased()) != nil)
    }

    @Test("A text is decoded once, and a malformed one or one that is not UTF-8 is refused")
    func decoding() {
        #expect(PercentEncoding.address.decoded("%2541") == "%41")
        #expect(PercentEncoding.address.decoded("a+b c") == "a+b c")
        #expect(PercentEncoding.address.decoded("%c3%A9") == "\u{E9}")
        for broken in ["%", "a%4", "%4g", "%+1", "%%41", "%C3", "%ED%A0%80", "%C0%AF"] {
            #expect(PercentEncoding.address.decoded(broken) == nil, "\(broken)")
        }
    }

    @Test("Another mark, another case, and another set of plain bytes make another encoding")
    func others() {
        let form = PercentEncoding(mark: UInt8(ascii: "~"), isUppercase: false) { $0 != UInt8(ascii: "~") && $0 < 0x7F }
        #expect(form.encoded("a~%\u{E9}") == "a~7e%~c3~a9")
        #expect(form.decoded("a~7E%~c3~a9") == "a~%\u{E9}")
        #expect(form.decoded("~7") == nil)
    }
}
