import AppStore

extension World {
    /// Sets the behavior of external purchases, for tokens created from now on.
    public func setExternalPurchaseBehavior(_ behavior: ExternalPurchaseBehavior) {
        self.update { $0.externalPurchases.behavior = behavior }
    }

    /// Performs Send External Purchase Report.
    package func answerExternalPurchaseReport(_ body: [UInt8], app: Int) -> (status: Int, body: [UInt8]) {
        self.update { $0.externalPurchases.takeReport(body, app: app, at: $0.now) }
    }

    /// Performs Retrieve External Purchase Report.
    package func answerExternalPurchaseReport(named identifier: String, app: Int) -> (status: Int, body: [UInt8]) {
        self.look { $0.externalPurchases.answer(forReport: identifier, app: app) }
    }
}

extension WorldState {
    /// Creates a token for a customer who follows a link to an external purchase; returns the token's id.
    mutating func openExternalPurchase(by customer: Int, app: Int, type: String?) throws(WorldError) -> String {
        let kind = type.map { ExternalPurchaseTokenType(rawValue: $0) }
        guard kind.map({ ExternalPurchaseTokenType.allKnown.contains($0) }) ?? true else {
            throw .invalidValue(field: "reason", type ?? "")
        }
        let opening = self.externalPurchases.makeToken(
            type: kind,
            app: app,
            of: self.apps[app],
            customer: customer,
            at: self.now,
            uuid: self.mint.uuid()
        )
        self.note(.customer(self.customers[customer].customer), "follows a link to an external purchase")
        if opening.isNew {
            self.remindOfExternalPurchase(opening.token)
        }
        return self.externalPurchases.tokens[opening.token].id
    }

    /// Sends a reminder about a token without a report, and schedules the next one.
    mutating func remindOfExternalPurchase(_ token: Int) {
        if let subtype = self.externalPurchases.reminder(ofToken: token, at: self.now) {
            let facts = self.externalPurchases.tokens[token]
            let payload = facts.payload(app: self.apps[facts.app])
            self.emit(.externalPurchaseToken, subtype, about: .externalPurchase(app: facts.app, payload))
        }
        if let next = self.externalPurchases.nextReminder(ofToken: token, after: self.now) {
            self.agenda.add(.externalPurchase(token: token), at: next.at)
        }
    }
}
