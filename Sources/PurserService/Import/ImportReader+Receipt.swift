import AppStore
import Ledger

extension ImportReader {
    /// The chains that a receipt of StoreKit 1 names, each once.
    ///
    /// Without a look at its signature they are good for nothing but asking Apple about them. Where the row `decides`
    /// whose they are, the receipt must be one of the app's that Apple signed: a table of receipts holds what apps sent,
    /// and who sends a made-up one would own what he names in it.
    static func chains(
        inReceipt base64: String,
        decides: Bool,
        verifier: SignedDataVerifier,
        at now: Instant
    ) throws(ImportRow.Failure) -> [String] {
        if decides {
            do throws(VerificationError) {
                _ = try verifier.receipt(base64, at: Timestamp(milliseconds: now.milliseconds))
            } catch {
                throw ImportRow.Failure(
                    code: "import_receipt_unproven",
                    detail:
                        "The receipt cannot say whose its purchases are (\(error.code.rawValue)); import by ids instead."
                )
            }
        }
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
}
