import Foundation
import PurserService
import Testing
import purser

@Suite struct ConfigurationMistakesTests {
    @Test(
        "Every mistake in a variable names the variable and its remedy",
        arguments: [
            (
                ["PURSER_SERVER_ADRESS": "x"],
                "environment: PURSER_SERVER_ADRESS: unknown variable. Did you mean \"PURSER_SERVER_ADDRESS\"?"
            ),
            (
                ["PURSER_APPS_SHPO_BUNDLE_ID": "x"],
                "environment: PURSER_APPS_SHPO_BUNDLE_ID: unknown variable. "
                    + "Did you mean \"PURSER_APPS_SHOP_BUNDLE_ID\"?"
            ),
            (
                ["PURSER_X": "x"],
                "environment: PURSER_X: unknown variable. A variable is a key in capitals, "
                    + "for example PURSER_SERVER_ADDRESS; apps are named in the file."
            ),
            (
                ["PURSER_SERVER_ADDRESS": "localhost"],
                "environment: PURSER_SERVER_ADDRESS: must be a host and a port, but is \"localhost\". "
                    + "Write for example: address: 127.0.0.1:8080"
            ),
            (
                ["PURSER_APPS_SHOP_ENVIRONMENTS": "Production,Sandbx"],
                "environment: PURSER_APPS_SHOP_ENVIRONMENTS: unknown word \"Sandbx\". Did you mean \"Sandbox\"?"
            ),
            (
                ["PURSER_APPS_SHOP_SECRET_KEY": "short"],
                "environment: PURSER_APPS_SHOP_SECRET_KEY: shorter than 32 characters. " + ConfigurationSample.keyRemedy
            ),
            (
                [
                    "PURSER_APPS_SHOP_SECRET_KEY": ConfigurationSample.key,
                    "PURSER_APPS_SHOP_SECRET_KEY_FILE": "secret.key",
                ],
                "environment: PURSER_APPS_SHOP_SECRET_KEY_FILE: set together with PURSER_APPS_SHOP_SECRET_KEY. "
                    + "Keep one of the two."
            ),
            (
                ["PURSER_TRUST": "apple", "PURSER_TRUST_SIMULATOR": "a.der"],
                "environment: PURSER_TRUST_SIMULATOR: set together with PURSER_TRUST. Keep one of the two."
            ),
        ]
    )
    func variables(environment: [String: String], message: String) throws {
        #expect(
            try ConfigurationSample.messages(ConfigurationSample.app(lines: []), environment: environment) == [message]
        )
    }

    @Test(
        "Every mistake of an app has its line, its key and its remedy",
        arguments: [
            ("bundleId", "bundelId: a.b", "purser.yaml:3: apps.shop.bundelId: unknown key. Did you mean \"bundleId\"?"),
            (
                "bundleId", "bundleId: a_b",
                "purser.yaml:3: apps.shop.bundleId: must be letters, digits, dots and hyphens, but is \"a_b\". "
                    + "Write for example: bundleId: com.example.shop"
            ),
            (
                "appAppleId", "environments: [Production]",
                "purser.yaml:2: apps.shop.appAppleId: missing. Add for example: appAppleId: 1234567890"
            ),
            (
                "appAppleId", "appAppleId: 0",
                "purser.yaml:3: apps.shop.appAppleId: must be a whole number from 1 without quotes, but is \"0\". "
                    + "Write for example: appAppleId: 1234567890"
            ),
            (
                "none", "environments: [Production, sandbox]",
                "purser.yaml:3: apps.shop.environments[1]: unknown word \"sandbox\". Did you mean \"Sandbox\"?"
            ),
            (
                "none", "environments: [Production, LocalTesting]",
                "purser.yaml:3: apps.shop.environments[1]: unknown word \"LocalTesting\". "
                    + "Known here: Production, Sandbox, Xcode."
            ),
            (
                "none", "environments: [Sandbox, Sandbox]",
                "purser.yaml:3: apps.shop.environments[1]: \"Sandbox\" is listed twice. Keep one of the two."
            ),
            (
                "none", "environments: []",
                "purser.yaml:3: apps.shop.environments: must be at least one environment, but is a list. "
                    + "Write for example: environments: [Production, Sandbox]"
            ),
            (
                "none", "environments: [Sandbox, Xcode]",
                "purser.yaml:2: apps.shop.xcodeCertificate: missing. Add for example: xcodeCertificate: xcode.der"
            ),
            (
                "none", "xcodeCertificate: a.der",
                "purser.yaml:3: apps.shop.xcodeCertificate: a certificate without Xcode among the environments. "
                    + "Remove it, or write: environments: [Production, Sandbox, Xcode]"
            ),
            (
                "catalog", "catalog: other.yaml",
                "purser.yaml:3: apps.shop.catalog: the file \"other.yaml\" does not exist. "
                    + "Paths are relative to the configuration file; "
                    + "one to start from is written by: purser init shop"
            ),
            (
                "catalog", "catalog: data",
                "purser.yaml:3: apps.shop.catalog: the file \"data\" is a folder, not a file. "
                    + "Paths are relative to the configuration file; "
                    + "one to start from is written by: purser init shop"
            ),
            (
                "secretKey", "secretKey: { fil: secret.key }",
                "purser.yaml:3: apps.shop.secretKey.fil: unknown key. Did you mean \"file\"?"
            ),
            ("secretKey", "secretKey: 0123456789", "purser.yaml:3: apps.shop.secretKey: shorter than 32 characters. "),
            ("secretKey", "secretKey:", "purser.yaml:3: apps.shop.secretKey: empty. "),
            (
                "secretKey", "secretKey: [a]",
                "purser.yaml:3: apps.shop.secretKey: must be a text. "
                    + "Write for example: secretKey: { file: secret.key }"
            ),
            (
                "secretKey", "secretKey: 0123456789 0123456789 0123456789",
                "purser.yaml:3: apps.shop.secretKey: has characters that a header cannot carry. "
            ),
            (
                "secretKey", "secretKey: purser_sk_0123456789012345678901234567890123456789",
                "purser.yaml:3: apps.shop.secretKey: "
                    + "begins with purser_sk_ but does not go on with 43 base64url characters. "
            ),
            (
                "none", "sharedSecret: [[x]]",
                "purser.yaml:3: apps.shop.sharedSecret[0]: must be a text of 1 to 256 bytes. "
                    + "App Store Connect shows it, under App Information. "
                    + "Write for example: sharedSecret: { file: shared-secret.txt }"
            ),
            (
                "none", "sharedSecret: [x, y, z]",
                "purser.yaml:3: apps.shop.sharedSecret: has 3 secrets, and may have one or two. "
                    + "Use one or, during a rotation, a list of both."
            ),
        ]
    )
    func apps(replaced: String, line: String, message: String) throws {
        let messages = try ConfigurationSample.messages(ConfigurationSample.app(lines: [line], without: replaced))
        let exact = message.hasSuffix(". ") ? message + ConfigurationSample.keyRemedy : message
        // A misspelled key leaves the right one missing, which is said as well.
        #expect(messages.filter { $0 == exact || !$0.contains(": missing. Add") } == [exact])
    }

    @Test(
        "Every mistake outside the apps has its line, its key and its remedy",
        arguments: [
            ("sever: {}", "purser.yaml:7: sever: unknown key. Did you mean \"server\"?"),
            (
                "server: 8080",
                "purser.yaml:7: server: must be a map, but is \"8080\". "
                    + "Write for example: server: { address: 127.0.0.1:8080 }"
            ),
            (
                "server: { address: 127.0.0.1 }",
                "purser.yaml:7: server.address: must be a host and a port, but is \"127.0.0.1\". "
                    + "Write for example: address: 127.0.0.1:8080"
            ),
            (
                "server: { address: \"::1:80\" }",
                "purser.yaml:7: server.address: must be a host and a port, but is \"::1:80\". "
                    + "Write for example: address: 127.0.0.1:8080"
            ),
            (
                "server: { address: \"a:65536\" }",
                "purser.yaml:7: server.address: must be a host and a port, but is \"a:65536\". "
                    + "Write for example: address: 127.0.0.1:8080"
            ),
            (
                "server: { publicUrl: purchases.example.com }",
                "purser.yaml:7: server.publicUrl: must be an http or https address without query, "
                    + "but is \"purchases.example.com\". Write for example: publicUrl: https://purchases.example.com"
            ),
            (
                "server: { tls: { key: server.key } }",
                "purser.yaml:7: server.tls.certificate: missing. Add for example: certificate: server.pem"
            ),
            (
                "server: { trustedProxies: [10.0.0.1/8] }",
                "purser.yaml:7: server.trustedProxies[0]: must be an address, or a range whose bits beyond the prefix "
                    + "are zero, but is \"10.0.0.1/8\". Write for example: trustedProxies: [10.0.0.0/8]"
            ),
            (
                "server: { forwardedHeader: Forwarded }",
                "purser.yaml:7: server.forwardedHeader: names a header of proxies, and no proxy is trusted. "
                    + "Remove it, or write for example: trustedProxies: [10.0.0.0/8]"
            ),
            (
                "server: { rateLimits: { perKey: 0 } }",
                "purser.yaml:7: server.rateLimits.perKey: must be a whole number from 1 to 1000000 without quotes, "
                    + "but is "
                    + "\"0\". Write for example: perKey: 50000"
            ),
            (
                "webhooks: { alow: [10.0.0.0/8] }",
                "purser.yaml:7: webhooks.alow: unknown key. Did you mean \"allow\"?"
            ),
            (
                "webhooks: { allow: [10.0.0.0/8:9000, 10.0.0.1/8] }",
                "purser.yaml:7: webhooks.allow[1]: must be an address or a range whose bits beyond the prefix are "
                    + "zero, "
                    + "and perhaps a port, IPv6 then in brackets, but is \"10.0.0.1/8\". "
                    + "Write for example: allow: [10.0.0.0/8:9000]"
            ),
            (
                "webhooks: { allow: 127.0.0.1:65536 }",
                "purser.yaml:7: webhooks.allow: must be an address or a range whose bits beyond the prefix are zero, "
                    + "and perhaps a port, IPv6 then in brackets, but is \"127.0.0.1:65536\". "
                    + "Write for example: allow: [10.0.0.0/8:9000]"
            ),
            (
                "webhooks: { allow: [\"::1\", \"[::1]\"] }",
                "purser.yaml:7: webhooks.allow[1]: \"[::1]\" is listed twice. Keep one of the two."
            ),
            (
                "storage: postgres:shop",
                "purser.yaml:7: storage: must be \"sqlite:\" and the path of a file, or the address of a PostgreSQL "
                    + "database. Write for example: storage: sqlite:data/purser.db, "
                    + "or storage: postgres://purser@db.example/purser"
            ),
            (
                "storage: data/purser.db",
                "purser.yaml:7: storage: must be \"sqlite:\" and the path of a file, or the address of a PostgreSQL "
                    + "database. Write for example: storage: sqlite:data/purser.db, "
                    + "or storage: postgres://purser@db.example/purser"
            ),
            (
                "storage: \"sqlite::memory:\"",
                "purser.yaml:7: storage: must be \"sqlite:\" and the path of a file, or the address of a PostgreSQL "
                    + "database. Write for example: storage: sqlite:data/purser.db, "
                    + "or storage: postgres://purser@db.example/purser"
            ),
            (
                "storage: sqlite:no where/purser.db",
                "purser.yaml:7: storage: the folder \"no where\" does not exist. Run: mkdir -m 700 'no where'"
            ),
            ("trust: aple", "purser.yaml:7: trust: unknown word \"aple\". Did you mean \"apple\"?"),
            (
                "trust: simulator",
                "purser.yaml:7: trust: names no root certificate of a simulator. "
                    + "Write for example: trust: { simulator: root.der }"
            ),
            (
                "trust: { simulator: a.der, apple: }",
                "purser.yaml:7: trust.apple: Apple's roots and a simulator's are never trusted together. "
                    + "Keep one: trust: apple, or trust: { simulator: root.der }"
            ),
            (
                "trust: { simulator: root.der }",
                "purser.yaml:7: trust.simulator: the file \"root.der\" does not exist. "
                    + "The simulator writes it when it starts: purser simulate --root root.der"
            ),
            (
                "trust: { simulator: secret.key }",
                "purser.yaml:7: trust.simulator: the file \"secret.key\" is no certificate in DER. If it is PEM, "
                    + "convert it: openssl x509 -in secret.key -outform DER -out certificate.der"
            ),
            (
                "trust: { simulator: [] }",
                "purser.yaml:7: trust.simulator: must be a path or paths, but is a list. "
                    + "Write for example: trust: { simulator: root.der }"
            ),
        ]
    )
    func others(line: String, message: String) throws {
        #expect(try ConfigurationSample.messages(ConfigurationSample.app(lines: []) + "\n" + line) == [message])
    }

    @Test(
        "The names of apps are checked",
        arguments: ["Shop", "-shop", "a_b", "a.b", String(repeating: "a", count: 33)]
    )
    func names(name: String) throws {
        let text = ConfigurationSample.app(lines: []).replacingOccurrences(of: "  shop:", with: "  \(name):")
        #expect(
            try ConfigurationSample.messages(text) == [
                "purser.yaml:2: apps.\(name): the name of an app has 1 to 32 lower-case letters, digits and hyphens, "
                    + "no hyphen first. Rename it."
            ]
        )
    }

    @Test("Two apps never share a key")
    func sharedKey() throws {
        let text =
            ConfigurationSample.app(lines: []) + "\n"
            + ConfigurationSample.app(lines: []).replacingOccurrences(of: "apps:\n  shop:", with: "  other:")
        #expect(
            try ConfigurationSample.messages(text) == [
                "purser.yaml:11: apps.other.secretKey: the same key as the one of shop. "
                    + "A key belongs to one app. \(ConfigurationSample.keyRemedy)"
            ]
        )
    }

    @Test("A secret is not taken from a file that others may read", arguments: [0o644, 0o640, 0o604, 0o620])
    func openSecret(mode: Int) throws {
        let folder = try ConfigurationSample.folder(configuration: nil)
        try folder.write("secret.key", ConfigurationSample.key, mode: mode)
        #expect(
            try ConfigurationSample.messages(ConfigurationSample.app(lines: []), in: folder) == [
                "purser.yaml:6: apps.shop.secretKey.file: the file \"secret.key\" is open to others than its owner. "
                    + "Run: chmod 600 secret.key"
            ]
        )
        try folder.write("secret.key", ConfigurationSample.key, mode: 0o400)
        #expect(try ConfigurationSample.messages(ConfigurationSample.app(lines: []), in: folder).isEmpty)
    }

    @Test("A mistake in the catalog is reported with the catalog's line, beside those of the configuration")
    func catalogMistakes() throws {
        let folder = try ConfigurationSample.folder(configuration: nil)
        try folder.write("catalog.yaml", "products:\n  a: { kind: gold }\n")
        #expect(
            try ConfigurationSample.messages(ConfigurationSample.app(lines: []) + "\nsever: 1\n", in: folder)
                == [
                    "purser.yaml:7: sever: unknown key. Did you mean \"server\"?",
                    "catalog.yaml:2: products.a.kind: unknown word \"gold\". "
                        + "Known here: auto-renewable, non-renewing, consumable, non-consumable.",
                ]
        )
    }

    @Test("A file that is not there names the command that writes one")
    func missing() {
        do {
            _ = try Configuration.load(file: "nowhere/purser.yaml", environment: [:])
            Issue.record("accepted")
        } catch {
            #expect(
                error.description == "nowhere/purser.yaml: does not exist. Create a first one: purser init shop"
            )
        }
    }
}
