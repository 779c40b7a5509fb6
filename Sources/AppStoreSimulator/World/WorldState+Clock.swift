import AppStore

extension WorldState {
    /// Does the next thing of the agenda if it is due by an instant, and moves the clock there; answers whether it did.
    mutating func step(until instant: Int64) -> Bool {
        guard let entry = self.agenda.popDue(at: instant) else { return false }
        // What was scheduled in the past happens now: the clock never goes back.
        self.now = max(self.now, entry.at)
        switch entry.event {
        case .periodEnds(let subscription):
            self.subscriptions[subscription].scheduled = nil
            self.endPeriod(of: subscription)
        case .graceEnds(let subscription):
            self.subscriptions[subscription].scheduled = nil
            self.endGrace(of: subscription)
        case .billingRetryEnds(let subscription):
            self.subscriptions[subscription].scheduled = nil
            self.endBillingRetry(of: subscription)
        case .redelivery(let uuid):
            self.deliveries[uuid]?.nextAttemptAt = nil
            if let delivery = self.deliveries[uuid] {
                self.outbox.append(delivery.notification)
            }
        }
        return true
    }

    /// What the agenda holds, for people.
    var agendaEntries: [WorldAgendaEntry] {
        self.agenda.entries.compactMap { entry in
            let text: String
            let customer: WorldCustomer
            switch entry.event {
            case .periodEnds(let place):
                let subscription = self.subscriptions[place]
                customer = self.customers[subscription.customer].customer
                text =
                    subscription.autoRenews
                    ? "\(subscription.nextProduct.id) renews" : "\(subscription.product.id) expires"
            case .graceEnds(let place):
                customer = self.customers[self.subscriptions[place].customer].customer
                text = "grace for \(self.subscriptions[place].product.id) ends"
            case .billingRetryEnds(let place):
                customer = self.customers[self.subscriptions[place].customer].customer
                text = "billing retry for \(self.subscriptions[place].product.id) ends"
            case .redelivery(let uuid):
                guard let delivery = self.deliveries[uuid] else { return nil }
                customer = delivery.notification.customer
                text = "\(delivery.notification.name) is sent again (attempt \(delivery.attempts.count + 1))"
            }
            return WorldAgendaEntry(at: .init(milliseconds: entry.at), customer: customer, text: text)
        }
    }
}
