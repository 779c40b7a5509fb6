import AppStore
import Ledger

extension ImportReader {
    /// Returns the chains in a StoreKit 1 receipt, each once.
    ///
    /// Unless the receipt's signature is verified, the chains are only used to ask Apple about them. If the row
    /// `decides` who owns them, the receipt must be one of the app's that Apple signed: a table of receipts contains
    /// what apps sent, and the sender of a forged one would own the purchases that it lists. A receipt with another
    /// bundle id, or with other numeric ids of the app or of a product, is refused in any case, with the code that a
    /// submission of it gets.
    static func chains(
        inReceipt base64: String,
        decides: Bool,
        app: ServedApp,
        at now: Instant
    ) throws(ImportRow.Failure) -> [String] {
        do throws(VerificationError) {
            try Self.check(base64, app: app, at: now)
        } catch {
            switch error.code {
            case .bundleMismatch, .appAppleIDMissing, .appAppleIDMismatch, .productItemIDMismatch:
                throw ImportRow.Failure(
                    code: error.code.rawValue,
                    detail: "The receipt states another app or product. \(error.detail)."
                )
            default:
                guard !decides else { throw Self.unproven(error.code) }
            }
        }
        guard !decides || !Ingest.isTransactionReceipt(base64) else { throw Self.unproven(.notReceipt) }
        let contents: ReceiptContents
        do throws(ReceiptError) {
            contents = try ReceiptContents(base64: base64)
        } catch .empty {
            throw ImportRow.Failure(code: ReceiptError.empty.code, detail: "The receipt contains no purchase.")
        } catch {
            throw ImportRow.Failure(code: error.code, detail: "The receipt cannot be read; import by ids instead.")
        }
        var seen: Set<String> = []
        return contents.purchases.map { $0.originalTransactionID ?? $0.transactionID }
            .filter { seen.insert($0).inserted }
    }

    /// Verifies a receipt and compares the numeric ids in it.
    private static func check(_ base64: String, app: ServedApp, at now: Instant) throws(VerificationError) {
        guard Ingest.isTransactionReceipt(base64) else {
            let receipt = try app.verifier.receipt(base64, at: Timestamp(milliseconds: now.milliseconds))
            let payload = receipt.payload
            return try app.check(payload.statedIdentities, in: payload.environment, part: .receipt)
        }
        let hint = try UnverifiedTransactionReceipt(base64: base64)
        try app.check([hint.statedIdentity], in: hint.environment, part: .transactionReceipt)
    }

    private static func unproven(_ code: VerificationError.Code) -> ImportRow.Failure {
        ImportRow.Failure(
            code: "import_receipt_unproven",
            detail: "The receipt cannot determine the owner of its purchases (\(code.rawValue)); import by ids instead."
        )
    }
}
