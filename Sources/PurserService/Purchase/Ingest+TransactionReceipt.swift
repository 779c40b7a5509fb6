package import AppStore
package import Ledger

/// Submission of transaction receipts, the format of purchases before iOS 7.
extension Ingest {
    /// Returns whether a Base64 text is a transaction receipt.
    ///
    /// A transaction receipt is a property list, whose first character is a brace; an app receipt never begins with
    /// one.
    package static func isTransactionReceipt(_ base64: String) -> Bool {
        base64.first { !$0.isWhitespace } == "e"
    }

    /// Returns the transaction that a receipt names as Apple's current compact JWS, which is not verified yet.
    ///
    /// A receipt can be forged, so the server takes from it only which transaction to look up. It accepts Apple's
    /// answer only where product, quantity, second of purchase and environment agree.
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

    /// Returns whether Apple's answer is about the purchase in the transaction receipt.
    private static func agree(_ answered: TransactionPayload, _ hint: UnverifiedTransactionReceipt) -> Bool {
        func second(_ instant: Timestamp?) -> Int64? { instant.map { $0.milliseconds / 1000 } }
        return answered.transactionId.hasSameBytes(as: hint.transactionID)
            && answered.productId.hasSameBytes(as: hint.productID)
            && hint.purchasedAt != nil && second(answered.purchaseDate) == second(hint.purchasedAt)
            && (answered.quantity.map { Int64($0) } ?? 1) == hint.quantity ?? 1
            && (answered.environment == .sandbox) == (hint.environment == .sandbox)
    }
}

/// The reason why a transaction receipt identifies no purchase.
package enum TransactionReceiptError: Error, Hashable, Sendable {
    /// The text is not a receipt, its signature is invalid, or it belongs to another app.
    case refused(VerificationError)
    /// The receipt is about another transaction than the one that the request names.
    case otherTransaction
    /// The app has no key for the App Store Server API, and the receipt alone is no proof.
    case needsKey
    /// Apple does not know such a purchase.
    case unconfirmed
    /// Apple did not answer.
    case store(AppStoreServiceError)

    /// The stable code, for logs and answers.
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
