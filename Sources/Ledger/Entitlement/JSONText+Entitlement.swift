package import Notation

/// Entitlements as JSON, with the names and shapes of answers and events.
extension JSONText {
    /// Adds everything about an entitlement, its name first.
    ///
    /// - Parameters:
    ///   - entitlement: The entitlement.
    ///   - isAnswer: Whether it is part of an answer, which also contains the open questions to Apple. Events do not:
    ///     these change by themselves, and only this server can act on them.
    package mutating func describe(_ entitlement: Entitlement, isAnswer: Bool = false) {
        self.add("name", entitlement.name.rawValue)
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

    /// Adds the details of the subscription that gives an entitlement.
    package mutating func describe(_ answer: SubscriptionDetails, isAnswer: Bool) {
        self.add("state", answer.phase.code)
        self.add("confirmed", answer.phase != .expired(isConfirmed: false))
        self.add("product", answer.productID?.rawValue)
        self.add("transaction", answer.transactionID?.rawValue)
        self.add(renewalsOf: answer)
        self.add(outlookOf: answer)
        if isAnswer { self.add("asks", answer.asks.map(\.rawValue)) }
    }

    /// Adds how a subscription renews.
    mutating func add(renewalsOf answer: SubscriptionDetails) {
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

    /// Adds the future of a commitment, and the evidence that changed the answer.
    mutating func add(outlookOf answer: SubscriptionDetails) {
        self.add("willRenewPeriod", answer.willRenewPeriod?.rawValue)
        self.add("willRenewCommitment", answer.willRenewCommitment?.rawValue)
        self.add("commitmentUntil", answer.commitmentUntil)
        if let seats = answer.seats {
            self.add("seats") { json in
                json.add("count", Int64(seats.count))
                json.add("next", seats.next.map(Int64.init))
                json.add("invitations", seats.invitations?.rawValue.lowercased())
            }
        }
        self.add("overrides", answer.overrides.map(\.rawValue))
    }
}
