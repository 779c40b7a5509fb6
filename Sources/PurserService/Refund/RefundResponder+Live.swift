import AppStore
package import Ledger
package import Logging
import Synchronization

extension RefundResponder {
    /// Creates a responder that sends answers to Apple; `nil` where the app has no key for the App Store Server API.
    package init?(
        for app: ServedApp,
        service: AppStoreService,
        repository: any Repository,
        ambient: Ambient,
        workers: Ambient,
        foreignRest: Span? = nil,
        logger: Logger,
        requester: ConsumptionRequester? = nil
    ) {
        guard let client = app.appStore else { return nil }
        self.init(
            for: app,
            repository: repository,
            ambient: ambient,
            workers: workers,
            foreignRest: foreignRest,
            logger: logger,
            requester: requester,
            fetch: { record in await service.fetch(record.transactionID, in: record.environment, of: app) },
            send: { (record, sent) throws(RefundAttemptError) in
                let isInDoubt = Mutex(false)
                do throws(AppStoreError) {
                    try await client.send(
                        .sendConsumption(
                            body: sent.body,
                            isFirstVersion: sent.isFirstVersion,
                            of: record.transactionID.rawValue
                        ),
                        to: AppStoreEnvironment(record.environment),
                        priority: .urgent,
                        within: Self.deadline,
                        onDoubt: { isInDoubt.withLock { $0 = true } }
                    )
                } catch {
                    throw RefundAttemptError(error, wasInDoubt: isInDoubt.withLock { $0 })
                }
            }
        )
    }
}

extension AppStoreService {
    /// Records a transaction as Apple currently signs it, where the app can ask Apple.
    func fetch(_ transaction: TransactionID, in environment: StoreEnvironment, of app: ServedApp) async {
        guard let client = app.appStore else { return }
        let request = AppStoreRequest.transactionInfo(transaction.rawValue)
        _ = await self.record(request, in: environment, app, client) { answer, askedAt in
            answer.signedTransactionInfo.map { AnsweredEvidence(transactions: [$0.bytes], askedAt: askedAt) }
        }
    }
}
