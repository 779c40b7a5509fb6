import AppStore
package import Ledger

extension ImportReader {
    /// The chains that a receipt of StoreKit 1 names, each once: good for nothing but asking Apple about them, because no
    /// signature is looked at.
    package static func chains(inReceipt base64: String) throws(ImportRow.Failure) -> [String] {
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
