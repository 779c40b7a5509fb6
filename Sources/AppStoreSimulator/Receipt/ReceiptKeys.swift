package import CryptoExtras

/// The RSA keys that sign receipts, made once for each process.
///
/// Unlike the world's other keys they do not follow from its seed: making an RSA key takes long, and nothing rests on its
/// being the same again, because the certificate is issued anew below the world's own root, which is.
package enum ReceiptKeys {
    private static let receipt = Result { try _RSA.Signing.PrivateKey(keySize: .bits2048) }
    private static let transaction = Result {
        try _RSA.Signing.PrivateKey(unsafeKeySize: _RSA.Signing.KeySize(bitCount: 1024))
    }

    /// The key of 2048 bits, for receipts.
    package static func receiptKey() throws -> _RSA.Signing.PrivateKey { try Self.receipt.get() }

    /// The key of 1024 bits, for transaction receipts from before iOS 7.
    package static func transactionKey() throws -> _RSA.Signing.PrivateKey { try Self.transaction.get() }
}
