package import AppStore
package import Ledger

/// Transaction receipts, from before iOS 7, that are submitted as purchases.
extension Ingest {
    /// Whether a text in Base64 is meant as a transaction receipt.
    ///
    /// A property list begins with a brace, which Base64 writes so; an app receipt never does.
    package static func isTransactionReceipt(_ base64: String) -> Bool {
        base64.first { !$0.isWhitespace } == "e"
    }

    /// The transaction that such a receipt names, as Apple signs it now, in its compact form and not yet verified here.
    ///
    /// Anybody can make a receipt that looks right, so nothing of it counts but which transaction to ask Apple about;
    /// and Apple's answer only where it is about the same purchase, by product, quantity, second and environment.
    package func transaction(
        confirming base64: String,
        about named: TransactionID?,
        for app: ServedApp
    ) async throws(TransactionReceiptError) -> [UInt8] {
        let hint: UnverifiedTransactionReceipt
        do throws(VerificationError) {
            hint = try UnverifiedTransactionReceipt(base64: base64)
            guard hint.bundleID != nil else {
                throw VerificationError(
                    .bundleMismatch,
                    in: .transactionReceipt,
                    expected: app.verifier.app.bundleID,
                    found: "none"
                )
            }
            try app.check([hint.statedIdentity], in: hint.environment, part: .transactionReceipt)
        } catch {
            throw .refused(error)
        }
        if let named, named != TransactionID(hint.transactionID) { throw .otherTransaction }
        guard !app.askable.isEmpty else { throw .needsKey }
        let compact: [UInt8]
        do throws(AppStoreServiceError) {
            compact = try await TransactionFetcher().signedTransaction(TransactionID(hint.transactionID), for: app)
        } catch {
            if case .appStore(let refusal) = error, refusal.isUnknownID { throw .unconfirmed }
            throw .store(error)
        }
        guard let answered = try? app.verifier.transaction(compact).payload, Self.agree(answered, hint) else {
            throw .unconfirmed
        }
        self.legacyUsage?.note(.transactionReceipt, version: hint.fields["bvrs"], of: app.name, at: self.ambient.now())
        return compact
    }

    /// Whether Apple's answer is about the very purchase that a transaction receipt states.
    private static func agree(_ answered: TransactionPayload, _ hint: UnverifiedTransactionReceipt) -> Bool {
        func second(_ instant: Timestamp?) -> Int64? { instant.map { $0.milliseconds / 1000 } }
        return answered.transactionId.hasSameBytes(as: hint.transactionID)
            && answered.productId.hasSameBytes(as: hint.productID)
            && hint.purchasedAt != nil && second(answered.purchaseDate) == second(hint.purchasedAt)
            && (answered.quantity.map { Int64($0) } ?? 1) == hint.quantity ?? 1
            && (answered.environment == .sandbox) == (hint.environment == .sandbox)
    }
}

/// Why a transaction receipt, from before iOS 7, names no purchase.
package enum TransactionReceiptError: Error, Hashable, Sendable {
    /// It is none, or its signature does not fit, or it is another app's.
    case refused(VerificationError)
    /// It is about another transaction than the one that was named beside it.
    case otherTransaction
    /// The app has no key, and the receipt alone proves nothing.
    case needsKey
    /// Apple does not know such a purchase.
    case unconfirmed
    /// Apple could not be asked.
    case store(AppStoreServiceError)

    /// A stable code for logs and answers.
    package var code: String {
        switch self {
        case .refused(let error): error.code.rawValue
        case .otherTransaction: IngestError.notInReceipt.code
        case .needsKey: "transaction_receipt_needs_key"
        case .unconfirmed: "transaction_receipt_unconfirmed"
        case .store(let error): error.code
        }
    }
}
