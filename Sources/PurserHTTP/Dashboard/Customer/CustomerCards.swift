import Ledger
import PurserService

/// The cards of a customer's page, as values for its template.
struct CustomerCards {
    /// The number of purchases in the short list.
    private static let purchaseCount = 8
    /// The maximum number of tokens and Apple Accounts that are listed.
    private static let maximumIDs = 5

    /// What is known of the customer.
    let overview: CustomerOverview
    /// The request.
    let visit: DashboardVisit
    /// The app.
    let app: DashboardApp
    /// The purchases, earliest first.
    let lines: [PurchaseLine]

    /// Creates the cards of a customer.
    init(overview: CustomerOverview, visit: DashboardVisit, app: DashboardApp) {
        self.overview = overview
        self.visit = visit
        self.app = app
        self.lines = overview.ledger.purchases(at: overview.at, catalog: app.app.catalog)
    }

    /// The customer.
    var customer: CustomerID { self.overview.customer }

    /// Whether the operator may change something, and the customer still has a name.
    var mayWrite: Bool { self.visit.mayUse(.write) && !self.customer.isErased }

    /// Returns the address of a page below the customer's.
    func path(_ page: String...) -> String {
        self.app.path(["customers", self.customer.rawValue] + page)
    }

    /// The values of everything that the overview knows.
    var values: [String: Any] {
        let overview = self.overview
        let from = self.visit.query["from"]
        let isFromMerged = overview.mergedCustomers.contains { $0.rawValue == from }
        var values: [String: Any] = [
            "customerName": self.customer.rawValue,
            "mergedNotice": isFromMerged ? self.visit.text("customerMerged", from) : false,
            "erasedNotice": self.customer.isErased ? self.visit.text("customerErased") : false,
            "since": overview.firstSeenAt.map { DashboardVisit.time($0) as Any } ?? false,
            "merged": overview.mergedCustomers.isEmpty
                ? false
                : self.visit.text("customerIncludes", overview.mergedCustomers.map(\.rawValue).joined(separator: ", ")),
            "acts": self.acts, "entitlements": overview.entitlements.map(self.entitlement),
            "hasEntitlements": !overview.entitlements.isEmpty, "people": self.people,
            "purchases": self.lines.reversed().prefix(Self.purchaseCount).map(self.purchase),
            "hasPurchases": !self.lines.isEmpty, "purchasesPath": self.path("purchases"),
            "transfersPath": self.path("transfers"),
        ]
        let chart = CustomerChart.chart(overview, lines: self.lines, self.visit, self.app)
        values["chart"] = chart.values(label: self.visit.text("timelineChart"), now: self.visit.text("timelineNow"))
        values["partNotice"] =
            overview.isWhole
            ? false : self.visit.text("customerPart", DashboardNumbers.count(self.lines.count))
        return values
    }

    /// The buttons in the head of the page, by what the role may do.
    private var acts: [[String: Any]] {
        guard self.mayWrite else { return [] }
        func act(_ name: String, _ page: String, isDangerous: Bool = false) -> [String: Any] {
            self.visit.link(name, to: self.path(page), isDangerous: isDangerous)
        }
        var acts = [act("grantGive", "grant")]
        if self.visit.mayUse(.admin) { acts.append(act("transferShort", "transfer")) }
        acts += [act("mergeShort", "merge"), act("blockShort", "block")]
        if self.visit.mayUse(.admin), self.app.environment == .sandbox { acts.append(act("retireShort", "retire")) }
        acts.append(act("eraseShort", "erase", isDangerous: true))
        return acts
    }

    private func entitlement(_ entitlement: Entitlement) -> [String: Any] {
        let place = DashboardApp(self.app.app, in: entitlement.environment)
        return [
            "name": entitlement.name.rawValue, "chip": entitlement.chip, "says": entitlement.sentence(self.visit),
            "path": entitlement.transactionIDs.first.map { place.path("transactions", $0.rawValue) } ?? false,
        ]
    }

    /// Tokens, Apple Accounts, devices and consent.
    private var people: [String: Any] {
        let overview = self.overview
        func shown(_ ids: [String]) -> [[String: Any]] { ids.prefix(Self.maximumIDs).map { ["id": $0] } }
        func more(_ count: Int) -> String { count > Self.maximumIDs ? "+\(count - Self.maximumIDs)" : "" }
        func act(_ group: String, _ page: String) -> Any {
            self.mayWrite ? ["path": self.path(group, page)] : false
        }
        let stated = self.statedTokens
        return [
            "tokens": shown(overview.tokens.map(\.description)),
            "moreTokens": more(overview.tokens.count),
            "hasNoToken": overview.tokens.isEmpty && stated.isEmpty,
            "stated": stated.isEmpty
                ? false : ["ids": shown(stated.map(\.description)), "more": more(stated.count)] as [String: Any],
            "accounts": shown(overview.accounts.map(\.account.rawValue)),
            "moreAccounts": more(overview.accounts.count), "hasNoAccount": overview.accounts.isEmpty,
            "sessions": DashboardNumbers.count(overview.sessionCount),
            "consent": overview.consent.map {
                self.visit.text("consentInForce", $0.givenAt.dayText, $0.version, $0.storefront)
            } ?? self.visit.text(overview.consentCount == 0 ? "consentNone" : "consentNotInForce"),
            "consentChip": overview.consent == nil ? "" : "good", "consentsPath": self.path("consents"),
            "createToken": act("tokens", "create"),
            "endSessions": overview.sessionCount == 0 ? false : act("sessions", "end"),
            "recordConsent": act("consents", "record"),
            "withdrawConsent": overview.consent == nil ? false : act("consents", "withdraw"),
        ]
    }

    /// The further tokens by which purchases belong to the customer, such as those of orders; newest purchase first.
    private var statedTokens: [AccountToken] {
        var tokens: [TransactionID: AccountToken] = [:]
        for owned in self.overview.ledger.chains {
            for record in owned.chain.transactions { tokens[record.transactionID] = record.current.accountToken }
        }
        var seen = Set(self.overview.tokens)
        return self.lines.reversed().filter { [.accountToken, .renewalToken].contains($0.claim.reason) }
            .compactMap { line in line.transactionIDs.lazy.compactMap { tokens[$0] }.first }
            .filter { seen.insert($0).inserted }
    }

    private func purchase(_ line: PurchaseLine) -> [String: Any] {
        var product = line.quantity > 1 ? "\(line.productID) × \(line.quantity)" : line.productID.rawValue
        if line.seats != nil { product = self.visit.text("customerSeats", line.productID.rawValue, "\(line.quantity)") }
        return [
            "product": product,
            "path": line.transactionIDs.first.map { self.app.path("transactions", $0.rawValue) } ?? "",
            "chip": line.state.chip, "state": self.visit.text(line.state.textKey),
            "from": DashboardVisit.time(line.endsAt == nil ? line.purchasedAt : line.beginsAt),
            "until": line.endsAt.map { DashboardVisit.time($0) as Any } ?? false,
            "price": line.price.map { DashboardNumbers.money($0) } ?? "",
            "why": self.visit.text("customerPurchaseWhy", line.claim.reason.sentence(self.visit)),
        ]
    }

    // MARK: What other services know

    /// Returns the values of a wallet.
    func wallet(_ wallet: WalletBalance) -> [String: Any] {
        let coin = wallet.name.coin.rawValue
        let acts = ["grant": self.path("wallets", coin, "grant"), "adjust": self.path("wallets", coin, "adjust")]
        return [
            "title": self.visit.text("walletOf", coin), "balance": DashboardNumbers.count(wallet.balance),
            "held": DashboardNumbers.count(wallet.held), "debt": DashboardNumbers.count(wallet.debt),
            "hasDebt": wallet.debt > 0, "path": self.path("wallets", coin),
            "acts": self.mayWrite ? acts : false,
        ]
    }

    /// Returns the values of a grant.
    func grant(_ grant: Grant) -> [String: Any] {
        [
            "name": grant.entitlement.rawValue, "says": grant.sentence(self.visit),
            "path": self.mayWrite ? self.path("grants", grant.id.rawValue, "revoke") : false,
        ]
    }

    /// Returns the values of an order; without a price of the shop's it shows the price of its payment.
    func order(_ record: OrderRecord, at now: Instant) -> [String: Any] {
        let state = record.state(at: now)
        let place = DashboardApp(self.app.app, in: record.order.environment)
        let payment = record.matches.first { $0.environment == self.app.environment }?.transactionID
        let paid = payment.flatMap { id in self.lines.first { $0.transactionIDs.contains(id) }?.price }
        return [
            "id": record.order.id.rawValue, "path": place.path("orders", record.order.id.rawValue),
            "product": record.order.productID.rawValue, "chip": state.chip, "state": self.visit.text(state.textKey),
            "at": DashboardVisit.time(record.order.createdAt),
            "price": (record.order.price ?? paid).map { DashboardNumbers.money($0) } ?? "",
        ]
    }

    /// Returns the values of a fulfillment.
    func fulfillment(_ fulfillment: Fulfillment) -> [String: Any] {
        let state = fulfillment.state
        let place = DashboardApp(self.app.app, in: fulfillment.environment)
        return [
            "product": fulfillment.goods.productID.rawValue,
            "path": place.path("fulfillments", fulfillment.id.rawValue), "chip": state.chip,
            "state": self.visit.text(state.textKey),
            "reason": fulfillment.reason.map { self.visit.text($0.textKey) } ?? false,
            "at": DashboardVisit.time(fulfillment.changedAt),
        ]
    }

    /// Returns the values of held evidence.
    func held(_ held: HeldSubmission) -> [String: Any] {
        [
            "transaction": held.submission.transactionID.rawValue, "code": held.code,
            "reason": self.visit.text(held.reason.textKey), "at": DashboardVisit.time(held.receivedAt),
        ]
    }

    /// Returns the values of the reasons to review the customer.
    func risk(_ risk: Risk) -> [String: Any] {
        let points = DashboardNumbers.count(risk.points)
        let threshold = self.app.app.catalog.riskThreshold
        return [
            "isElsewhere": false, "isEmpty": risk.reasons.isEmpty,
            "points": threshold.map { self.visit.text("riskPointsOf", points, DashboardNumbers.count($0)) }
                ?? self.visit.text("riskPointsOnly", points),
            "reasons": risk.reasons.map { reason -> [String: Any] in
                [
                    "points": "+\(reason.points)", "says": reason.sentence(self.visit),
                    "last": reason.lastAt.map { self.visit.text("riskLast", $0.dayText) } ?? "",
                    "customers": reason.customers.map {
                        ["name": $0.rawValue, "path": self.app.path("customers", $0.rawValue)]
                    },
                    "transactions": reason.transactions.prefix(3).map {
                        ["name": $0.rawValue, "path": self.app.path("transactions", $0.rawValue)]
                    },
                ]
            },
        ]
    }
}

extension Grant {
    /// Returns whether it has not ended: it gives its entitlement now, or later.
    func isOpen(at now: Instant) -> Bool { [.active, .queued].contains(self.state(at: now)) }

    /// Returns from when until when it gives its entitlement, and who granted it.
    func sentence(_ visit: DashboardVisit) -> String {
        let by = visit.text("grantBy", self.grantedBy, self.grantedAt.dayText)
        let time =
            self.endsAt.map { visit.text("grantFromUntil", self.beginsAt.dayText, $0.dayText) }
            ?? visit.text("grantFrom", self.beginsAt.dayText)
        return "\(time) \(by)"
    }
}
