import PurserService
import Testing

@Suite struct AllowedAddressTests {
    @Test(
        "An allowed address is a range, optionally with a port",
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
        "Other texts are refused",
        arguments: [
            "", ":", "10.0.0.0/8:", "10.0.0.0/8:0", "10.0.0.0/8:65536", "10.0.0.0/8:+1", "10.0.0.0/8:80:80",
            "10.0.0.1/8:80", "[10.0.0.0/8]:80", "[::1", "[::1]80", "[::1]:", "[::1]:x", "localhost:80", "*", "*:80",
        ]
    )
    func mistakes(text: String) {
        #expect(AllowedAddress(text) == nil)
    }

    @Test("Two spellings of the same address are equal")
    func spelling() throws {
        let one = try #require(AllowedAddress("[::1]"))
        #expect(AllowedAddress("0:0:0:0:0:0:0:1") == one)
        #expect(AllowedAddress("[::1]:80") != one)
    }
}

@Suite struct AddressRangeTests {
    @Test(
        "A range contains the addresses of its prefix and no others",
        arguments: [
            ("10.0.0.0/8", "10.255.1.2", true), ("10.0.0.0/8", "11.0.0.0", false), ("10.1.2.3", "10.1.2.3", true),
            ("10.1.2.3", "10.1.2.4", false), ("0.0.0.0/0", "255.255.255.255", true), ("0.0.0.0/0", "::1", false),
            ("10.0.0.0/8", "::ffff:10.1.2.3", true), ("2001:db8::/32", "2001:db8:1::1", true),
            ("2001:db8::/32", "2001:db9::1", false), ("2001:db8::/65", "2001:db8::7fff:0:0:0", true),
            ("2001:db8::/65", "2001:db8::8000:0:0:0", false), ("::/0", "::1", true), ("::1", "::1", true),
        ]
    )
    func contains(range: String, address: String, isWithin: Bool) throws {
        let range = try #require(AddressRange(range))
        let address = try #require(NetworkAddress(address))
        #expect(range.contains(address) == isWithin)
    }

    @Test(
        "Other texts are not ranges",
        arguments: [
            "", "10.0.0.0/33", "10.0.0.1/8", "10.0.0/8", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/08x", "::/129",
            "2001:db8::1/32", "example.com", "10.0.0.0/8/8", "[::1]",
        ]
    )
    func mistakes(text: String) {
        #expect(AddressRange(text) == nil)
    }

    @Test("One sender is an IPv4 address, or an IPv6 network")
    func network() throws {
        let first = try #require(NetworkAddress("2001:db8::1"))
        let second = try #require(NetworkAddress("2001:db8::ffff:1"))
        #expect(first.network == second.network)
        let third = try #require(NetworkAddress("2001:db8:0:1::1"))
        #expect(first.network != third.network)
        let four = try #require(NetworkAddress("192.0.2.1"))
        #expect(four.network == four)
        #expect(try #require(NetworkAddress("127.9.9.9")).isLoopback)
        #expect(try #require(NetworkAddress("::1")).isLoopback)
        #expect(!four.isLoopback)
    }
}

@Suite struct NetworkAddressTests {
    @Test(
        "A range has the spelling of its first address, with the length of the prefix unless it is one address",
        arguments: [
            ("10.0.0.0/8", "10.0.0.0/8"), ("10.1.2.3", "10.1.2.3"), ("10.1.2.3/32", "10.1.2.3"), ("::1", "::1"),
            ("2001:DB8::/32", "2001:db8::/32"), ("::/0", "::/0"), ("0.0.0.0/0", "0.0.0.0/0"),
        ]
    )
    func range(text: String, expected: String) {
        #expect(AddressRange(text)?.description == expected)
    }

    @Test(
        "An address has one spelling (RFC 5952, section 4, and its examples)",
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
        "Unusual spellings of addresses are refused",
        arguments: ["", "1", "127.1", "0x7f.0.0.1", "0177.0.0.1", "127.0.0.01", "1.2.3.4.5", "[::1]", "::1%lo", "a.b"]
    )
    func mistakes(text: String) {
        #expect(NetworkAddress(text) == nil)
    }
}
