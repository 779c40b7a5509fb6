import AppStore
import Crypto
import Foundation
import Ledger
import PurserHTTP
import PurserService
import Testing
import purser

@Suite struct ServerConfigurationTests {
    private static let secret = "a secret of the shop that is long enough"
    private static let publicKey = """
        -----BEGIN PUBLIC KEY-----
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE6COEZRUIH25y3IIuvquGZ/cdbHeo
        khO6STFhjlZdBICwCX0Exh7kKoc3WUOfRiuu5LGA9+WZONiBPoguPFiU4Q==
        -----END PUBLIC KEY-----
        """

    private static func folder(server: String, app: String = "") throws -> TemporaryFolder {
        let folder = try ConfigurationSample.folder(
            configuration: """
                server:
                  address: 127.0.0.1:0
                \(server)
                apps:
                  shop:
                    bundleId: a.b
                    appAppleId: 1
                    catalog: catalog.yaml
                    secretKey: \(ConfigurationSample.key)
                \(app)
                """
        )
        try folder.write("tokens.pem", Self.publicKey)
        try folder.write("tokens.key", Self.secret)
        try folder.write("tokens.jwks", #"{"keys":[{"kty":"oct","k":"\#(String(repeating: "A", count: 43))"}]}"#)
        for secret in ["tokens.key", "tokens.jwks"] {
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600],
                ofItemAtPath: folder.path + "/" + secret
            )
        }
        return folder
    }

    @Test("Proxies, rates and the keys of customers' tokens arrive")
    func complete() throws {
        let folder = try Self.folder(
            server: """
                  trustedProxies: [10.0.0.0/8, "::1"]
                  forwardedHeader: Forwarded
                  rateLimits: { perKey: 10, perAddress: 7, apple: 3, anonymousCustomers: 2 }
                  connectionsPerAddress: 9
                """,
            app: """
                    customerTokens:
                      publicKeys: [tokens.pem]
                      secret: { file: tokens.key }
                      jwks: tokens.jwks
                """
        )
        let configuration = try Configuration.load(file: folder.path + "/purser.yaml", environment: [:])
        let ranges = ["10.0.0.0/8", "::1"].compactMap { AddressRange($0) }
        #expect(configuration.proxies == TrustedProxies(ranges: ranges, header: .forwarded))
        #expect(
            configuration.limits
                == RateLimits(
                    key: RateLimit(perSecond: 10, burst: 20),
                    address: RateLimit(perSecond: 7, burst: 28),
                    apple: RateLimit(perSecond: 3, burst: 12),
                    minting: RateLimit(perSecond: 2, burst: 40)
                )
        )
        #expect(configuration.connectionsPerAddress == 9)
        #expect(configuration.apps[0].customerTokens?.keys.map(\.algorithm) == ["ES256", "HS256", "HS256"])
        #expect(!configuration.effective.contains(Self.secret))
    }

    @Test("What may be called beside the open internet arrives from the file, or from a variable")
    func allowed() throws {
        let folder = try ConfigurationSample.folder(
            configuration: ConfigurationSample.app(lines: [])
                + "\nwebhooks: { allow: [10.0.0.0/8:9000, \"[fd00::/8]:443\", 192.168.1.2] }"
        )
        let path = folder.path + "/purser.yaml"
        let written = try Configuration.load(file: path, environment: [:])
        #expect(written.webhookAllow.map(\.description) == ["10.0.0.0/8:9000", "[fd00::/8]:443", "192.168.1.2"])
        #expect(written.effective.contains("webhooks.allow"))
        let variable = ["PURSER_WEBHOOKS_ALLOW": "127.0.0.1:9000,::1"]
        let given = try Configuration.load(file: path, environment: variable)
        #expect(given.webhookAllow.map(\.description) == ["127.0.0.1:9000", "::1"])
        try folder.write("purser.yaml", ConfigurationSample.app(lines: []))
        #expect(try Configuration.load(file: path, environment: [:]).webhookAllow.isEmpty)
    }

    @Test("The defaults trust no proxy, and have the documented rates")
    func defaults() throws {
        let folder = try Self.folder(server: "")
        let configuration = try Configuration.load(file: folder.path + "/purser.yaml", environment: [:])
        #expect(configuration.proxies == TrustedProxies())
        #expect(configuration.limits == RateLimits())
        #expect(configuration.connectionsPerAddress == ConnectionCounts.standard)
        #expect(configuration.tls == nil)
        #expect(configuration.apps[0].customerTokens == nil)
    }

    @Test("A variable can give each of them")
    func variables() throws {
        let folder = try Self.folder(server: "")
        let configuration = try Configuration.load(
            file: folder.path + "/purser.yaml",
            environment: [
                "PURSER_SERVER_TRUSTED_PROXIES": "10.0.0.0/8,192.0.2.1", "PURSER_SERVER_RATE_LIMITS_PER_ADDRESS": "5",
                "PURSER_APPS_SHOP_CUSTOMER_TOKENS_SECRET_FILE": folder.path + "/tokens.key",
            ]
        )
        #expect(configuration.proxies.ranges.count == 2)
        #expect(configuration.limits.address.perSecond == 5)
        #expect(configuration.apps[0].customerTokens?.keys.map(\.algorithm) == ["HS256"])
    }

    /// One public key, and what makes the set a secret.
    static let keySets: [(further: String, isSecret: Bool)] = [
        ("", false), (#","d":"AQ""#, true), (#"},{"kty":"oct","k":"AAAA","use":"enc""#, true),
        (#"},{"kty":"RSA","n":"AQ","e":"AQAB","use":"enc","p":"AQ""#, true), (#","kid":"d""#, false),
    ]

    @Test(
        "A JWK set that holds a secret key must not be readable by others; one of public keys may be",
        arguments: Self.keySets,
        [0o600, 0o640, 0o604]
    )
    func secretKeySet(keys: (further: String, isSecret: Bool), mode: Int) throws {
        let folder = try Self.folder(server: "", app: "    customerTokens:\n      jwks: tokens.jwks")
        let raw = try P256.Signing.PublicKey(pemRepresentation: Self.publicKey).rawRepresentation
        let (x, y) = (Base64URL.encode(Array(raw.prefix(32))), Base64URL.encode(Array(raw.suffix(32))))
        let key =
            #"{"kty":"EC","crv":"P-256","x":"\#(String(decoding: x, as: UTF8.self))","#
            + #""y":"\#(String(decoding: y, as: UTF8.self))"\#(keys.further)}"#
        try folder.write("tokens.jwks", #"{"keys":[\#(key)]}"#)
        let path = folder.path + "/tokens.jwks"
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        let text = try String(contentsOfFile: folder.path + "/purser.yaml", encoding: .utf8)
        let messages = try ConfigurationSample.messages(text, in: folder)
        let isRefused = messages.contains {
            $0.contains("holds a secret key and is open to others than its owner") && $0.contains("chmod 600")
        }
        #expect(isRefused == (keys.isSecret && mode != 0o600), "\(messages)")
        #expect(messages.isEmpty == !isRefused, "\(messages)")
    }

    @Test(
        "A key for tokens that is none is named with its remedy",
        arguments: [
            ("publicKeys: tokens.key", "customerTokens.publicKeys: the file \"tokens.key\" is no public key"),
            ("secret: short", "customerTokens.secret: is no secret of 32 bytes or more"),
            ("jwks: tokens.pem", "customerTokens.jwks: the file \"tokens.pem\" is no JWK set"),
            ("publicKey: tokens.pem", "customerTokens.publicKey: unknown key. Did you mean \"publicKeys\"?"),
        ]
    )
    func mistakes(line: String, message: String) throws {
        let folder = try Self.folder(server: "", app: "    customerTokens:\n      " + line)
        let text = try String(contentsOfFile: folder.path + "/purser.yaml", encoding: .utf8)
        let messages = try ConfigurationSample.messages(text, in: folder)
        #expect(messages.contains { $0.contains(message) }, "\(messages)")
    }
}
