import PurserService
import Testing

@Suite struct AllowedAddressTests {
    @Test(
        "What is allowed is a range and perhaps a port",
        arguments: [
            ("10.0.0.0/8", "10.1.2.3", 80, true), ("10.0.0.0/8", "11.0.0.0", 80, false),
            ("10.0.0.0/8:9000", "10.1.2.3", 9000, true), ("10.0.0.0/8:9000", "10.1.2.3", 9001, false),
            ("10.1.2.3:65535", "10.1.2.3", 65535, true), ("127.0.0.1", "::ffff:127.0.0.1", 1, true),
            ("fd00::/8", "fd12::1", 443, true), ("[fd00::/8]", "fd12::1", 443, true),
            ("[fd00::/8]:443", "fd12::1", 443, true), ("[fd00::/8]:443", "fd12::1", 80, false),
            ("::1", "::1", 5, true), ("[::1]:5", "::1", 5, true), ("[::1]:5", "127.0.0.1", 5, false),
        ]
    )
    func contains(text: String, address: String, port: Int, isWithin: Bool) throws {
        let allowed = try #require(AllowedAddress(text))
        let address = try #require(NetworkAddress(address))
        #expect(allowed.contains(address, port: port) == isWithin)
        #expect(allowed.description == text)
    }

    @Test(
        "What is none is refused",
        arguments: [
            "", ":", "10.0.0.0/8:", "10.0.0.0/8:0", "10.0.0.0/8:65536", "10.0.0.0/8:+1", "10.0.0.0/8:80:80",
            "10.0.0.1/8:80", "[10.0.0.0/8]:80", "[::1", "[::1]80", "[::1]:", "[::1]:x", "localhost:80", "*", "*:80",
        ]
    )
    func mistakes(text: String) {
        #expect(AllowedAddress(text) == nil)
    }

    @Test("Two spellings of the same are the same")
    func spelling() throws {
        let one = try #require(AllowedAddress("[::1]"))
        #expect(AllowedAddress("0:0:0:0:0:0:0:1") == one)
        #expect(AllowedAddress("[::1]:80") != one)
    }
}
