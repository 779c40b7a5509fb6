import HTTPTypes
import PurserHTTP
import PurserService
import Testing

@Suite struct TrustedProxiesTests {
    private static func client(
        _ proxies: TrustedProxies,
        peer: String,
        forwardedFor: [String] = [],
        forwarded: [String] = []
    ) throws -> NetworkAddress {
        var fields = HTTPFields()
        for value in forwardedFor {
            fields.append(HTTPField(name: try #require(HTTPField.Name("X-Forwarded-For")), value: value))
        }
        for value in forwarded {
            fields.append(HTTPField(name: try #require(HTTPField.Name("Forwarded")), value: value))
        }
        return proxies.client(of: fields, from: try #require(NetworkAddress(peer)))
    }

    private static func proxies(_ header: TrustedProxies.Header = .forwardedFor) throws -> TrustedProxies {
        TrustedProxies(ranges: [try #require(AddressRange("10.0.0.0/8"))], header: header)
    }

    @Test(
        "The client is the rightmost address that no trusted proxy has",
        arguments: [
            ("10.0.0.1", ["198.51.100.7"], "198.51.100.7"),
            ("10.0.0.1", ["1.1.1.1, 198.51.100.7"], "198.51.100.7"),
            ("10.0.0.1", ["1.1.1.1", "198.51.100.7, 10.0.0.2"], "198.51.100.7"),
            ("10.0.0.1", ["198.51.100.7:4711"], "198.51.100.7"), ("10.0.0.1", ["2001:db8::5"], "2001:db8::5"),
            ("10.0.0.1", ["[2001:db8::5]:443"], "2001:db8::5"), ("10.0.0.1", [], "10.0.0.1"),
            ("10.0.0.1", ["10.0.0.3"], "10.0.0.3"), ("10.0.0.1", ["198.51.100.7, unknown, 10.0.0.2"], "10.0.0.2"),
            ("10.0.0.1", ["nonsense"], "10.0.0.1"), ("203.0.113.9", ["198.51.100.7"], "203.0.113.9"),
        ]
    )
    func forwardedFor(peer: String, values: [String], client: String) throws {
        let found = try Self.client(Self.proxies(), peer: peer, forwardedFor: values)
        #expect(found == NetworkAddress(client))
    }

    @Test(
        "The standard header is read the same way, where the proxies write that",
        arguments: [
            ("for=198.51.100.7", "198.51.100.7"), ("for=1.1.1.1, for=198.51.100.7;proto=https", "198.51.100.7"),
            (#"proto=https;For="[2001:db8::5]:4711""#, "2001:db8::5"), ("for=_hidden", "10.0.0.1"),
            ("proto=https", "10.0.0.1"),
        ]
    )
    func forwarded(value: String, client: String) throws {
        let found = try Self.client(Self.proxies(.forwarded), peer: "10.0.0.1", forwarded: [value])
        #expect(found == NetworkAddress(client))
    }

    @Test("The header that the proxies do not write is never believed")
    func otherHeader() throws {
        let first = try Self.client(
            Self.proxies(),
            peer: "10.0.0.1",
            forwardedFor: ["198.51.100.7"],
            forwarded: ["for=1.1.1.1"]
        )
        #expect(first == NetworkAddress("198.51.100.7"))
        let second = try Self.client(Self.proxies(.forwarded), peer: "10.0.0.1", forwardedFor: ["1.1.1.1"])
        #expect(second == NetworkAddress("10.0.0.1"))
    }
}
