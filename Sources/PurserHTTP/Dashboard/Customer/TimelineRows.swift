import AppStore
import Ledger
import Notation
import PurserService

/// Entries of a customer's timeline as rows of a table: when, what, what it says, and the amount.
struct TimelineRows {
    /// The columns.
    static let columns: [DashboardTable.Column] = [
        .init("happenedAt"), .init("happenedWhat"), .init("happenedSays"), .init("happenedAmount", isMoney: true),
    ]

    /// The maximum number of purchases that an entry names.
    private static let shownPurchases = 3

    /// The request.
    let visit: DashboardVisit
    /// The app.
    let app: DashboardApp

    /// What a row says.
    private struct Content {
        var what: DashboardTable.Cell
        var says: DashboardTable.Cell
        var amount = DashboardTable.Cell("")
        var acts: [(name: String, path: String)] = []
    }

    /// Returns the row of an entry.
    func row(_ entry: TimelineEntry) -> DashboardTable.Row {
        let content =
            switch entry.subject {
            case .event(let event): self.content(event)
            case .evidence(let evidence, let environment): self.content(evidence, self.place(environment))
            case .transfer(let transfer): self.content(transfer)
            case .submission(let submission, let environment): self.content(submission, self.place(environment))
            case .action(let action): self.content(action)
            }
        return DashboardTable.Row(
            cells: [.init(entry.at), content.what, content.says, content.amount],
            acts: content.acts
        )
    }

    private func place(_ environment: StoreEnvironment) -> DashboardApp { DashboardApp(self.app.app, in: environment) }

    // MARK: Events

    private func content(_ event: Event) -> Content {
        let happened = event.name.happened
        let place = event.environment.map(self.place) ?? self.app
        var content = Content(
            what: .init(
                self.visit.text(happened.key),
                value: event.name.rawValue,
                link: place.path("events", event.id.rawValue),
                chip: happened.chip
            ),
            says: .init("")
        )
        if let cause = event.cause {
            content.acts = [("happenedEvidence", place.path("evidence", cause.hexadecimal))]
        }
        guard let body = try? JSONValue(json: event.body) else { return content }
        // The event of the new owner has the subscription too.
        if body["transfer"] != nil, let transactions = body["transactions"]?.elements {
            self.describe(transfer: body, count: transactions.count, place, &content)
        } else if let subject = body["refund"] {
            self.describe(subject, "refunds", place, &content)
            let reason = subject["requests"]?.elements?.last?["reason"]?.text
            content.says.note = reason.map { self.visit.text("happenedReason", $0) }
        } else if let subject = body["order"] {
            self.describe(subject, "orders", place, &content)
        } else if let subject = body["fulfillment"] {
            self.describe(subject, "fulfillments", place, &content)
            content.says.note = subject["reason"]?.text.map { reason in
                FulfillmentReason(rawValue: reason).map { self.visit.text($0.textKey) } ?? reason
            }
        } else if let movement = body["movement"], let wallet = body["wallet"] {
            self.describe(movement, of: wallet, &content)
        } else if let subject = body["entitlement"] {
            content.says.text = subject["name"]?.text ?? ""
            content.says.note = subject["product"]?.text
        } else if let subject = body["subscription"] {
            self.describe(subscription: subject, place, &content)
        } else if let subject = body["transaction"] {
            self.describe(purchase: subject, place, &content)
        } else if let risk = body["risk"], let points = risk["points"]?.integer {
            let threshold = risk["threshold"]?.integer ?? 0
            content.says.text = self.visit.text("happenedRisk", "\(points)", "\(threshold)")
        }
        return content
    }

    /// Describes something with an id, a product and a price, which has a page of its own.
    private func describe(_ subject: JSONValue, _ page: String, _ place: DashboardApp, _ content: inout Content) {
        content.says.text = subject["product"]?.text ?? ""
        content.says.link = subject["id"]?.text.map { place.path(page, $0) }
        content.amount = Self.amount(subject["price"])
    }

    private func describe(purchase: JSONValue, _ place: DashboardApp, _ content: inout Content) {
        content.says.text = Self.goods(of: purchase)
        content.says.link = purchase["transactions"]?.elements?.first?.text.map { place.path("transactions", $0) }
        if let owner = purchase["claim"]?["owner"]?.text, let reason = purchase["claim"]?["reason"]?.text {
            let why = Claim.Reason(rawValue: reason).map { $0.sentence(self.visit) } ?? reason
            content.says.note = self.visit.text("happenedOwner", owner, why)
        }
        guard let revocation = purchase["revocation"] else {
            content.amount = Self.amount(purchase["price"])
            return
        }
        let isRefund = purchase["ownership"]?.text == TransactionSnapshot.Ownership.purchased.rawValue
        let share = revocation["percentageMilliunits"]?.integer
        content.says.note = [revocation["type"]?.text, share.map { DashboardNumbers.share($0) }].compactMap(\.self)
            .joined(separator: ", ")
        let isPartOfUnknownSize = share == nil && revocation["type"]?.text == "REFUND_PRORATED"
        if isRefund, !isPartOfUnknownSize {
            content.amount = Self.amount(
                purchase["price"],
                refunded: (share ?? RuleValue.wholeShare, purchase["quantity"]?.integer ?? 1)
            )
        }
    }

    private func describe(subscription: JSONValue, _ place: DashboardApp, _ content: inout Content) {
        content.says.text = subscription["product"]?.text ?? ""
        content.says.link = subscription["originalTransaction"]?.text.map { place.path("subscriptions", $0) }
        var notes: [String] = []
        if let until = subscription["until"]?.text {
            notes.append(self.visit.text("happenedUntil", String(until.prefix(10))))
        }
        if let next = subscription["nextProduct"]?.text, next != content.says.text {
            notes.append(self.visit.text("happenedNext", next))
        }
        content.says.note = notes.joined(separator: ", ")
    }

    private func describe(_ movement: JSONValue, of wallet: JSONValue, _ content: inout Content) {
        let coin = wallet["coin"]?.text ?? ""
        let quantity = DashboardNumbers.count(movement["quantity"]?.integer ?? 0)
        let balance = DashboardNumbers.count(wallet["balance"]?.integer ?? 0)
        content.says.text = self.visit.text("happenedCoins", quantity, coin)
        content.says.note = self.visit.text("happenedBalance", balance)
    }

    private func describe(
        transfer: JSONValue,
        count: Int,
        _ place: DashboardApp,
        _ content: inout Content
    ) {
        let moved = self.movement(of: count, from: transfer["from"]?.text, to: transfer["to"]?.text)
        content.says.text = moved
        content.says.link = transfer["transactions"]?.elements?.first?.text.map { place.path("transactions", $0) }
        // The event of the new owner has the purchases, which may be in no other event of theirs.
        guard let purchases = transfer["purchases"]?.elements, let first = purchases.first else { return }
        content.says.text = purchases.prefix(Self.shownPurchases).map { purchase in
            let price = purchases.count > 1 ? Self.amount(purchase["price"]).text : ""
            return Self.goods(of: purchase) + (price.isEmpty ? "" : " (\(price))")
        }.joined(separator: ", ")
        if purchases.count > Self.shownPurchases { content.says.text += " …" }
        content.says.note = moved
        if purchases.count == 1 { content.amount = Self.amount(first["price"]) }
    }

    /// Returns the product of a purchase, with the quantity where it is more than one.
    private static func goods(of purchase: JSONValue) -> String {
        let quantity = purchase["quantity"]?.integer ?? 1
        let product = purchase["product"]?.text ?? ""
        return quantity > 1 ? "\(product) × \(quantity)" : product
    }

    /// Returns whose transactions became whose; `nil` stands for no owner.
    private func movement(of count: Int, from: String?, to: String?) -> String {
        switch (from, to) {
        case (let from?, let to?): self.visit.text("happenedTransfer", "\(count)", from, to)
        case (let from?, nil): self.visit.text("happenedTransferReleased", "\(count)", from)
        case (nil, let to): self.visit.text("happenedTransferClaimed", "\(count)", to ?? "")
        }
    }

    /// Returns a price, or below zero what a refund of a share, in thousandths of a percent, pays back of a quantity.
    private static func amount(
        _ value: JSONValue?,
        refunded: (share: Int64, quantity: Int64)? = nil
    ) -> DashboardTable.Cell {
        guard let whole = value?["amountMilliunits"]?.integer, let currency = value?["currency"]?.text else {
            return DashboardTable.Cell("")
        }
        let price = Money(amountMilliunits: whole, currency: currency)
        guard let refunded else { return .money(price) }
        let back = price.refunded(share: refunded.share, quantity: refunded.quantity)
        return .money(Money(amountMilliunits: -back.amountMilliunits, currency: currency))
    }

    // MARK: Others

    private func content(_ evidence: TimelineEntry.AppleEvidence, _ place: DashboardApp) -> Content {
        switch evidence {
        case .transaction(let snapshot):
            let isRevoked = snapshot.revocation != nil
            return Content(
                what: .init(self.visit.text(isRevoked ? "signedRevocation" : "signedTransaction"), chip: ""),
                says: .init(
                    snapshot.productID.rawValue,
                    link: place.path("transactions", snapshot.transactionID.rawValue),
                    note: snapshot.transactionID.rawValue
                ),
                amount: snapshot.price.map { .money($0) } ?? .init("")
            )
        case .renewal(let snapshot):
            return Content(
                what: .init(self.visit.text("signedRenewal"), chip: ""),
                says: .init(
                    snapshot.productID.rawValue,
                    link: place.path("subscriptions", snapshot.originalTransactionID.rawValue),
                    note: snapshot.renewalAt.map { self.visit.text("happenedUntil", $0.dayText) }
                )
            )
        case .status(let status):
            return Content(
                what: .init(self.visit.text("signedStatus"), chip: ""),
                says: .init(
                    self.visit.text("signedStatusSays", "\(status.status.rawValue)"),
                    link: place.path("subscriptions", status.originalTransactionID.rawValue)
                )
            )
        case .refundRequest(let request):
            return Content(
                what: .init(
                    self.visit.text(request.kind == .requested ? "signedRefundRequest" : "signedRefundEnd"),
                    chip: ""
                ),
                says: .init(
                    request.transactionID.rawValue,
                    link: place.path("transactions", request.transactionID.rawValue)
                )
            )
        }
    }

    private func content(_ transfer: OwnershipTransfer) -> Content {
        let place = self.place(transfer.environment)
        return Content(
            what: .init(self.visit.text("happenedOwnershipTransferred"), chip: "warn"),
            says: .init(
                self.movement(
                    of: transfer.transactionIDs.count,
                    from: transfer.from?.rawValue,
                    to: transfer.to?.rawValue
                ),
                link: transfer.transactionIDs.first.map { place.path("transactions", $0.rawValue) },
                note: transfer.reason.sentence(self.visit)
            )
        )
    }

    private func content(_ submission: Submission, _ place: DashboardApp) -> Content {
        let key =
            switch submission.intent {
            case .purchase: "submittedPurchase"
            case .sync: "submittedSync"
            case .restore: "submittedRestore"
            }
        let id = submission.transactionID.rawValue
        return Content(
            what: .init(self.visit.text(key), chip: ""),
            says: .init(id, link: place.path("transactions", id), note: submission.customer.rawValue)
        )
    }

    private func content(_ action: AuditEntry) -> Content {
        let outcome = [action.outcome.map { self.visit.text($0.textKey) }, action.outcome?.code].compactMap(\.self)
            .joined(separator: ", ")
        return Content(
            what: .init(self.visit.text("happenedAction"), chip: ""),
            says: .init(
                self.visit.text("happenedActionSays", action.operatorName, action.action.rawValue),
                note: [action.reason?.text, outcome].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " · ")
            )
        )
    }
}

extension Claim.Reason {
    /// Returns why a purchase is a customer's, as the end of a sentence.
    func sentence(_ visit: DashboardVisit) -> String {
        let key =
            switch self {
            case .decision: "customerClaimDecision"
            case .familyMember: "customerClaimFamilyMember"
            case .restore: "customerClaimRestore"
            case .accountToken: "customerClaimAccountToken"
            case .renewalToken: "customerClaimRenewalToken"
            case .predecessor: "customerClaimPredecessor"
            case .purchaser: "customerClaimPurchaser"
            case .changeOfPlan: "customerClaimChangeOfPlan"
            case .appleAccount: "customerClaimAppleAccount"
            case .firstSubmission: "customerClaimFirstSubmission"
            case .unclaimed: "customerClaimUnclaimed"
            }
        return visit.text(key)
    }
}
