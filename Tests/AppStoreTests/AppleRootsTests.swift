import AppStore
import Crypto
import PurserTesting
import Testing

@Suite struct AppleRootsTests {
    @Test("The pinned roots have the fingerprints that Apple publishes")
    func fingerprints() {
        #expect(
            Self.fingerprint(AppleRoots.g3) == "63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179"
        )
        #expect(
            Self.fingerprint(AppleRoots.apple) == "b0b1730ecbc7ff4505142c49f1295e6eda6bcaed7e2c68c5be91b5a11001f024"
        )
    }

    @Test("Only anchors with Apple's root count as Apple's")
    func includesApple() throws {
        #expect(TrustAnchors.apple.includesApple)
        let own = try SigningAuthority()
        #expect(try !TrustAnchors(roots: [own.root]).includesApple)
        #expect(try TrustAnchors(roots: [own.root, AppleRoots.apple]).includesApple)
    }

    @Test("Trust anchors require at least one certificate, and only certificates")
    func refusals() throws {
        #expect(throws: TrustAnchors.Refusal.empty) { try TrustAnchors(roots: []) }
        #expect(throws: TrustAnchors.Refusal.malformed) { try TrustAnchors(roots: [[1, 2, 3]]) }
        #expect(throws: TrustAnchors.Refusal.malformed) { try TrustAnchors(roots: [], xcodeCertificate: []) }
        var strange = SigningAuthority.Defects()
        strange.leafKeyIsP384 = true
        let authority = try SigningAuthority(defects: strange)
        #expect(throws: TrustAnchors.Refusal.keyNotP256) {
            try TrustAnchors(roots: [], xcodeCertificate: authority.x5c[0])
        }
    }

    private static func fingerprint(_ der: [UInt8]) -> String {
        SHA256.hash(data: der).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
