import PurserService
import Testing

@Suite struct AddressGuardTests {
    fileprivate static let table: [(String, AddressRefusal)] = [
        ("0.0.0.0", .unspecified), ("0.255.255.255", .unspecified), ("10.0.0.0", .privateNetwork),
        ("10.255.255.255", .privateNetwork), ("100.64.0.0", .shared), ("100.127.255.255", .shared),
        ("127.0.0.1", .loopback), ("127.255.255.255", .loopback), ("169.254.0.1", .linkLocal),
        ("169.254.169.253", .linkLocal), ("169.254.169.254", .metadata), ("169.254.170.2", .metadata),
        ("169.254.170.23", .metadata), ("168.63.129.16", .metadata), ("192.0.0.192", .metadata),
        ("100.100.100.200", .metadata), ("172.16.0.0", .privateNetwork), ("172.31.255.255", .privateNetwork),
        ("192.0.0.1", .reserved), ("192.0.2.1", .documentation), ("192.88.99.1", .reserved),
        ("192.168.0.1", .privateNetwork), ("198.18.0.1", .benchmarking), ("198.19.255.255", .benchmarking),
        ("198.51.100.1", .documentation), ("203.0.113.1", .documentation), ("224.0.0.1", .multicast),
        ("239.255.255.255", .multicast), ("240.0.0.1", .reserved), ("255.255.255.255", .reserved),
        ("::", .unspecified), ("::1", .loopback), ("::7f00:1", .embedded), ("::10.0.0.1", .embedded),
        ("::8.8.8.8", .embedded), ("::ffff:127.0.0.1", .loopback), ("::ffff:7f00:1", .loopback),
        ("::ffff:10.0.0.1", .privateNetwork), ("::ffff:169.254.169.254", .metadata),
        ("::ffff:0:127.0.0.1", .embedded), ("64:ff9b::127.0.0.1", .loopback), ("64:ff9b::a00:1", .privateNetwork),
        ("64:ff9b::a9fe:a9fe", .metadata), ("64:ff9b::a83f:8110", .metadata), ("64:ff9b:1::1", .embedded),
        ("64:ff9b:1:ffff::8.8.8.8", .embedded), ("64:ff9b:0:1::8.8.8.8", .reserved), ("100::1", .reserved),
        ("2001::1", .embedded), ("2001:0:4136:e378:8000:63bf:3fff:fdd2", .embedded), ("2001:2::1", .benchmarking),
        ("2001:10::1", .reserved), ("2001:20::1", .reserved), ("2001:db8::1", .documentation),
        ("2002:7f00:1::", .embedded), ("2002:808:808::1", .embedded), ("3fff::1", .documentation),
        ("4000::1", .reserved), ("5f00::1", .reserved), ("fc00::1", .uniqueLocal), ("fd12:3456::1", .uniqueLocal),
        ("fd00:ec2::254", .metadata), ("fd20:ce::254", .metadata), ("fe80::1", .linkLocal),
        ("febf::1", .linkLocal), ("fec0::1", .siteLocal), ("feff::1", .siteLocal), ("ff02::1", .multicast),
        ("ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .multicast),
    ]

    @Test(
        "An address that is not public is refused by its kind, and called if it is allowed",
        arguments: AddressGuardTests.table
    )
    func hostile(text: String, refusal: AddressRefusal) throws {
        let address = try #require(NetworkAddress(text))
        #expect(AddressGuard().verdict(on: address, port: 443) == .refused(refusal))
        let one = try #require(AllowedAddress(text.contains(":") ? "[\(text)]:443" : "\(text):443"))
        #expect(AddressGuard(allow: [one]).verdict(on: address, port: 443) == .allowed)
        #expect(AddressGuard(allow: [one]).verdict(on: address, port: 444) == .refused(refusal))
        let every = try #require(AllowedAddress(text))
        #expect(AddressGuard(allow: [every]).verdict(on: address, port: 444) == .allowed)
        let other = try #require(AllowedAddress("10.9.8.7"))
        #expect(AddressGuard(allow: [other]).verdict(on: address, port: 443) == .refused(refusal))
    }

    @Test(
        "The neighbors of every refused range are public",
        arguments: [
            "1.0.0.0", "8.8.8.8", "9.255.255.255", "11.0.0.0", "93.184.215.14", "100.63.255.255", "100.128.0.0",
            "126.255.255.255", "128.0.0.0", "168.63.129.15", "169.253.255.255", "169.255.0.0", "172.15.255.255",
            "172.32.0.0", "191.255.255.255", "192.0.1.0", "192.0.3.0", "192.88.98.255", "192.88.100.0",
            "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0", "198.51.99.255", "198.51.101.0",
            "203.0.112.255", "203.0.114.0", "223.255.255.255", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2000::1",
            "2001:200::1", "2001:4860:4860::8888", "2001:db7:ffff::1", "2001:db9::1", "2003::1", "2606:4700::1111",
            "3ffe:ffff::1", "3fff:1000::1",
        ]
    )
    func open(text: String) throws {
        let address = try #require(NetworkAddress(text))
        #expect(AddressGuard().verdict(on: address, port: 443) == .open)
    }

    @Test("Each refusal has its own code, and is among the hostile addresses")
    func complete() {
        #expect(Set(Self.table.map(\.1)) == Set(AddressRefusal.allCases))
        #expect(Set(AddressRefusal.allCases.map(\.rawValue)).count == AddressRefusal.allCases.count)
    }
}
