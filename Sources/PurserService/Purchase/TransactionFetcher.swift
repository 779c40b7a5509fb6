import AppStore
package import Ledger

/// Fetches a transaction from Apple for an app that knows only its id.
package struct TransactionFetcher: Sendable {
    /// The time limit of Apple's answer; a client is waiting.
    private static let deadline = Duration.seconds(10)

    /// Creates a fetcher.
    package init() {}

    /// Returns Apple's current signed transaction in its compact form, which is not verified yet.
    ///
    /// The fetcher looks in the environments from which the app accepts purchases.
    package func signedTransaction(
        _ id: TransactionID,
        for app: ServedApp
    ) async throws(AppStoreServiceError) -> [UInt8] {
        guard let client = app.appStore, !app.askable.isEmpty else { throw .notConfigured(app.name) }
        let answer: TransactionInfoResponse
        do throws(AppStoreError) {
            let environments = app.askable.map { AppStoreEnvironment($0) }
            answer = try await client.sendTryingEnvironments(
                .transactionInfo(id.rawValue),
                among: environments,
                within: Self.deadline
            ).response
        } catch {
            throw .appStore(error)
        }
        guard let signed = answer.signedTransactionInfo else { throw .appStore(.unreadableAnswer) }
        return signed.bytes
    }
}
