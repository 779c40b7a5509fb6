import PurserService
import Testing

@Suite struct NetworkAddressTests {
    @Test(
        "An address is written in one way (RFC 5952, section 4, and its examples)",
        arguments: [
            ("127.0.0.1", "127.0.0.1"), ("255.0.10.1", "255.0.10.1"), ("::ffff:1.2.3.4", "1.2.3.4"),
            ("::ffff:102:304", "1.2.3.4"), ("::", "::"), ("::1", "::1"), ("1::", "1::"),
            ("2001:0DB8:0:0:0:0:0:1", "2001:db8::1"), ("2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"),
            ("2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"), ("2001:0:0:1:0:0:0:1", "2001:0:0:1::1"),
            ("fe80::a:0:0:0", "fe80::a:0:0:0"), ("1:2:3:4:5:6:0:0", "1:2:3:4:5:6::"),
            ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"),
        ]
    )
    func spelling(text: String, expected: String) throws {
        let address = try #require(NetworkAddress(text))
        #expect(address.description == expected)
        #expect(NetworkAddress(address.description) == address)
    }

    @Test(
        "What is not an address in its usual spelling is none",
        arguments: ["", "1", "127.1", "0x7f.0.0.1", "0177.0.0.1", "127.0.0.01", "1.2.3.4.5", "[::1]", "::1%lo", "a.b"]
    )
    func mistakes(text: String) {
        #expect(NetworkAddress(text) == nil)
    }
}
