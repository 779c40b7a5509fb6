extension Chain {
    /// The renewal snapshot that speaks, of all the original transaction ids that are one chain.
    package var newestRenewal: RenewalSnapshot? {
        self.renewals.max { $1.isNewer(than: $0) }
    }

    /// The status that speaks, of all the original transaction ids that are one chain.
    package var newestStatus: StatusStatement? {
        self.statuses.max { $1.isNewer(than: $0) }
    }

    /// What a renewal snapshot says of auto-renew, in the light of open refund requests.
    ///
    /// Apple switches auto-renew off when a refund is asked for. A snapshot that was signed before the request shows the
    /// customer's own doing.
    package func autoRenew(in renewal: RenewalSnapshot) -> AutoRenew {
        switch renewal.autoRenew {
        case true?: .on
        case nil: .unknown
        case false?: self.openRefundRequests.contains { $0.signedAt <= renewal.signedAt } ? .offByRefundRequest : .off
        }
    }

    /// The refund requests whose end is not known, by ascending transaction id.
    package var openRefundRequests: [RefundRequestStatement] {
        var newest: [TransactionID: RefundRequestStatement] = [:]
        for statement in self.refundRequests {
            if let known = newest[statement.transactionID], known.isNewer(than: statement) { continue }
            newest[statement.transactionID] = statement
        }
        return newest.values.filter { $0.kind == .requested }.sorted { $0.transactionID < $1.transactionID }
    }
}
