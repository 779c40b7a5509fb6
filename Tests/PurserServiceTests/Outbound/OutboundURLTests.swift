import PurserService
import Testing

@Suite struct OutboundURLTests {
    @Test(
        "A URL has one normal form",
        arguments: [
            ("https://shop.example.com", "https://shop.example.com/"),
            ("HTTPS://Shop.Example.COM:443/Path?Q=A", "https://shop.example.com/Path?Q=A"),
            ("https://shop.example.com.:8443?a=b", "https://shop.example.com:8443/?a=b"),
            ("http://shop:80/", "http://shop/"), ("http://shop:443/", "http://shop:443/"),
            ("https://xn--bcher-kva.example/%C3%BC", "https://xn--bcher-kva.example/%C3%BC"),
            ("https://a_b.example/;x=1,2!$&'()*+~@:", "https://a_b.example/;x=1,2!$&'()*+~@:"),
            ("https://93.184.215.14/", "https://93.184.215.14/"),
            ("https://[2606:4700:0::1111]:8443/x", "https://[2606:4700::1111]:8443/x"),
            ("https://[::ffff:8.8.8.8]/", "https://8.8.8.8/"), ("https://h//a//b", "https://h//a//b"),
        ]
    )
    func normalForm(text: String, expected: String) throws {
        let url = try OutboundURL(text)
        #expect(url.description == expected)
        #expect(try OutboundURL(expected) == url)
        #expect(url.isSecure == expected.hasPrefix("https"))
    }

    @Test("A URL is split into its parts")
    func parts() throws {
        let name = try OutboundURL("https://Shop.example.com./a")
        #expect(name.host == "shop.example.com" && name.port == 443 && name.address == nil)
        let six = try OutboundURL("http://[::1]:8080")
        #expect(six.host == "::1" && six.port == 8080 && six.address == NetworkAddress("::1"))
    }

    @Test(
        "A mistake has a sentence, and a remedy",
        arguments: [
            ("", OutboundURLError.scheme), ("shop.example.com", .scheme), ("ftp://shop.example.com/", .scheme),
            ("file:///etc/passwd", .scheme), ("http+unix://x/", .scheme), ("unix://x", .scheme),
            ("https:/shop.example.com", .scheme), ("//shop.example.com", .scheme), ("javascript:alert(1)", .scheme),
            ("https://", .host), ("https:///path", .host), ("https://?a", .host), ("https://:443/", .host),
            ("https://a..b/", .host), ("https://.a/", .host), ("https://-a.b/", .host), ("https://a-/", .host),
            ("https://a%62c/", .host), ("https://[::1/", .host), ("https://[::1]x/", .host),
            ("https://[1.2.3.4]/", .host), ("https://[fe80::1%25eth0]/", .host), ("https://[v1.x]/", .host),
            ("https://2130706433/", .host), ("https://0x7f000001/", .host), ("https://127.1/", .host),
            ("https://0177.0.0.1/", .host), ("https://127.0.0.0x1/", .host), ("https://1.2.3.4.5/", .host),
            ("https://a.0x/", .host), ("https://127.0.0.1.:1x/", .port),
            ("https://user@shop.example.com/", .userinfo), ("https://user:word@shop.example.com/", .userinfo),
            ("https://93.184.215.14@10.0.0.1/", .userinfo), ("https://a:b@/", .userinfo),
            ("https://shop.example.com/#part", .fragment), ("https://shop.example.com#@10.0.0.1/", .fragment),
            ("https://shop.example.com:0/", .port), ("https://shop.example.com:65536/", .port),
            ("https://shop.example.com:/", .port), ("https://shop.example.com:+80/", .port),
            ("https://shop.example.com:80:80/", .port), ("https://::1/", .host),
            ("https://shop.example.com/a b", .character), ("https://shop.example.com/\r\nHost: a", .character),
            ("https://shop.example.com/\u{0}", .character), ("https://shop.example.com\\@10.0.0.1/", .character),
            ("https://bücher.example/", .character), ("https://shop.example.com/ü", .character),
            ("https://shop.example.com/%", .character), ("https://shop.example.com/%2", .character),
            ("https://shop.example.com/%zz", .character), ("https://shop.example.com/[", .character),
            (" https://shop.example.com/", .character), ("https://①②⑦.⓪.⓪.①/", .character),
            ("https://shop.example.com/" + String(repeating: "a", count: 2048), .tooLong),
        ]
    )
    func mistakes(text: String, mistake: OutboundURLError) {
        #expect(throws: mistake) { try OutboundURL(text) }
        #expect(mistake.problem.hasSuffix(".") && !mistake.remedy.isEmpty)
    }

    @Test("The longest names and URLs are accepted, and longer ones are not")
    func longest() throws {
        let label = String(repeating: "a", count: 63)
        let name = [label, label, label, String(repeating: "b", count: 61)].joined(separator: ".")
        #expect(try OutboundURL("https://\(name)/").host == name)
        #expect(throws: OutboundURLError.host) { try OutboundURL("https://\(name)b/") }
        #expect(throws: OutboundURLError.host) { try OutboundURL("https://a\(label)/") }
        let address = "https://a/" + String(repeating: "x", count: OutboundURL.lengthLimitBytes - 10)
        #expect(try OutboundURL(address).description == address)
    }

    @Test(
        "A URL that every call would refuse is refused at once",
        arguments: [
            ("https://10.0.0.1/", OutboundURLError.refused(.privateNetwork)), ("https://10.0.0.1:9000/", nil),
            ("http://10.0.0.1:9000/", nil), ("https://[::ffff:a00:1]/", .refused(.privateNetwork)),
            ("http://8.8.8.8/", .plain), ("https://8.8.8.8/", nil), ("https://shop.example.com/", nil),
            // The addresses of the name are checked when it is called.
            ("http://shop.example.com/", nil), ("https://localhost/", nil),
        ] as [(String, OutboundURLError?)]
    )
    func atOnce(text: String, mistake: OutboundURLError?) throws {
        let addresses = AddressGuard(allow: [try #require(AllowedAddress("10.0.0.0/8:9000"))])
        let url = try OutboundURL(text)
        if let mistake {
            #expect(throws: mistake) { try url.check(by: addresses) }
        } else {
            try url.check(by: addresses)
        }
    }

    @Test("Without allowed addresses, plain HTTP is refused at once")
    func plain() throws {
        #expect(throws: OutboundURLError.plain) {
            try OutboundURL("http://shop.example.com/").check(by: AddressGuard())
        }
        try OutboundURL("https://shop.example.com/").check(by: AddressGuard())
    }
}
