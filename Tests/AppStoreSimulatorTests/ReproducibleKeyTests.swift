import AppStoreSimulator
import Crypto
import Foundation
import Testing

@Suite struct ReproducibleKeyTests {
    static func bytes(_ hex: String) -> [UInt8] {
        stride(from: 0, to: hex.utf8.count, by: 2).compactMap { index in
            let start = hex.index(hex.startIndex, offsetBy: index)
            return UInt8(hex[start..<hex.index(start, offsetBy: 2)], radix: 16)
        }
    }

    @Test(
        "The examples of RFC 6979 for P-256 come out",
        arguments: [
            (
                "sample",
                "EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716",
                "F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8"
            ),
            (
                "test",
                "F1ABB023518351CD71D881567B1EA663ED3EFCF6C5132B354F28D3B0B7D38367",
                "019F4113742A2B14BD25926B49C649155F267E60D3814B4C0CC84250E46F0083"
            ),
        ]
    )
    func examples(message: String, r: String, s: String) throws {
        let scalar = Self.bytes("C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721")
        let key = try #require(ReproducibleKey(.p256, rawRepresentation: scalar))
        #expect(key.signature(of: Array(message.utf8)) == Self.bytes(r + s))
    }

    @Test("The crypto library accepts every signature", arguments: 0..<10 as Range<UInt64>)
    func verified(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed, purpose: "test")
        let message = generator.bytes(100)
        let small = generator.bytes(32)
        let p256 = try #require(ReproducibleKey(.p256, rawRepresentation: small))
        let key256 = try P256.Signing.PrivateKey(rawRepresentation: small)
        let signature256 = try P256.Signing.ECDSASignature(rawRepresentation: p256.signature(of: message))
        #expect(key256.publicKey.isValidSignature(signature256, for: message), "seed \(seed)")
        #expect(!key256.publicKey.isValidSignature(signature256, for: message + [0]), "seed \(seed)")

        let large = generator.bytes(48)
        let p384 = try #require(ReproducibleKey(.p384, rawRepresentation: large))
        let key384 = try P384.Signing.PrivateKey(rawRepresentation: large)
        let signature384 = try P384.Signing.ECDSASignature(rawRepresentation: p384.signature(of: message))
        #expect(key384.publicKey.isValidSignature(signature384, for: message), "seed \(seed)")
    }

    @Test("Scalars out of range are not keys")
    func outOfRange() {
        #expect(ReproducibleKey(.p256, rawRepresentation: [UInt8](repeating: 0, count: 32)) == nil)
        #expect(ReproducibleKey(.p256, rawRepresentation: [UInt8](repeating: 255, count: 32)) == nil)
        #expect(ReproducibleKey(.p384, rawRepresentation: [UInt8](repeating: 1, count: 32)) == nil)
    }
}
