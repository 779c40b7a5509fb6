package import AppStore
package import Ledger

extension AnsweredEvidence {
    /// What Get All Subscription Statuses answered.
    package init(_ response: StatusResponse, askedAt: Instant) {
        let items = (response.data ?? []).flatMap { $0.lastTransactions ?? [] }
        self.init(
            subscriptions: items.compactMap { item in
                guard let original = item.originalTransactionId else { return nil }
                return Subscription(
                    originalTransactionID: OriginalTransactionID(original),
                    status: item.status.flatMap { StatusStatement.Status(rawValue: Int($0.rawValue)) },
                    transaction: item.signedTransactionInfo?.bytes,
                    renewal: item.signedRenewalInfo?.bytes
                )
            },
            askedAt: askedAt
        )
    }
}
