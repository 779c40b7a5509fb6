import AppStore

extension WorldState {
    /// Performs an action, except advancing the clock.
    mutating func perform(_ action: WorldAction) throws(WorldError) -> WorldActionResult {
        self.rememberPast()
        let known = self.customers.count
        do {
            let first = self.notifications.count
            var answer = WorldActionResult()
            var record = JournalRecord(at: self.now, .command)
            record.action = action
            try self.perform(action, &answer)
            self.records.append(record)
            // A purchase in the past: perform everything that was due since.
            if action.since != nil {
                while self.step(until: self.now) {}
            }
            answer.notifications = (first..<self.notifications.count).map { self.notification($0) }
            return answer
        } catch {
            // A customer that a failed command named first is removed again.
            for customer in self.customers[known...] {
                self.customerIndices[customer.customer.name] = nil
            }
            self.customers.removeSubrange(known...)
            var record = JournalRecord(at: self.now, .command)
            record.action = action
            record.refusal = error.code
            self.records.append(record)
            throw error
        }
    }

    private mutating func perform(_ action: WorldAction, _ answer: inout WorldActionResult) throws(WorldError) {
        switch action.verb {
        case .buy: answer.purchases = try self.buy(action).map { self.purchase($0) }
        case .redeem: answer.purchases = try self.redeem(action).map { self.purchase($0) }
        case .restore, .askToBuy, .approve, .decline, .interruptPurchases, .resolveInterruption, .declineCard,
            .repairCard, .moveStorefront, .joinFamily, .leaveFamily, .shareWithFamily, .rescindConsent,
            .openExternalPurchase:
            try self.performAsCustomer(action, &answer)
        case .cancel, .reenable, .consentToPrice, .expire, .renewNow, .delayRenewal, .changeSeats:
            try self.performOnSubscription(action)
        case .requestRefund, .refund, .reverseRefund, .answerConsumption, .finish, .setAppAccountToken,
            .extendRenewal, .callCommerce:
            try self.performOnTransaction(action)
        case .joinGroup, .leaveGroup, .claimSeat, .unclaimSeat, .associateSeat:
            try self.performOnSeats(action, &answer)
        case .changePrice, .removeFromSale, .returnToSale, .setGracePeriod, .setNotificationURL, .extendAllRenewals,
            .requestTestNotification, .setSwitch:
            try self.performAsDeveloper(action, &answer)
        case .revokeCertificate: try self.revokeCertificate(action)
        case .addFault:
            if let fault = action.fault {
                try fault.requireSound()
                self.faults.add(fault)
            }
            self.note(.tester, "adds a fault: \(action.fault?.effect.rawValue ?? "")")
        case .clearFaults:
            self.faults.clear()
            self.pasts = []
            self.note(.tester, "clears all faults")
        case .advance: throw .unknownAction("advance")
        }
    }

    private mutating func performAsCustomer(
        _ action: WorldAction,
        _ answer: inout WorldActionResult
    ) throws(WorldError) {
        let index = try self.customer(action.customer ?? "")
        let isOn = action.enabled ?? true
        switch action.verb {
        case .restore:
            let app = try action.app.map { bundleId throws(WorldError) in try self.index(ofApp: bundleId) }
            answer.purchases = self.restore(index, app: app).map { self.purchase($0) }
        case .askToBuy:
            self.customers[index].asksToBuy = isOn
            self.note(.customer(self.customers[index].customer), isOn ? "turns on Ask to Buy" : "turns off Ask to Buy")
        case .interruptPurchases:
            self.customers[index].isInterrupted = isOn
            let text = isOn ? "has interrupted purchases" : "no longer has interrupted purchases"
            self.note(.customer(self.customers[index].customer), text)
        case .approve, .decline:
            let bought = try self.release(
                .askToBuy,
                of: index,
                product: action.product,
                isGranted: action.verb == .approve
            )
            answer.purchases = bought.map { self.purchase($0) }
        case .resolveInterruption:
            let bought = try self.release(.interrupted, of: index, product: action.product, isGranted: true)
            answer.purchases = bought.map { self.purchase($0) }
        case .declineCard:
            guard [nil, "all", "renewals"].contains(action.scope) else {
                throw .invalidValue(field: "scope", action.scope ?? "")
            }
            self.declineCard(of: index, renewalsOnly: action.scope == "renewals")
        case .repairCard: self.repairCard(of: index)
        case .moveStorefront:
            self.customers[index].storefront = try action.storefrontValue() ?? .usa
            let code = self.customers[index].storefront.code
            self.note(.customer(self.customers[index].customer), "moves to \(code)")
        case .joinFamily: try self.joinFamily(action.name ?? "", index)
        case .leaveFamily: try self.leaveFamily(index)
        case .shareWithFamily: self.setSharing(isOn, of: index)
        case .rescindConsent: self.rescindConsent(of: index, app: try self.index(ofApp: action.app))
        case .openExternalPurchase:
            answer.identifier = try self.openExternalPurchase(
                by: index,
                app: try self.index(ofApp: action.app),
                type: action.reason
            )
        default: break
        }
    }

    private mutating func performOnSubscription(_ action: WorldAction) throws(WorldError) {
        let customer = try self.index(of: WorldCustomer(name: action.customer ?? ""))
        var indices = try self.runningSubscriptions(of: customer, action.product ?? "", in: action.app)
        if indices.count > 1 {
            // What one part of a bundle refuses, all refuse, unless only some have auto-renew on.
            switch action.verb {
            case .cancel, .reenable:
                let some = indices.filter { self.subscriptions[$0].renewal.autoRenews == (action.verb == .cancel) }
                indices = some.isEmpty ? indices : some
            case .expire, .renewNow: for index in indices { try self.requireBegun(index) }
            default: break
            }
        }
        for index in indices { try self.perform(action, on: index) }
    }

    private mutating func perform(_ action: WorldAction, on index: Int) throws(WorldError) {
        switch action.verb {
        case .cancel: try self.cancel(index)
        case .reenable: try self.reenable(index)
        case .consentToPrice: try self.consentToPrice(index)
        case .changeSeats: try self.changeSeats(of: index, to: action.seats ?? 0)
        case .expire:
            try self.endNow(index)
            self.subscriptions[index].renewal.autoRenews = false
            self.expire(index, intent: .other, subtype: nil)
        case .renewNow:
            let end = self.subscriptions[index].renewal.expiresAt
            try self.endNow(index)
            self.moveCommitment(of: index, by: self.subscriptions[index].renewal.expiresAt - end)
            self.schedule(nil, at: 0, for: index)
            self.endPeriod(of: index)
        case .delayRenewal:
            guard let milliseconds = action.milliseconds, milliseconds > 0 else {
                throw .invalidValue(field: "milliseconds", "\(action.milliseconds ?? 0)")
            }
            self.subscriptions[index].delayMilliseconds = milliseconds
            self.scheduleEndOfPeriod(of: index)
            self.note(.appStore, "delays the next renewal", transaction: self.subscriptions[index].latest)
        default: break
        }
    }

    /// Ends the running period of a subscription at this instant, unless the following period is already paid for.
    private mutating func endNow(_ index: Int) throws(WorldError) {
        try self.requireBegun(index)
        guard self.now < self.subscriptions[index].renewal.expiresAt else { return }
        let latest = self.subscriptions[index].latest
        self.subscriptions[index].renewal.expiresAt = self.now
        self.subscriptions[index].anchoredAt = self.now
        self.subscriptions[index].periods = 0
        self.end(periodOf: latest, at: self.now)
    }

    /// Throws unless the latest period of a subscription has begun.
    private func requireBegun(_ index: Int) throws(WorldError) {
        guard self.transactions[self.subscriptions[index].latest].purchasedAt <= self.now else { throw .renewedAhead }
    }

    private mutating func performOnTransaction(_ action: WorldAction) throws(WorldError) {
        let index = try self.index(ofTransaction: action.transaction ?? "")
        switch action.verb {
        case .requestRefund:
            let reason = ConsumptionRequestReason(rawValue: action.reason ?? "OTHER")
            guard ConsumptionRequestReason.allKnown.contains(reason) else {
                throw .invalidValue(field: "reason", reason.rawValue)
            }
            try self.requestRefund(index, reason: reason, text: action.text ?? "")
        case .refund:
            guard let number = Int32(action.reason ?? "0"), (0...1).contains(number) else {
                throw .invalidValue(field: "reason", action.reason ?? "")
            }
            let reason = TransactionRevocationReason(rawValue: number)
            if let seats = action.seats {
                guard action.percentage == nil else {
                    throw .invalidValue(field: "percentage", "\(action.percentage ?? 0), beside seats")
                }
                try self.refund(seats: seats, of: index, reason: reason)
            } else {
                try self.refund(index, percentage: action.percentage, reason: reason)
            }
        case .reverseRefund: try self.reverseRefund(index)
        case .answerConsumption:
            let preference = action.preference.map { RefundPreference(rawValue: $0) }
            guard preference.map({ RefundPreference.allKnown.contains($0) }) ?? true else {
                throw .invalidValue(field: "preference", action.preference ?? "")
            }
            if let fault = self.refusal(ofAnswerAbout: index, preference, percentage: action.percentage) {
                throw .consumptionRefused(code: fault.code)
            }
            self.answerConsumption(index, preference: preference, consumedPercentage: action.percentage)
        case .finish: self.finish(index)
        case .setAppAccountToken: self.setAppAccountToken(index, try action.tokenValue() ?? "")
        case .extendRenewal:
            guard let subscription = self.transactions[index].subscription else {
                throw .extensionRefused(code: 4_030_004)
            }
            try self.extendRenewal(subscription, days: try action.daysValue())
        case .callCommerce: try self.callCommerce(action, app: self.transactions[index].app)
        default: break
        }
    }

    private mutating func performAsDeveloper(
        _ action: WorldAction,
        _ answer: inout WorldActionResult
    ) throws(WorldError) {
        switch action.verb {
        case .changePrice:
            let product = try self.product(action.product ?? "", in: action.app)
            let storefront = try action.storefrontValue()
            let old = self.product(product.product, of: product.app)
            let currency = action.currency ?? (storefront.map { old.price(in: $0) } ?? old.price).currency
            try self.changePrice(
                of: product,
                to: WorldPrice(milliunits: action.price ?? 0, currency: currency),
                in: storefront,
                consent: action.consent ?? "auto",
                isPreserved: action.enabled == false
            )
        case .removeFromSale:
            self.withdrawn.insert(try self.product(action.product ?? "", in: action.app))
            self.note(.developer, "removes \(action.product ?? "") from sale")
        case .returnToSale:
            self.withdrawn.remove(try self.product(action.product ?? "", in: action.app))
            self.note(.developer, "returns \(action.product ?? "") to sale")
        case .setGracePeriod:
            let app = try self.index(ofApp: action.app)
            guard let scope = WorldApp.GraceScope(rawValue: action.scope ?? "all") else {
                throw .invalidValue(field: "scope", action.scope ?? "")
            }
            self.apps[app].gracePeriodDays = action.days.flatMap { $0 > 0 ? $0 : nil }
            self.apps[app].graceScope = scope
            self.note(.developer, "grants \(action.days ?? 0) days of billing grace")
        case .setNotificationURL:
            self.apps[try self.index(ofApp: action.app)].notificationURL = action.url
        case .extendAllRenewals:
            let days = try action.daysValue()
            self.extendAllRenewals(
                of: try self.product(action.product ?? "", in: action.app),
                days: days,
                reason: Int(action.reason ?? "0") ?? 0,
                request: action.request ?? "",
                storefronts: action.storefronts
            )
        case .requestTestNotification:
            answer.identifier = try self.requestTestNotification(of: try self.index(ofApp: action.app))
        case .setSwitch: try self.setSwitch(action)
        default: break
        }
    }

    private mutating func setSwitch(_ action: WorldAction) throws(WorldError) {
        let name = action.name ?? ""
        let apps = try action.app.map { bundleId throws(WorldError) in [try self.index(ofApp: bundleId)] }
        for app in apps ?? Array(self.apps.indices) {
            if let path = WorldBehavior.switches[name] {
                guard let isOn = action.enabled else { throw .missingField("enabled", action: "setSwitch") }
                self.apps[app].behavior[keyPath: path] = isOn
            } else if let path = WorldBehavior.durations[name] {
                guard let milliseconds = action.milliseconds, milliseconds >= 0 else {
                    throw .missingField("milliseconds", action: "setSwitch")
                }
                self.apps[app].behavior[keyPath: path] = milliseconds
            } else {
                throw .unknownSwitch(name)
            }
        }
        self.note(.tester, "sets \(name)")
    }

    private mutating func callCommerce(_ action: WorldAction, app: Int) throws(WorldError) {
        guard let operation = CommerceOperation(rawValue: action.name ?? "") else {
            throw .invalidValue(field: "name", action.name ?? "")
        }
        do throws(CommerceError) {
            let body = action.commerce?.json() ?? []
            _ = try self.commerce(operation, of: action.transaction ?? "", body: body, app: app)
        } catch {
            throw .commerceRefused(code: error.rawValue)
        }
    }
}
