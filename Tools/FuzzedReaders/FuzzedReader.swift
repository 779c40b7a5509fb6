import AppStore
import Foundation

/// A reader of untrusted bytes, run on the inputs of a fuzzer.
///
/// Each skips the checks that would stop nearly every input before the interesting part: bytes come without Base64, and
/// the contents of a receipt without its signature.
package enum FuzzedReader: String, CaseIterable, Sendable {
    /// An app receipt: the container, its certificates and its signature.
    case receipt
    /// The attributes of an app receipt, which are read once the signature holds.
    case payload = "receipt-payload"
    /// The transactions in a receipt of either kind, read without its signature.
    case contents = "receipt-contents"
    /// A receipt of iOS 6.
    case hint = "ios6-receipt"
    /// A JSON text, read as a tree.
    case json
    /// A compact JWS of a notification.
    case jws
    /// An answer about the revocation of a certificate.
    case ocsp

    /// Reads an input, and returns why it is refused; `nil` when it is not.
    package func refusal(of bytes: [UInt8]) -> String? {
        do {
            switch self {
            case .receipt: _ = try Self.signatures.receipt(bytes)
            case .payload: _ = try ReceiptPayload(unsigned: bytes)
            case .contents: _ = try ReceiptContents(base64: Data(bytes).base64EncodedString())
            case .hint: _ = try UnverifiedTransactionReceipt(base64: Data(bytes).base64EncodedString())
            case .json: _ = try JSONValue(json: bytes)
            case .jws: _ = try Self.signatures.verify(bytes, as: NotificationPayload.self)
            case .ocsp: _ = try OCSPResponse(derBytes: bytes)
            }
            return nil
        } catch {
            return "\(error)"
        }
    }

    private static let signatures = SignatureVerifier(anchors: .apple)
}
