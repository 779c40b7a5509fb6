import Crypto
import Foundation
import Ledger
import PurserService
import Synchronization
import Testing

@Suite struct WebhookSecretsTests {
    private static let shop = WebhookID("wh_shop")
    private static let now = Instant(milliseconds: 1_674_087_231_999)

    private static func ambient(seed: UInt8 = 7) -> Ambient {
        let next = Mutex(seed)
        return Ambient(
            now: { Self.now },
            randomBytes: { count in
                next.withLock { seed in
                    defer { seed &+= 1 }
                    return Array(repeating: seed, count: count)
                }
            }
        )
    }

    private static func secrets(path: String? = nil) -> WebhookSecrets {
        WebhookSecrets(path: path, ambient: Self.ambient())
    }

    private static func signatures(_ headers: [(String, String)]) -> [Substring] {
        (headers.first { $0.0 == "webhook-signature" }?.1 ?? "").split(separator: " ")
    }

    @Test("A signature is the HMAC of id, seconds and body, with the revealed secret (Standard Webhooks 1.0.0)")
    func hmac() throws {
        let secrets = Self.secrets()
        let shown = try secrets.revealed(endpoint: Self.shop, generation: 1, kind: .hmac)
        let key = try #require(Data(base64Encoded: String(shown.dropFirst("whsec_".count))))
        #expect(shown.hasPrefix("whsec_") && key.count == 32)
        let body = Array(#"{"test": 2432232314}"#.utf8)
        let headers = try secrets.headers(
            id: "msg_1",
            at: Self.now,
            body: body,
            endpoint: Self.shop,
            generations: [1],
            kind: .hmac
        )
        #expect(headers.map(\.0) == ["webhook-id", "webhook-timestamp", "webhook-signature"])
        #expect(headers.prefix(2).map(\.1) == ["msg_1", "1674087231"])
        let code = HMAC<SHA256>.authenticationCode(
            for: Array("msg_1.1674087231.".utf8) + body,
            using: SymmetricKey(data: key)
        )
        #expect(headers[2].1 == "v1," + Data(code).base64EncodedString())
    }

    @Test("An Ed25519 signature verifies with the revealed public key, and only for the sent message")
    func ed25519() throws {
        let secrets = Self.secrets()
        let shown = try secrets.revealed(endpoint: Self.shop, generation: 3, kind: .ed25519)
        let raw = try #require(Data(base64Encoded: String(shown.dropFirst("whpk_".count))))
        let key = try Curve25519.Signing.PublicKey(rawRepresentation: raw)
        let headers = try secrets.headers(
            id: "msg_1",
            at: Self.now,
            body: [1, 2, 3],
            endpoint: Self.shop,
            generations: [3],
            kind: .ed25519
        )
        let signature = try #require(Data(base64Encoded: String(headers[2].1.dropFirst("v1a,".count))))
        #expect(headers[2].1.hasPrefix("v1a,"))
        let content = Array("msg_1.1674087231.".utf8) + [1, 2, 3]
        #expect(key.isValidSignature(signature, for: content))
        #expect(!key.isValidSignature(signature, for: content + [4]))
    }

    @Test(
        "During a rotation both secrets sign, in the requested order",
        arguments: WebhookSignatureKind.allCases
    )
    func rotation(kind: WebhookSignatureKind) throws {
        let secrets = Self.secrets()
        func signatures(_ generations: [Int]) throws -> [Substring] {
            Self.signatures(
                try secrets.headers(
                    id: "msg_1",
                    at: Self.now,
                    body: [1],
                    endpoint: Self.shop,
                    generations: generations,
                    kind: kind
                )
            )
        }
        let (old, new) = (try signatures([1]), try signatures([2]))
        let both = try signatures([2, 1])
        // Another crypto library may create a different Ed25519 signature each time.
        if kind == .hmac { #expect(both == new + old) }
        #expect(both.count == 2 && old != new)
    }

    @Test("No two endpoints, generations or kinds share a secret, and derivation is stable")
    func apart() throws {
        let secrets = Self.secrets()
        var shown: Set<String> = []
        for endpoint in ["wh_1", "wh_11", "1 wh_1"] {
            for generation in [1, 11] {
                for kind in WebhookSignatureKind.allCases {
                    let id = WebhookID(endpoint)
                    let secret = try secrets.revealed(endpoint: id, generation: generation, kind: kind)
                    #expect(try secrets.revealed(endpoint: id, generation: generation, kind: kind) == secret)
                    #expect(shown.insert(secret).inserted)
                }
            }
        }
    }

    @Test(
        "The key is in a file for its owner only, created with the first secret, and the secrets are the same afterwards"
    )
    func file() throws {
        let folder = try Folder()
        let path = folder.path + "/purser.db.webhook-key"
        let first = WebhookSecrets(path: path, ambient: Self.ambient(seed: 1))
        #expect(try first.fingerprint() == nil)
        #expect(!FileManager.default.fileExists(atPath: path))
        let shown = try first.revealed(endpoint: Self.shop, generation: 1, kind: .hmac)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        let second = WebhookSecrets(path: path, ambient: Self.ambient(seed: 99))
        #expect(try second.revealed(endpoint: Self.shop, generation: 1, kind: .hmac) == shown)
        let fingerprint = try second.fingerprint()
        #expect(fingerprint?.utf8.count == 16)
        #expect(try first.fingerprint() == fingerprint)
        let other = WebhookSecrets(path: folder.path + "/other", ambient: Self.ambient(seed: 99))
        #expect(try other.revealed(endpoint: Self.shop, generation: 1, kind: .hmac) != shown)
        #expect(try other.fingerprint() != fingerprint)
    }

    @Test("Without its key file nothing is signed, rather than with another key")
    func missing() throws {
        let folder = try Folder()
        let path = folder.path + "/gone"
        let secrets = WebhookSecrets(path: path, ambient: Self.ambient())
        #expect(throws: WebhookSecretsError.missing(path: path)) {
            try secrets.headers(
                id: "msg_1",
                at: Self.now,
                body: [],
                endpoint: Self.shop,
                generations: [1],
                kind: .hmac
            )
        }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("Where no key may be created, a missing one is an error for every purpose")
    func unmade() throws {
        let folder = try Folder()
        let path = folder.path + "/gone"
        let secrets = WebhookSecrets(path: path, ambient: Self.ambient(), mayMake: false)
        let missing = WebhookSecretsError.missing(path: path)
        #expect(throws: missing) { try secrets.revealed(endpoint: Self.shop, generation: 1, kind: .hmac) }
        #expect(throws: missing) { try secrets.receiptKey() }
        #expect(throws: missing) { try secrets.establishedFingerprint() }
        #expect(try secrets.fingerprint() == nil && !FileManager.default.fileExists(atPath: path))
        let maker = WebhookSecrets(path: path, ambient: Self.ambient())
        let made = try maker.establishedFingerprint()
        #expect(try secrets.fingerprint() == made, "An existing key is used.")
    }

    @Test("A key file that others can read, that is damaged, or that cannot be created is refused with its remedy")
    func badFiles() throws {
        let folder = try Folder()
        func error(_ path: String) -> WebhookSecretsError? {
            do throws(WebhookSecretsError) {
                _ = try Self.secrets(path: path).revealed(endpoint: Self.shop, generation: 1, kind: .hmac)
                return nil
            } catch {
                return error
            }
        }
        let key = Data(repeating: 1, count: 32).base64EncodedString() + "\n"
        let path = folder.path + "/key"
        for (content, mode, expected) in [
            (key, 0o600, nil), (key, 0o640, .exposed(path: path)), ("", 0o600, .unreadable(path: path)),
            (String(key.dropLast()), 0o600, .unreadable(path: path)), (key + key, 0o600, .unreadable(path: path)),
            (Data(repeating: 1, count: 31).base64EncodedString() + "\n", 0o600, .unreadable(path: path)),
        ] as [(String, Int, WebhookSecretsError?)] {
            try Data(content.utf8).write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            #expect(error(path) == expected)
        }
        let nowhere = folder.path + "/none/key"
        #expect(error(nowhere) == .unwritable(path: nowhere))
    }

    /// A folder that is removed with its last use.
    private final class Folder {
        let path: String

        init() throws {
            let name = "purser-webhook-\(ProcessInfo.processInfo.globallyUniqueString)"
            let folder = FileManager.default.temporaryDirectory.appending(path: name)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            self.path = folder.path
        }

        deinit { try? FileManager.default.removeItem(atPath: self.path) }
    }
}
