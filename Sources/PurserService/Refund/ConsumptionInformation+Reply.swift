package import AppStore
package import Ledger

extension ConsumptionInformation {
    /// Creates the request body for a reply; every reply is one that Apple accepts, so `nil` would be a programming
    /// error.
    package init?(_ reply: RefundReply, about kind: TransactionSnapshot.Kind) {
        let deliveryStatus = DeliveryStatus(rawValue: reply.deliveryStatus.rawValue)
        let sample = reply.isSampleOffered
        var consumed: AppStore.ConsumedShare?
        if let share = reply.share {
            guard let share = Int(exactly: share).flatMap(AppStore.ConsumedShare.init(milliunits:)) else { return nil }
            consumed = share
        }
        if kind == .autoRenewable {
            guard consumed == nil else { return nil }
            self = .subscription(
                deliveryStatus,
                sampleContentProvided: sample,
                preference: reply.preference.map { RefundPreference(rawValue: $0.rawValue) }
            )
            return
        }
        let recommendation: Recommendation?
        switch reply.preference {
        case .decline: recommendation = .decline
        case .grantFull: recommendation = .grantFull
        case nil: recommendation = nil
        case .grantProrated:
            guard reply.deliveryStatus == .delivered, let consumed,
                let answer = Self.deliveredInPart(consumed: consumed, sampleContentProvided: sample)
            else { return nil }
            self = answer
            return
        }
        guard reply.deliveryStatus != .delivered else {
            self = .delivered(consumed: consumed, sampleContentProvided: sample, recommendation: recommendation)
            return
        }
        guard consumed?.milliunits == 0,
            let answer = Self.undelivered(deliveryStatus, sampleContentProvided: sample, recommendation: recommendation)
        else { return nil }
        self = answer
    }
}
