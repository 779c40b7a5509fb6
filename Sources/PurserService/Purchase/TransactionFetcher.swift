import AppStore
package import Ledger

/// Asks Apple for a transaction that an app knows by its id only.
package struct TransactionFetcher: Sendable {
    /// How long Apple may take; whoever submitted it is waiting.
    private static let deadline = Duration.seconds(10)

    /// A fetcher.
    package init() {}

    /// A transaction as Apple signs it now, in its compact form, not yet verified.
    ///
    /// It is looked for in the environments that the app takes purchases of.
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
