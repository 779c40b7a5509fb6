/// Rights in the terms of our JSON: the names and shapes that the API answers with.
extension JSONText {
    /// Adds everything about a right, its name first.
    ///
    /// What Apple is to be asked is not told: it changes by itself, and nobody but this server can act on it.
    package mutating func describe(_ entitlement: Entitlement) {
        self.add("right", entitlement.right.rawValue)
        self.add("active", entitlement.isActive)
        self.add("state", entitlement.state.code)
        self.add("reason", entitlement.reason.rawValue)
        self.add("since", entitlement.since)
        self.add("until", entitlement.until)
        self.add("willRenew", entitlement.willRenew.rawValue)
        self.add("environment", entitlement.environment.rawValue)
        self.add("product", entitlement.productID?.rawValue)
        self.add("transactions", entitlement.transactionIDs.map(\.rawValue))
        self.add("paidTwice", entitlement.paidTwice)
        if let subscription = entitlement.subscription {
            self.add("subscription") { $0.describe(subscription) }
        }
    }

    private mutating func describe(_ answer: SubscriptionAnswer) {
        self.add("state", answer.standing.code)
        self.add("confirmed", answer.standing != .expired(isConfirmed: false))
        self.add("product", answer.productID?.rawValue)
        self.add("transaction", answer.transactionID?.rawValue)
        self.add("renewStatus", answer.renewStatus.rawValue)
        self.add("renewStatusChangedAt", answer.renewStatusChangedAt)
        self.add("lastRenewalAt", answer.lastRenewalAt)
        self.add("nextRenewalAt", answer.nextRenewalAt)
        self.add("nextProduct", answer.nextProductID?.rawValue)
        self.add("nextPrice", answer.nextPrice)
        self.add("offer", answer.offer)
        self.add("nextOffer", answer.nextOffer)
        self.add("expirationIntent", answer.expirationIntent.map(Int64.init))
        self.add("willRenewPeriod", answer.willRenewPeriod?.rawValue)
        self.add("willRenewCommitment", answer.willRenewCommitment?.rawValue)
        self.add("commitmentUntil", answer.commitmentUntil)
        self.add("overrides", answer.overrides.map(\.rawValue))
    }
}
