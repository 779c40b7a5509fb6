import AppStore
import Ledger

extension ImportReader {
    /// The chains that a receipt of StoreKit 1 names, each once.
    ///
    /// Without a look at its signature they are good for nothing but asking Apple about them. Where the row `decides`
    /// whose they are, the receipt must be one of the app's that Apple signed: a table of receipts holds what apps
    /// sent, and who sends a made-up one would own what he names in it. A receipt that states another bundle id, or
    /// other numbers of the app or of a product, is refused in any case, with the code that a submission of it gets.
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
            throw ImportRow.Failure(code: ReceiptError.empty.code, detail: "The receipt names no purchase.")
        } catch {
            throw ImportRow.Failure(code: error.code, detail: "The receipt cannot be read; import by ids instead.")
        }
        var seen: Set<String> = []
        return contents.purchases.map { $0.originalTransactionID ?? $0.transactionID }
            .filter { seen.insert($0).inserted }
    }

    /// Verifies a receipt and compares the numbers that it states.
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
            detail: "The receipt cannot say whose its purchases are (\(code.rawValue)); import by ids instead."
        )
    }
}
