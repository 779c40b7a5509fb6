import HTTPTypes
import Hummingbird
import NIOCore
import PurserHTTP
import PurserService
import Testing

@Suite struct ForwardedAddressWatchTests {
    private static func request(_ headers: [String: String]) throws -> Request {
        var fields = HTTPFields()
        for (name, value) in headers { fields[try #require(HTTPField.Name(name))] = value }
        let head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/", headerFields: fields)
        return Request(head: head, body: RequestBody(buffer: ByteBuffer()))
    }

    @Test("A proxy that is not trusted is noticed by either header, once", arguments: TrustedProxies.Header.allCases)
    func once(header: TrustedProxies.Header) throws {
        let watch = ForwardedAddressWatch(proxies: TrustedProxies())
        let peer = try #require(NetworkAddress("127.0.0.1"))
        #expect(watch.notice(try Self.request(["Accept": "*/*"]), from: peer) == nil)
        let request = try Self.request([header.rawValue: "198.51.100.7"])
        #expect(watch.notice(request, from: peer) == header)
        #expect(watch.notice(request, from: peer) == nil)
    }

    @Test("A trusted proxy is not, nor a header that the trusted ones do not write; another proxy is")
    func trusted() throws {
        let proxies = TrustedProxies(ranges: [try #require(AddressRange("10.0.0.0/8"))])
        let watch = ForwardedAddressWatch(proxies: proxies)
        let request = try Self.request(["X-Forwarded-For": "198.51.100.7"])
        #expect(watch.notice(request, from: try #require(NetworkAddress("10.0.0.1"))) == nil)
        let other = try #require(NetworkAddress("192.0.2.1"))
        #expect(watch.notice(try Self.request(["Forwarded": "for=198.51.100.7"]), from: other) == nil)
        #expect(watch.notice(request, from: other) == .forwardedFor)
    }
}
