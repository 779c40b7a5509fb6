import AppStore
import Crypto
import Foundation
import Testing

@Suite struct AppStoreKeyTests {
    static let issuer = AppStoreStage.issuerID

    static func refusal(issuer: String = Self.issuer, keyID: String = "AB12", pem: String) -> AppStoreKeyError? {
        do throws(AppStoreKeyError) {
            _ = try AppStoreKey(issuerID: issuer, keyID: keyID, pem: pem)
            return nil
        } catch {
            return error
        }
    }

    @Test("A key is created with its identifiers, and the error names the invalid part")
    func reading() {
        let pem = P256.Signing.PrivateKey().pemRepresentation
        #expect(Self.refusal(pem: pem) == nil)
        #expect(Self.refusal(pem: pem + "\n") == nil)
        #expect(Self.refusal(issuer: "me", pem: pem) == .issuerIDInvalid)
        #expect(Self.refusal(issuer: "", pem: pem) == .issuerIDInvalid)
        for id in ["", "AB 12", "AB/12", "AB\n12", "ÄB12", String(repeating: "A", count: 65)] {
            #expect(Self.refusal(keyID: id, pem: pem) == .keyIDInvalid)
        }
        for text in ["", "key", String(pem.dropLast(40)), P256.Signing.PrivateKey().publicKey.pemRepresentation] {
            #expect(Self.refusal(pem: text) == .unreadable)
        }
        #expect(Self.refusal(pem: P384.Signing.PrivateKey().pemRepresentation) == .wrongCurve)
        #expect(
            [AppStoreKeyError.issuerIDInvalid, .keyIDInvalid, .unreadable, .wrongCurve].map(\.code) == [
                "appstore_issuer_id_invalid", "appstore_key_id_invalid", "appstore_key_unreadable",
                "appstore_key_wrong_curve",
            ]
        )
    }

    @Test("A key never shows its contents")
    func secrecy() throws {
        let secret = P256.Signing.PrivateKey()
        let key = try AppStoreKey(issuerID: Self.issuer, keyID: "AB12", pem: secret.pemRepresentation)
        #expect("\(key)" == "AppStoreKey(AB12)" && String(reflecting: key) == "AppStoreKey(AB12)")
        #expect(Mirror(reflecting: key).children.compactMap(\.label) == ["issuerID", "keyID"])
        #expect(key.publicKeyPEM == secret.publicKey.pemRepresentation)
    }

    @Test("The public key verifies a signed JWS, and refuses it after the change of a byte")
    func signing() throws {
        let secret = P256.Signing.PrivateKey()
        let key = try AppStoreKey(issuerID: Self.issuer, keyID: "AB12", pem: secret.pemRepresentation)
        let text = try key.sign([JSONMember(key: "a", value: .string("b"))])
        let parts = text.utf8.split(separator: UInt8(ascii: "."))
        let content = Array(parts[0]) + [UInt8(ascii: ".")] + Array(parts[1])
        let raw = try #require(Base64URL.decode(parts[2]))
        #expect(raw.count == 64)
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: raw)
        #expect(secret.publicKey.isValidSignature(signature, for: content))
        #expect(!secret.publicKey.isValidSignature(signature, for: content.dropLast()))
        #expect(Base64URL.decode(parts[1]) == Array(#"{"a":"b"}"#.utf8))
    }
}
