import Notation
import Testing

@Suite struct HexadecimalTests {
    @Test("Every byte has two digits, which are read in either case")
    func bytes() {
        let all = Array(UInt8.min...UInt8.max)
        let text = Hexadecimal.text(all)
        #expect(text.utf8.count == 512)
        #expect(text.hasPrefix("000102"))
        #expect(text.hasSuffix("fdfeff"))
        #expect(Hexadecimal.bytes(text.utf8) == all)
        #expect(Hexadecimal.bytes(text.uppercased().utf8) == all)
        #expect(Hexadecimal.text([UInt8]()).isEmpty)
        var appended: [UInt8] = []
        Hexadecimal.append(0xA5, to: &appended, isUppercase: true)
        #expect(appended == Array("A5".utf8))
    }

    @Test(
        "A text with other characters or an odd number of digits is refused",
        arguments: ["0", "0g", "g0", "+f", " 1", "00-0", "0x11", "００"]
    )
    func refused(text: String) {
        #expect(Hexadecimal.bytes(text.utf8) == nil)
    }

    @Test("The digits are exactly the sixteen in either case")
    func digits() {
        let digits = Array("0123456789abcdefABCDEF".utf8)
        for byte in UInt8.min...UInt8.max {
            #expect(Hexadecimal.isDigit(byte) == digits.contains(byte))
            let value = digits.contains(byte) ? UInt8(String(decoding: [byte], as: UTF8.self), radix: 16) : nil
            #expect(Hexadecimal.value(byte) == value)
        }
    }

    @Test("A number has as many digits as its type, and a UUID has its hyphens")
    func widths() {
        #expect(Hexadecimal.text(Hexadecimal.bytes(of: UInt64(0xAB))) == "00000000000000ab")
        #expect(Hexadecimal.text(Hexadecimal.bytes(of: UInt32.max - 1)) == "fffffffe")
        #expect(Hexadecimal.text(Hexadecimal.bytes(of: UInt64.max)) == "ffffffffffffffff")
        #expect(Hexadecimal.uuid(Array(0..<16)) == "00010203-0405-0607-0809-0a0b0c0d0e0f")
    }
}
