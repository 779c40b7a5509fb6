package import Notation

/// The subjects of events as JSON, with the same names and shapes as in the API's answers.
extension JSONText {
    /// Adds everything about a subscription.
    package mutating func describe(_ state: SubscriptionState, of root: OriginalTransactionID?) {
        self.add("originalTransaction", root?.rawValue)
        self.add("state", state.phase.code)
        self.add("confirmed", state.phase != .expired(isConfirmed: false))
        self.add("active", state.hasAccess)
        self.add("reason", state.reason.rawValue)
        self.add("since", state.since)
        self.add("until", state.until)
        self.add("product", state.productID?.rawValue)
        self.add("transaction", state.transactionID?.rawValue)
        self.add("transactions", state.transactionIDs.map(\.rawValue))
        self.add("willRenew", state.willRenew.rawValue)
        let answer = SubscriptionDetails(state)
        self.add(renewalsOf: answer)
        self.add("revocation", state.revocation)
        self.add(outlookOf: answer)
    }

    /// Adds everything about a purchase.
    package mutating func describe(_ purchase: Purchase, claim: Claim) {
        let snapshot = purchase.snapshot
        self.add("transactions", purchase.transactionIDs.map(\.rawValue))
        self.add("originalTransaction", snapshot.originalTransactionID.rawValue)
        self.add("product", snapshot.productID.rawValue)
        self.add("type", snapshot.kind.rawValue)
        self.add("quantity", Int64(snapshot.quantity))
        if let seats = snapshot.seats { self.add("seats") { $0.describe(seats) } }
        self.add("purchasedAt", purchase.begunAt)
        self.add("expiresAt", snapshot.expiresAt)
        self.add("ownership", snapshot.ownership.rawValue)
        self.add("transactionReason", snapshot.reason?.rawValue)
        self.add("upgraded", snapshot.isUpgraded)
        self.add("price", snapshot.price)
        self.add("storefront", snapshot.storefront)
        self.add("offer", snapshot.offer)
        self.add("revocation", snapshot.revocation)
        if let report = purchase.reportedRefund { self.add("reportedRefund") { $0.describe(report) } }
        self.add("accountToken", purchase.accountToken?.description)
        self.add("claim") { json in
            json.add("owner", claim.owner?.rawValue)
            json.add("reason", claim.reason.rawValue)
        }
    }

    /// Adds the seats of a transaction.
    package mutating func describe(_ seats: Seats) {
        self.add("refunded", Int64(seats.revokedCount))
        self.add("added", seats.isAddition)
        self.add("invitations", seats.invitations?.rawValue.lowercased())
        self.add("tiers", seats.tiers) { json, tier in
            json.add("priceMilliunits", tier.priceMilliunits)
            json.add("quantity", Int64(tier.quantity))
        }
    }

    /// Adds a reported refund and its treatment.
    package mutating func describe(_ report: ReportedRefund) {
        self.add("reportedAt", report.reportedAt)
        self.add("revokedAt", report.revokedAt)
        self.add("reason", report.reason.map(Int64.init))
        self.add("treatment", report.treatment.rawValue)
    }

    /// Adds an instant in RFC 3339; nothing for `nil`.
    package mutating func add(_ key: StaticString, _ value: Instant?) {
        guard let value else { return }
        self.addPlain(key) { value.appendRFC3339(to: &$0) }
    }

    /// Adds an amount; nothing for `nil`.
    package mutating func add(_ key: StaticString, _ money: Money?) {
        guard let money else { return }
        self.add(key) { $0.describe(money) }
    }

    /// Adds amounts by currency, in the order of currencies.
    package mutating func add(_ key: StaticString, amounts: [String: some BinaryInteger]) {
        self.add(key, amounts.sorted { $0.key < $1.key }) { json, amount in
            json.describe(Money(amountMilliunits: Int64(clamping: amount.value), currency: amount.key))
        }
    }

    /// Adds the parts of an amount.
    package mutating func describe(_ money: Money) {
        self.add("amountMilliunits", money.amountMilliunits)
        self.add("currency", money.currency)
    }

    /// Adds an offer; nothing for `nil`.
    mutating func add(_ key: StaticString, _ offer: Offer?) {
        guard let offer else { return }
        self.add(key) { json in
            json.add("offerType", Int64(offer.type))
            json.add("offerIdentifier", offer.identifier)
            json.add("offerDiscountType", offer.discountType)
            json.add("offerPeriod", offer.period)
        }
    }

    private mutating func add(_ key: StaticString, _ revocation: Revocation?) {
        guard let revocation else { return }
        self.add(key) { json in
            json.add("revokedAt", revocation.revokedAt)
            json.add("reason", revocation.reason.map(Int64.init))
            json.add("type", revocation.type)
            json.add("percentageMilliunits", revocation.percentageMilliunits.map(Int64.init))
        }
    }
}
