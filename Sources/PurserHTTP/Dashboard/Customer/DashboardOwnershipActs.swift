import HTTPTypes
import Hummingbird
import Ledger
import PurserService

/// The acts on ownership: transfer a purchase, merge a customer, retire a tester, erase a customer, and undo.
struct DashboardOwnershipActs: Sendable {
    /// The service that transfers purchases, and merges and erases customers.
    let service: CustomerService

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        routes.act(app: "customers/:customer/transfer", for: .scope(.admin)) { visit, app in
            try self.transfer(visit, app)
        }
        routes.act(app: "customers/:customer/merge", for: .scope(.write)) { visit, app in try self.merge(visit, app) }
        routes.act(app: "customers/:customer/retire", for: .scope(.admin)) { visit, app in
            try self.retire(visit, app)
        }
        routes.act(app: "customers/:customer/erase", for: .scope(.write)) { visit, app in try self.erase(visit, app) }
        routes.act(app: "ownership-changes/:change/undo", for: .scope(.admin)) { visit, app in
            self.undo(visit, app)
        }
    }

    /// Runs work, and puts a refusal at the field with the customer, or at that with the transaction.
    private static func explaining<Answer>(
        _ field: String,
        _ work: () async throws -> Answer
    ) async throws -> Answer {
        do {
            return try await work()
        } catch CustomerError.refused(.unknownTransaction) {
            throw Problem.customer(.refused(.unknownTransaction), field: "transaction")
        } catch let error as CustomerError {
            throw Problem.customer(error, field: field)
        }
    }

    private static func customer(_ field: String, in form: DashboardForm, _ visit: DashboardVisit) throws -> CustomerID
    {
        guard let customer = CustomerID(form[field].trimmed) else {
            throw Problem(.unprocessableContent, code: "customer_invalid", visit.text("customerInvalid"), field: field)
        }
        return customer
    }

    // MARK: Acts

    private func transfer(_ visit: DashboardVisit, _ app: DashboardApp) throws -> DashboardAct {
        let customer = try visit.customer()
        return DashboardAct(
            title: "transferTitle",
            introduction: [visit.text("transferAbout", customer.rawValue)],
            fields: [
                DashboardField(name: "transaction", label: "transaction", help: "transferTransactionHelp", maximum: 64),
                DashboardField(name: "to", label: "transferToField", maximum: CustomerID.maximumBytes),
                DashboardField(
                    name: "reach",
                    label: "transferReach",
                    kind: .choice([
                        (Decision.Reach.purchase.rawValue, visit.text("reachPurchase")),
                        (Decision.Reach.chainSoFar.rawValue, visit.text("reachChainSoFar")),
                        (Decision.Reach.chainOn.rawValue, visit.text("reachChainOn")),
                    ])
                ),
                DashboardField(
                    name: "setAccountToken",
                    label: "transferSetToken",
                    kind: .choice([("no", visit.text("no")), ("yes", visit.text("yes"))]),
                    help: "transferSetTokenHelp"
                ),
            ],
            confirm: "transferConfirm",
            back: app.path("customers", customer.rawValue),
            visit,
            work: { form, origin, isPreview in
                let request = TransferRequest(
                    TransactionID(form["transaction"].trimmed),
                    in: app.environment,
                    to: try Self.customer("to", in: form, visit),
                    reach: Decision.Reach(rawValue: form["reach"]) ?? .purchase,
                    setsAccountToken: form["setAccountToken"] == "yes"
                )
                return try await Self.explaining("to") {
                    try await self.service.transfer(request, in: app.app, by: origin, isPreview: isPreview)
                }
            },
            preview: { $0.preview(visit, undo: "transferUndo") },
            done: { outcome in
                let hasFailed = if case .failed = outcome.token { true } else { false }
                let notice = hasFailed ? "doneTransferTokenFailed" : "doneTransfer"
                return app.path("customers", customer.rawValue, "transfers", query: ["done": notice])
            }
        )
    }

    private func merge(_ visit: DashboardVisit, _ app: DashboardApp) throws -> DashboardAct {
        let customer = try visit.customer()
        return DashboardAct(
            title: "mergeTitle",
            introduction: [visit.text("mergeAbout", customer.rawValue)],
            fields: [DashboardField(name: "into", label: "mergeInto", maximum: CustomerID.maximumBytes)],
            needsPassword: true,
            confirm: "mergeConfirm",
            back: app.path("customers", customer.rawValue),
            visit,
            work: { form, origin, isPreview in
                let target = try Self.customer("into", in: form, visit)
                let outcome = try await Self.explaining("into") {
                    try await self.service.merge(customer, into: target, in: app.app, by: origin, isPreview: isPreview)
                }
                return (target: target, outcome: outcome)
            },
            preview: { merged in
                var preview = merged.outcome.preview(visit, undo: "mergeUndo")
                preview.effects.insert(visit.text("mergeEffect", customer.rawValue, merged.target.rawValue), at: 0)
                return preview
            },
            done: { merged in
                let query: KeyValuePairs = ["from": customer.rawValue, "done": "doneMerge"]
                return app.path("customers", merged.target.rawValue, query: query)
            }
        )
    }

    private func retire(_ visit: DashboardVisit, _ app: DashboardApp) throws -> DashboardAct {
        let customer = try visit.customer()
        return DashboardAct(
            title: "retireTitle",
            introduction: [visit.text("retireAbout", customer.rawValue)],
            back: app.path("customers", customer.rawValue),
            visit,
            work: { _, origin, isPreview in
                try await Problem.explaining {
                    try await self.service.retire(customer, in: app.app, by: origin, isPreview: isPreview)
                }
            },
            preview: { outcome in
                // The name of the new anonymous customer differs in each preview.
                let count = outcome.transfers.map(\.transactionIDs.count).reduce(0, +)
                return .init(
                    effects: [visit.text("retireEffect", "\(count)", customer.rawValue)],
                    undo: visit.text("transferUndo"),
                    isNothing: count == 0
                )
            },
            done: { _ in app.path("customers", customer.rawValue, query: ["done": "doneTransfer"]) }
        )
    }

    private func erase(_ visit: DashboardVisit, _ app: DashboardApp) throws -> DashboardAct {
        let customer = try visit.customer()
        return DashboardAct(
            title: "eraseTitle",
            introduction: [visit.text("eraseAbout", customer.rawValue)],
            fields: [
                DashboardField(name: "confirm", label: "eraseConfirmID", maximum: CustomerID.maximumBytes)
            ],
            needsPassword: true,
            isDangerous: true,
            back: app.path("customers", customer.rawValue),
            visit,
            work: { form, origin, isPreview in
                guard CustomerID(form["confirm"].trimmed) == customer else {
                    let text = visit.text("eraseConfirmWrong")
                    throw Problem(.unprocessableContent, code: "confirmation_missing", text, field: "confirm")
                }
                return try await Problem.explaining {
                    try await self.service.erase(customer, in: app.app, by: origin, isPreview: isPreview)
                }
            },
            preview: { erases, outcome in
                let counts = visit.text(
                    "eraseEffect",
                    "\(erases.tokens)",
                    "\(erases.accounts)",
                    "\(erases.facts)",
                    "\(erases.consents)",
                    "\(erases.reasons)"
                )
                return .init(
                    effects: [counts, visit.text("eraseKeeps", "\(erases.purchases)")] + outcome.losses(visit),
                    undo: visit.text("eraseUndo")
                )
            },
            done: { _ in app.path("customers", query: ["done": "doneErase"]) }
        )
    }

    private func undo(_ visit: DashboardVisit, _ app: DashboardApp) -> DashboardAct {
        let change = OwnershipChangeID(visit.parameters.get("change") ?? "")
        return DashboardAct(
            title: "undoTitle",
            introduction: [visit.text("undoAbout", change.rawValue)],
            back: app.path("customers"),
            visit,
            work: { _, origin, isPreview in
                try await Problem.explaining {
                    try await self.service.undo(change, in: app.app, by: origin, isPreview: isPreview)
                }
            },
            preview: { $0.preview(visit, undo: "undoUndo") },
            done: { outcome in
                let customer = outcome.transfers.compactMap { $0.to ?? $0.from }.first
                return app.path("customers", customer?.rawValue ?? "", query: ["done": "doneUndo"])
            }
        )
    }
}

extension OwnershipOutcome {
    /// Returns what the action will do: what is transferred, and who gains or loses what.
    func preview(_ visit: DashboardVisit, undo: String) -> DashboardAct.Preview {
        if self.nothing != nil { return .init(effects: [visit.text("transferNothing")], isNothing: true) }
        var counts: [(from: CustomerID?, to: CustomerID?, count: Int)] = []
        for transfer in self.transfers {
            let count = transfer.transactionIDs.count
            if let place = counts.firstIndex(where: { $0.from == transfer.from && $0.to == transfer.to }) {
                counts[place].count += count
            } else {
                counts.append((transfer.from, transfer.to, count))
            }
        }
        let nobody = visit.text("transferNobody")
        var effects = counts.map { entry in
            visit.text(
                "transferEffect",
                "\(entry.count)",
                entry.from?.rawValue ?? nobody,
                entry.to?.rawValue ?? nobody
            )
        }
        if effects.isEmpty { effects.append(visit.text("transferNoPurchase")) }
        effects += self.losses(visit)
        if self.isNewCustomer { effects.append(visit.text("transferNewCustomer")) }
        if case .planned = self.token { effects.append(visit.text("transferTokenPlanned")) }
        return .init(effects: effects, undo: visit.text(undo))
    }

    /// Returns a sentence for each entitlement that a customer gains or loses.
    func losses(_ visit: DashboardVisit) -> [String] {
        self.entitlements.flatMap { change -> [String] in
            let before = Set(change.before.filter(\.isActive).map(\.name))
            let after = Set(change.after.filter(\.isActive).map(\.name))
            let isSandbox = change.environment != .production
            let customer = isSandbox ? "\(change.customer) (\(change.environment.rawValue))" : "\(change.customer)"
            let lost = before.subtracting(after).sorted().map { visit.text("transferLoses", customer, $0.rawValue) }
            let gained = after.subtracting(before).sorted().map { name in
                let until = change.after.first { $0.name == name && $0.isActive }?.until
                return until.map { visit.text("transferGainsUntil", customer, name.rawValue, $0.dayText) }
                    ?? visit.text("transferGains", customer, name.rawValue)
            }
            return lost + gained
        }
    }
}
