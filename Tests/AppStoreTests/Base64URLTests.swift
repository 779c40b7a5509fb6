import AppStore
import Testing

@Suite struct Base64URLTests {
    @Test("Bytes of every length up to 300 are encoded and decoded without loss")
    func roundTrip() {
        for count in 0...300 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ count) }
            #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
        }
    }

    @Test(
        "The test vectors of RFC 4648, section 10, without padding",
        arguments: [
            ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
            ("foobar", "Zm9vYmFy"),
        ]
    )
    func vectors(plain: String, text: String) {
        #expect(Base64URL.encode(Array(plain.utf8)) == Array(text.utf8))
        #expect(Base64URL.decode(Array(text.utf8)) == Array(plain.utf8))
    }

    @Test(
        "Every other encoding is refused",
        arguments: [
            "Zg==", "Zg=", "Zm8=", "Z", "Zm9vY", "Zh", "Zm9", "Zm9v\n", " Zm9v", "Zm+v", "Zm/v", "Zm9v.", "Zm\u{e9}v",
        ]
    )
    func refused(text: String) {
        #expect(Base64URL.decode(Array(text.utf8)) == nil)
    }

    @Test("No byte outside the alphabet is accepted at any of the four positions")
    func alphabet() {
        let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        for place in 0..<4 {
            for byte in UInt8.min...UInt8.max {
                var text = Array("AAAA".utf8)
                text[place] = byte
                #expect((Base64URL.decode(text) != nil) == alphabet.contains(byte))
            }
        }
    }
}
