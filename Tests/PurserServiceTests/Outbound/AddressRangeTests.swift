import PurserService
import Testing

@Suite struct AddressRangeTests {
    @Test(
        "A range holds the addresses of its prefix and no others",
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
        "What is no range is none",
        arguments: [
            "", "10.0.0.0/33", "10.0.0.1/8", "10.0.0/8", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/08x", "::/129",
            "2001:db8::1/32", "example.com", "10.0.0.0/8/8", "[::1]",
        ]
    )
    func mistakes(text: String) {
        #expect(AddressRange(text) == nil)
    }

    @Test("One sender is an address of IPv4, or a network of IPv6")
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
