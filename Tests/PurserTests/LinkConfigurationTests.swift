import Crypto
import Foundation
import PurserService
import Testing
import purser

@Suite struct LinkConfigurationTests {
    private static func hosts(_ lines: [String], trust: String = "trust: apple") throws -> [String] {
        let folder = try ConfigurationSample.folder(configuration: nil)
        try folder.write("AuthKey.p8", P256.Signing.PrivateKey().pemRepresentation, mode: 0o600)
        try folder.write("purser.yaml", ConfigurationSample.app(lines: lines) + "\n" + trust)
        return try Configuration.load(file: folder.path + "/purser.yaml", environment: [:]).linkTargets.map(\.host)
    }

    private static let key = "issuerId: 57246542-96fe, keyId: 2X9R4HXF34, privateKey: AuthKey.p8"

    @Test("A key makes both domains of both environments, App Store Connect and the responder hosts to probe")
    func apple() throws {
        let both = try Self.hosts([
            "appStore: { \(Self.key) }", "appStoreConnect: { \(Self.key), vendorNumber: 85012345, sku: SHOP-IOS }",
        ])
        #expect(
            both == [
                "api.storekit.apple.com", "api.storekit.itunes.apple.com", "api.storekit-sandbox.apple.com",
                "api.storekit-sandbox.itunes.apple.com", "api.appstoreconnect.apple.com", "ocsp.apple.com",
            ]
        )
        let sandbox = try Self.hosts(["appStore: { \(Self.key) }", "environments: [Sandbox]"])
        #expect(
            sandbox == [
                "api.storekit-sandbox.apple.com", "api.storekit-sandbox.itunes.apple.com", "ocsp.apple.com",
            ]
        )
    }

    @Test("Without a key, and with a secret for receipts, verifyReceipt's two hosts are probed")
    func receipts() throws {
        let hosts = try Self.hosts(["sharedSecret: 0123456789abcdef0123456789abcdef"])
        #expect(hosts == ["buy.itunes.apple.com", "sandbox.itunes.apple.com", "ocsp.apple.com"])
        #expect(try Self.hosts([]) == ["ocsp.apple.com"])
    }

    @Test("Beside a simulated world only the addresses of the configuration are probed, each once")
    func simulated() throws {
        let lines = [
            "appStore: { \(Self.key), production: \"http://127.0.0.1:8090/w/one\", sandbox: \"http://127.0.0.1:8090\" }"
        ]
        #expect(try Self.hosts(lines, trust: "trust: { simulator: a.der }") == ["127.0.0.1:8090"])
        #expect(try Self.hosts([], trust: "trust: { simulator: a.der }") == [])
    }
}
