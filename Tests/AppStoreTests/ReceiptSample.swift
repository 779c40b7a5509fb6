import AppStore
import AppStoreSimulator
import Foundation
import PurserTesting

/// Receipts of one app, their signer, and their verifier.
enum ReceiptSample {
    static let createdAt = SampleReceipts.createdAt
    static let now = SamplePayloads.signedAt

    /// Creates a receipt with this number of purchases.
    static func draft(rows: Int = 2, bundleID: String = SamplePayloads.bundleID) -> ReceiptDraft {
        SampleReceipts.draft(rows: rows, bundleID: bundleID)
    }

    /// Returns a verifier of the app that trusts the roots.
    static func verifier(
        roots: [[UInt8]],
        xcodeCertificate: [UInt8]? = nil,
        environments: Set<AppStoreEnvironment> = [.production, .sandbox]
    ) throws -> SignedDataVerifier {
        let identity = AppIdentity(
            bundleID: SamplePayloads.bundleID,
            appAppleID: SamplePayloads.appAppleID,
            environments: environments
        )
        let anchors = try TrustAnchors(roots: roots, xcodeCertificate: xcodeCertificate)
        return SignedDataVerifier(
            signatures: SignatureVerifier(anchors: anchors),
            app: try identity ?? { throw CocoaError(.featureUnsupported) }()
        )
    }

    static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    /// Returns the reason why a receipt is refused, or `nil` if it is accepted.
    static func refusal(
        of bytes: [UInt8],
        by verifier: SignedDataVerifier,
        device: [UInt8]? = nil
    ) -> VerificationError.Code? {
        Self.refusal(ofText: Self.base64(bytes), by: verifier, device: device)
    }

    static func refusal(
        ofText text: String,
        by verifier: SignedDataVerifier,
        device: [UInt8]? = nil
    ) -> VerificationError.Code? {
        do throws(VerificationError) {
            _ = try verifier.receipt(text, at: Self.now, device: device)
            return nil
        } catch {
            return error.code
        }
    }
}
