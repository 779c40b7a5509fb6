import AppStore

extension WorldState {
    /// Performs the earliest event that is due at an instant; returns whether there was one.
    mutating func step(until instant: Int64) -> Bool {
        guard let entry = self.agenda.popDue(at: instant) else { return false }
        // An event scheduled in the past happens now: the clock never goes back.
        self.now = max(self.now, entry.at)
        self.rememberPast()
        switch entry.event {
        case .renewalIsCharged(let subscription):
            self.subscriptions[subscription].scheduled = nil
            self.charge(subscription)
        case .periodEnds(let subscription):
            self.subscriptions[subscription].scheduled = nil
            self.endPeriod(of: subscription)
        case .graceEnds(let subscription):
            self.subscriptions[subscription].scheduled = nil
            self.endGrace(of: subscription)
        case .billingRetryEnds(let subscription):
            self.subscriptions[subscription].scheduled = nil
            self.endBillingRetry(of: subscription)
        case .refundDecided(let request): self.decideRefund(request)
        case .refundNoticed(let request): self.noticeRefund(request)
        case .extensionRuns(let request): self.runExtension(request)
        case .commercePriceNotified(let subscription): self.notifyOfCommercePrice(of: subscription)
        case .externalPurchase(let token): self.remindOfExternalPurchase(token)
        case .delivery(let index):
            self.notifications[index].nextAttemptAt = nil
            self.outbox.append(index)
        }
        return true
    }

    /// Performs the earliest event that is due at the clock's instant; returns whether there was one.
    ///
    /// The record is an advance of the clock by nothing, so that a replay performs the event at the same position.
    mutating func stepNow() -> Bool {
        guard self.step(until: self.now) else { return false }
        self.recordAdvance()
        return true
    }

    /// The entries of the agenda, with descriptions.
    var agendaEntries: [WorldAgendaEntry] {
        self.agenda.entries.map { entry in
            let (customer, text) = self.words(for: entry.event)
            return WorldAgendaEntry(at: Timestamp(milliseconds: entry.at), customer: customer, text: text)
        }
    }

    private func words(for event: WorldEvent) -> (WorldCustomer?, String) {
        func of(_ index: Int) -> (WorldCustomer, SubscriptionFacts, product: String) {
            let subscription = self.subscriptions[index]
            let customer = self.customers[subscription.customer].customer
            return (customer, subscription, self.product(of: subscription).id)
        }
        switch event {
        case .renewalIsCharged(let index):
            let (customer, subscription, _) = of(index)
            let next = self.product(subscription.renewal.nextProduct, of: subscription.app).id
            return (customer, "the renewal of \(next) is charged")
        case .periodEnds(let index):
            let (customer, subscription, product) = of(index)
            guard subscription.renewal.autoRenews || subscription.isCharged || subscription.isCommitted else {
                return (customer, "\(product) expires")
            }
            let next = self.product(subscription.renewal.nextProduct, of: subscription.app).id
            return (customer, "\(next) renews")
        case .graceEnds(let index):
            let (customer, _, product) = of(index)
            return (customer, "grace for \(product) ends")
        case .billingRetryEnds(let index):
            let (customer, _, product) = of(index)
            return (customer, "billing retry for \(product) ends")
        case .refundDecided(let request):
            let transaction = self.transactions[self.refunds[request].transaction]
            return (self.customers[transaction.customer].customer, "the refund request is decided")
        case .refundNoticed(let request):
            let transaction = self.transactions[self.refunds[request].transaction]
            return (self.customers[transaction.customer].customer, "the decision on the refund is sent")
        case .extensionRuns: return (nil, "all renewals are extended")
        case .commercePriceNotified(let index):
            let (customer, _, product) = of(index)
            return (customer, "the new price of \(product) is announced")
        case .externalPurchase: return (nil, "an external purchase token is due")
        case .delivery(let index):
            let facts = self.notifications[index]
            let customer = self.customer(of: facts).map { self.customers[$0].customer }
            let name = WorldNotification.name(facts.type, facts.subtype)
            return (customer, "\(name) is sent again (attempt \(facts.attempts.count + 1))")
        }
    }
}
