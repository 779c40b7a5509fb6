import AppStore

extension WorldState {
    /// Performs Request Transaction Refund, item by item.
    mutating func requestCommerceRefund(of index: Int, _ body: [UInt8]) throws(CommerceError) {
        let request = try CommerceCheck.read(AdvancedCommerceRequestRefundRequest.self, body)
        let content = try self.refundableContent(of: index)
        if let currency = request.currency {
            guard try CommerceCheck.currency(currency) == content.currency else { throw .invalidCurrency }
        }
        var items: [CommerceRefundRequest.Item] = []
        for item in try CommerceCheck.list(request.items) {
            items.append(try self.refundItem(item, of: content, transaction: index))
        }
        try CommerceCheck.unique(items.map(\.sku), or: .itemCannotBeSpecifiedMultipleTimes)
        guard let isRisked = request.refundRiskingPreference else { throw .nullRefundRisking }
        let declined = items.filter { $0.reason == .simulateRefundDecline }.count
        guard declined == 0 || declined == items.count else { throw .partialSimulateRefundDecline }
        self.order(CommerceRefundRequest(items: items), of: index, isRisked: isRisked)
    }

    /// Performs Revoke Subscription: refunds all items of the current period, which ends.
    mutating func revokeCommerce(_ index: Int, _ reference: String, _ body: [UInt8]) throws(CommerceError) {
        let request = try CommerceCheck.read(AdvancedCommerceSubscriptionRevokeRequest.self, body)
        guard let subscription = self.transactions[index].subscription else { throw .subscriptionDoesNotExist }
        let renewal = self.subscriptions[subscription].renewal
        guard let renewing = renewal.commerce else { throw .subscriptionNotEligible }
        guard !renewal.isOver else { throw .revokeOnInactiveSubscription }
        let latest = self.subscriptions[subscription].latest
        let content = try self.refundableContent(of: latest)
        let reason = try self.refundReason(request.refundReason, transaction: latest)
        guard let type = request.refundType else { throw .nullRefundType }
        guard type == .full || type == .prorated else { throw .invalidRefundType }
        guard let isRisked = request.refundRiskingPreference else { throw .nullRefundRisking }
        let items = content.items.filter { $0.revokedAt == nil }.map {
            CommerceRefundRequest.Item(sku: $0.sku, reason: reason, type: type, amount: nil, revokes: true)
        }
        self.settleCommerce(of: subscription, renewing, reference)
        self.order(CommerceRefundRequest(items: items), of: latest, isRisked: isRisked)
    }

    /// Refunds the decided items, and revokes those that the request revokes.
    mutating func giveBack(_ order: CommerceRefundRequest, of index: Int) {
        guard var content = self.transactions[index].condition.commerce else { return }
        let refundedBefore = content.items.reduce(Int64(0)) { $0 + $1.refunded }
        for item in order.items {
            guard let itemIndex = content.index(of: item.sku) else { continue }
            content.items[itemIndex].refunds.append(
                AdvancedCommerceRefund.with {
                    $0.refundAmount = self.amount(of: item, content.items[itemIndex], transaction: index)
                    $0.refundDate = Timestamp(milliseconds: self.now)
                    $0.refundReason = item.reason
                    $0.refundType = item.type
                }
            )
            if item.revokes { content.items[itemIndex].revokedAt = self.now }
        }
        self.transactions[index].condition.commerce = content
        let refundedNow = content.items.reduce(Int64(0)) { $0 + $1.refunded } - refundedBefore
        if refundedNow > 0 {
            self.pay(back: index, percentage: content.share(refundedNow))
        }
        guard content.items.allSatisfy({ $0.revokedAt != nil }) else {
            self.touch(index)
            self.stopRenewing(order.items.filter(\.revokes).map(\.sku), after: index)
            return
        }
        let refunded = content.items.reduce(Int64(0)) { $0 + $1.refunded }
        let isWhole = refunded >= content.paid
        let share = isWhole ? nil : max(content.share(refunded), 1)
        let isAppIssue = order.items.contains {
            $0.reason == .fulfillmentIssue || $0.reason == .unsatisfiedWithPurchase
        }
        self.revokeTransaction(index, percentage: share, reason: isAppIssue ? .appIssue : .other)
    }

    /// Marks all items of a transaction as revoked with it, unless they are already.
    mutating func revokeItems(of index: Int, percentage: Int?) {
        guard var content = self.transactions[index].condition.commerce else { return }
        for itemIndex in content.items.indices where content.items[itemIndex].revokedAt == nil {
            let left = max(content.items[itemIndex].paid - content.items[itemIndex].refunded, 0)
            content.items[itemIndex].revokedAt = self.now
            content.items[itemIndex].refunds.append(
                AdvancedCommerceRefund.with {
                    $0.refundAmount = percentage.map { left * Int64($0) / 100_000 } ?? left
                    $0.refundDate = Timestamp(milliseconds: self.now)
                    $0.refundReason = .other
                    $0.refundType = percentage == nil ? .full : .prorated
                }
            )
        }
        self.transactions[index].condition.commerce = content
    }

    /// Restores all items of a transaction after a dispute, and charges the refunded amount again.
    mutating func returnItems(of index: Int) {
        guard var content = self.transactions[index].condition.commerce else { return }
        for itemIndex in content.items.indices {
            content.items[itemIndex].revokedAt = nil
            content.items[itemIndex].refunds = []
        }
        self.transactions[index].condition.commerce = content
    }

    private mutating func order(_ order: CommerceRefundRequest, of index: Int, isRisked: Bool) {
        let request = self.add(
            RefundFacts(
                transaction: index,
                requestedAt: self.now,
                reason: order.requestReason,
                text: "",
                asksDeveloper: isRisked,
                commerce: order
            )
        )
        guard isRisked else {
            self.decideRefund(request)
            return
        }
        let end = self.now + self.apps[self.transactions[index].app].behavior.consumptionWindowMilliseconds
        self.refunds[request].scheduled = self.agenda.add(.refundDecided(request: request), at: end)
        self.emit(.consumptionRequest, nil, transaction: index, refundReason: order.requestReason)
    }

    /// Returns the content of a transaction that can still be refunded.
    private func refundableContent(of index: Int) throws(CommerceError) -> CommerceContent {
        let transaction = self.transactions[index]
        guard let content = transaction.condition.commerce, transaction.source == nil else {
            throw .transactionNotRefundable
        }
        guard transaction.condition.revocation == nil else { throw .alreadyRefunded }
        if let request = self.refundIndices[index], self.refunds[request].outcome == nil { throw .pendingRefund }
        return content
    }

    private func refundReason(
        _ reason: AdvancedCommerceRefundReason?,
        transaction index: Int
    ) throws(CommerceError) -> AdvancedCommerceRefundReason {
        guard let reason else { throw .nullRefundReason }
        guard reason.isKnown else { throw .invalidRefundReason }
        guard reason != .simulateRefundDecline || self.apps[self.transactions[index].app].environment == .sandbox
        else { throw .simulateRefundDeclineOnlyInSandbox }
        return reason
    }

    private func refundItem(
        _ item: AdvancedCommerceRequestRefundRequest.Item,
        of content: CommerceContent,
        transaction index: Int
    ) throws(CommerceError) -> CommerceRefundRequest.Item {
        let sku = try CommerceCheck.sku(item.sku)
        guard let itemIndex = content.index(of: sku) else { throw .productNotOwned }
        let sold = content.items[itemIndex]
        guard sold.revokedAt == nil, sold.paid == 0 || sold.refunded < sold.paid else { throw .alreadyRefunded }
        let reason = try self.refundReason(item.refundReason, transaction: index)
        guard let type = item.refundType else { throw .nullRefundType }
        guard type.isKnown else { throw .invalidRefundType }
        if type == .prorated {
            guard let subscription = self.transactions[index].subscription else { throw .invalidRefundType }
            guard self.subscriptions[subscription].latest == index else { throw .proratedOnlyLatestTransaction }
        }
        guard let revokes = item.revoke else { throw .malformedPayload }
        guard type == .custom || item.refundAmount == nil else { throw .refundAmountWithoutCustom }
        if type == .custom {
            guard let amount = item.refundAmount else { throw .nullRefundAmount }
            guard amount >= 0 else { throw .negativeRefundAmount }
            guard Int64(amount) <= sold.paid - sold.refunded else { throw .invalidAmount }
        }
        return CommerceRefundRequest.Item(
            sku: sku,
            reason: reason,
            type: type,
            amount: item.refundAmount.map { Int64($0) },
            revokes: revokes
        )
    }

    private func amount(of item: CommerceRefundRequest.Item, _ sold: CommerceItem, transaction index: Int) -> Int64 {
        let left = max(sold.paid - sold.refunded, 0)
        switch item.type {
        case .custom: return min(item.amount ?? 0, left)
        case .prorated:
            let transaction = self.transactions[index]
            guard let end = transaction.condition.expiresAt else { return left }
            let length = max(end - transaction.purchasedAt, 1)
            // Computing thousandths of a percent first avoids an overflow of large products.
            let share = min(max(end - self.now, 0), length) * 100_000 / length
            return min(sold.paid / 100_000 * share + sold.paid % 100_000 * share / 100_000, left)
        default: return left
        }
    }

    /// Removes revoked items from the next renewal.
    private mutating func stopRenewing(_ skus: [String], after index: Int) {
        guard !skus.isEmpty, let subscription = self.transactions[index].subscription,
            self.subscriptions[subscription].latest == index,
            var renewing = self.subscriptions[subscription].renewal.commerce
        else { return }
        let kept = renewing.items.filter { !skus.contains($0.sku) }
        guard !kept.isEmpty else { return }
        renewing.items = kept
        self.settleCommerce(of: subscription, renewing, renewing.requestReferenceId)
    }
}

/// A refund that the developer requests, item by item.
struct CommerceRefundRequest: Sendable {
    /// The refund of one item.
    struct Item: Sendable {
        /// The item.
        let sku: String
        /// The reason.
        let reason: AdvancedCommerceRefundReason
        /// The type of refund.
        let type: AdvancedCommerceRefundType
        /// The amount, in milliunits, when the type is custom.
        let amount: Int64?
        /// Whether the item is revoked.
        let revokes: Bool
    }

    /// The items.
    let items: [Item]

    /// Whether a test requests a decline.
    var isDeclined: Bool { self.items.contains { $0.reason == .simulateRefundDecline } }
    /// The reason of the first item, as a reason of a customer's request.
    var requestReason: ConsumptionRequestReason {
        let reason = ConsumptionRequestReason(rawValue: self.items.first?.reason.rawValue ?? "")
        return ConsumptionRequestReason.allKnown.contains(reason) ? reason : .other
    }
}
