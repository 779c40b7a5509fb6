package import Notation

/// Rights in the terms of our JSON: the names and shapes that answers and events have.
extension JSONText {
    /// Adds everything about a right, its name first.
    ///
    /// - Parameters:
    ///   - entitlement: The right.
    ///   - isAnswer: Whether it stands in an answer, which also says what Apple would have to be asked. Events do not: it
    ///     changes by itself, and nobody but this server can act on it.
    package mutating func describe(_ entitlement: Entitlement, isAnswer: Bool = false) {
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
        guard let subscription = entitlement.subscription else { return }
        self.add("subscription") { $0.describe(subscription, isAnswer: isAnswer) }
    }

    /// Adds what is said of the subscription that gives a right.
    package mutating func describe(_ answer: SubscriptionAnswer, isAnswer: Bool) {
        self.add("state", answer.standing.code)
        self.add("confirmed", answer.standing != .expired(isConfirmed: false))
        self.add("product", answer.productID?.rawValue)
        self.add("transaction", answer.transactionID?.rawValue)
        self.add(renewalsOf: answer)
        self.add(outlookOf: answer)
        if isAnswer { self.add("asks", answer.asks.map(\.rawValue)) }
    }

    /// Adds how a subscription renews.
    mutating func add(renewalsOf answer: SubscriptionAnswer) {
        self.add("renewStatus", answer.renewStatus.rawValue)
        self.add("renewStatusChangedAt", answer.renewStatusChangedAt)
        self.add("lastRenewalAt", answer.lastRenewalAt)
        self.add("nextRenewalAt", answer.nextRenewalAt)
        self.add("nextProduct", answer.nextProductID?.rawValue)
        self.add("nextPrice", answer.nextPrice)
        self.add("offer", answer.offer)
        self.add("nextOffer", answer.nextOffer)
        self.add("expirationIntent", answer.expirationIntent.map(Int64.init))
    }

    /// Adds what a commitment leads to, and which evidence turned the answer.
    mutating func add(outlookOf answer: SubscriptionAnswer) {
        self.add("willRenewPeriod", answer.willRenewPeriod?.rawValue)
        self.add("willRenewCommitment", answer.willRenewCommitment?.rawValue)
        self.add("commitmentUntil", answer.commitmentUntil)
        self.add("overrides", answer.overrides.map(\.rawValue))
    }
}
