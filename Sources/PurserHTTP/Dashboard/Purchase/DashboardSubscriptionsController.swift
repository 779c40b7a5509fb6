import AppStore
import Hummingbird
import Ledger
import Notation
import PurserService

/// The page of one subscription, and what operators ask Apple about it.
struct DashboardSubscriptionsController: Sendable {
    /// The field with the number of days.
    private static let daysField = "days"
    /// The field with the reason that Apple receives.
    private static let reasonField = "reasonCode"

    /// The use cases of the server.
    let services: Services

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        routes.get(app: "subscriptions", for: .scope(.read)) { visit, app in
            try await DashboardPurchaseEntry(services: self.services, subject: .subscriptions).answer(visit, app)
        }
        routes.get(app: "subscriptions/:transaction", for: .scope(.read)) { visit, app in
            try await self.subscription(visit, app)
        }
        routes.act(app: "subscriptions/:transaction/status", for: .scope(.read)) { visit, app in
            try await self.check(visit, app)
        }
        routes.act(app: "subscriptions/:transaction/extend", for: .scope(.write)) { visit, app in
            try await self.extend(visit, app)
        }
    }

    private func subscription(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let report = try await self.services.customers.report(in: visit, "transaction", app)
        let app = DashboardApp(app.app, in: report.environment)
        guard let state = report.subscription else {
            // A single purchase has no renewals; its own page says everything.
            return visit.redirect(to: app.path("transactions", report.transactionID.rawValue))
        }
        let chain = DashboardChain(report, at: self.services.ambient.now(), app)
        let name = report.chainName
        let customer = chain.newest.flatMap { report.chain.claims[$0.transactionIDs[0]]?.owner }
        let owner = customer?.rawValue
        let mayWrite = visit.mayUse(.write)
        // Apple is asked only for an app with a key for its server API.
        var acts: [[String: Any]] = []
        if app.app.appStore != nil {
            acts.append(visit.link("subscriptionCheck", to: app.path("subscriptions", name, "status")))
            if mayWrite {
                acts.append(
                    visit.link("subscriptionExtend", to: app.path("subscriptions", name, "extend"), isDangerous: true)
                )
            }
        }
        let extensions = try await self.extensions(of: report, visit, app)
        let objects = try await self.objects(of: report, customer, app)
        let values: [String: Any] = [
            "chip": ["color": state.phase.chip, "text": visit.text(state.phase.textKey)],
            "sentences": state.sentences(for: visit),
            "facts": DashboardFact.values(
                [
                    DashboardFact("customer", owner, link: owner.map { app.path("customers", $0) }),
                    DashboardFact("purchaseProduct", state.productID?.rawValue, isID: true),
                    DashboardFact("purchasePrice", (chain.newest?.price).map { DashboardNumbers.money($0) }),
                ] + state.facts(for: visit) + [
                    DashboardFact("purchaseOriginal", report.originalTransactionID.rawValue, isID: true),
                    DashboardFact("environment", report.environment.rawValue),
                ],
                visit
            ),
            "statuses": report.chain.chain.statuses.map { status -> [String: Any] in
                [
                    "text": visit.text(status.status.textKey), "number": status.status.rawValue,
                    "stated": DashboardVisit.time(status.statedAt),
                ]
            },
            "renewals": report.chain.chain.renewals.map { renewal -> [String: Any] in
                [
                    "says": renewal.sentences(for: visit), "signed": DashboardVisit.time(renewal.signedAt),
                    "facts": DashboardFact.values(renewal.facts, visit),
                    "object": objects[renewal.digest].map { ["path": $0] as Any } ?? false,
                ]
            },
            "asks": state.heals.map { visit.text($0.reason.textKey) },
            "hasAsks": !state.heals.isEmpty, "acts": acts, "extensions": extensions,
            "hasExtensions": !extensions.isEmpty,
            "hasStatus": !report.chain.chain.statuses.isEmpty, "hasRenewal": !report.chain.chain.renewals.isEmpty,
        ]
        return try await visit.page(
            "subscription",
            title: visit.text("subscriptionTitle", report.originalTransactionID.rawValue),
            tables: [chain.table(for: visit)],
            values
        )
    }

    /// Returns the pages of the renewal objects that count, by the digests of their contents.
    private func objects(
        of report: TransactionReport,
        _ owner: CustomerID?,
        _ app: DashboardApp
    ) async throws -> [PayloadDigest: String] {
        let originals = Set(report.chain.chain.transactions.map(\.current.originalTransactionID.rawValue))
        return try await DashboardSignedObjects(service: self.services.customers, app: app).paths(
            of: Set(report.chain.chain.renewals.map(\.digest)),
            of: owner
        ) { noun, body in
            noun == "subscription" && body[noun]?["originalTransaction"]?.text.map(originals.contains) == true
        }
    }

    /// Returns the extensions of the subscription among the latest of the app, newest first, with their progress.
    private func extensions(
        of report: TransactionReport,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) async throws -> [[String: Any]] {
        let originals = Set(report.chain.chain.transactions.map(\.current.originalTransactionID))
        let all = try await StoreCalls.explaining {
            try await self.services.store.extensions(of: app.app.name, environment: app.environment)
        }
        return all.filter { order in
            if case .subscription(let original) = order.target { originals.contains(original) } else { false }
        }.map { order in
            let progress =
                switch (order.acceptedAt, order.completion) {
                case (nil, nil): visit.text("subscriptionExtensionWaits")
                case (_?, nil): visit.text("subscriptionExtensionWorks")
                case (nil, _?): visit.text("subscriptionExtensionRefused", order.refusal?.code ?? "–")
                case (_?, _?):
                    visit.text("subscriptionExtensionDone", order.renewsAt?.dayText ?? "–")
                }
            return [
                "at": DashboardVisit.time(order.orderedAt),
                "says": visit.text("subscriptionExtensionBy", "\(order.days)", order.orderedBy), "note": progress,
            ]
        }
    }

    // MARK: Acts

    /// Asks Apple for the present status, and records what Apple signs, as `GET /v1/subscriptions/{id}/status` does.
    private func check(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> DashboardAct {
        let (report, app) = try await self.asked(visit, app)
        let (service, audit) = (self.services.store, self.services.audit)
        let name = report.chainName
        return DashboardAct(
            title: "subscriptionCheck",
            needsReason: false,
            confirm: "subscriptionCheck",
            back: app.path("subscriptions", name),
            preview: { _ in
                DashboardAct.Preview(
                    effects: [visit.text("subscriptionCheckEffect", name), visit.text("subscriptionCheckRecords")],
                    undo: nil
                )
            },
            perform: { _ in
                let origin = try visit.origin()
                let status = try await StoreCalls.explaining {
                    try await service.status(of: TransactionID(name), in: app.app.name, by: origin, audit)
                }
                let done = status.isRecorded ? "doneSubscriptionChecked" : "doneSubscriptionHeld"
                return app.path("subscriptions", name, query: ["done": done])
            }
        )
    }

    /// Extends the renewal date, as `POST /v1/subscriptions/{id}/extend` does.
    private func extend(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> DashboardAct {
        let (report, app) = try await self.asked(visit, app)
        let name = report.chainName
        let back = app.path("subscriptions", name)
        return DashboardAct(
            title: "subscriptionExtend",
            introduction: [visit.text("subscriptionExtendAbout", name)],
            fields: [
                DashboardField(
                    name: Self.daysField,
                    label: "subscriptionDays",
                    kind: .number,
                    help: "subscriptionDaysHelp",
                    initial: "7",
                    maximum: 2
                ),
                DashboardField(
                    name: Self.reasonField,
                    label: "subscriptionReasonCode",
                    kind: .choice([
                        ("satisfaction", visit.text("subscriptionForSatisfaction")),
                        ("outage", visit.text("subscriptionForOutage")),
                        ("other", visit.text("subscriptionForOther")),
                        ("undeclared", visit.text("subscriptionForUndeclared")),
                    ]),
                    initial: "satisfaction"
                ),
            ],
            isDangerous: true,
            confirm: "subscriptionExtend",
            back: back,
            preview: { form in
                let (days, _) = try Self.wishes(form, visit)
                var effects = [visit.text("subscriptionExtendEffect", name, "\(days.days)")]
                if let end = report.subscription?.until ?? report.subscription?.nextRenewalAt {
                    let later = end + .days(Int64(days.days))
                    effects.append(visit.text("subscriptionExtendMoves", end.dayText, later.dayText))
                }
                if report.subscription?.phase != .active { effects.append(visit.text("subscriptionExtendInactive")) }
                effects.append(visit.text("subscriptionExtendMail"))
                effects.append(visit.text("subscriptionExtendLimit"))
                return DashboardAct.Preview(effects: effects, undo: visit.text("subscriptionExtendUndo"))
            },
            perform: { form in
                let (days, reasonCode) = try Self.wishes(form, visit)
                try await self.extend(name, by: days, reasonCode, form, visit, app)
                return app.path("subscriptions", name, query: ["done": "doneSubscriptionExtended"])
            }
        )
    }

    /// Records the extension between two entries of the audit log; the same form, sent twice, asks Apple once.
    private func extend(
        _ name: String,
        by days: ExtensionDays,
        _ reasonCode: ExtendReasonCode,
        _ form: DashboardForm,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) async throws {
        let origin = try visit.origin(reasonIn: form)
        let sender = ContentDigest(of: Array("dashboard operator\n\(origin.name)".utf8))
        let key = ExtensionKey(form[DashboardAct.onceField], of: sender)
        let service = self.services.store
        let known = try await StoreCalls.explaining { () async throws -> RenewalExtension? in
            do throws(RepositoryError) {
                return try await service.order(key.id, in: app.app.name)
            } catch {
                throw AppStoreServiceError.storage(error)
            }
        }
        // The same wish is done already; another one under the same form is refused below.
        if let known, known.target == .subscription(OriginalTransactionID(name)), known.refusal == nil,
            known.days == days.days, known.reasonCode == reasonCode.rawValue
        {
            return
        }
        let record = AuditRecord(
            by: origin.name,
            .subscriptionExtend,
            on: name,
            reason: origin.reason,
            details: ["app": app.app.name.rawValue, "days": "\(days.days)"]
        )
        try await StoreCalls.explaining {
            _ = try await self.services.audit.around(
                record,
                code: { (error: AppStoreServiceError) in error.refusalCode },
                trouble: { AppStoreServiceError.storage($0) },
                { () throws(AppStoreServiceError) in
                    try await service.order(
                        .subscription(OriginalTransactionID(name)),
                        by: days,
                        reasonCode: reasonCode,
                        in: app.app.name,
                        environment: app.environment,
                        by: origin.name,
                        key: key
                    )
                }
            )
        }
    }

    /// Returns the subscription about which Apple is to be asked; throws where the app has no key for it.
    private func asked(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> (TransactionReport, DashboardApp) {
        let report = try await self.services.customers.report(in: visit, "transaction", app)
        guard report.subscription != nil else { throw Problem.customer(.refused(.unknownTransaction)) }
        guard app.app.appStore != nil else { throw Problem.store(.notConfigured(app.app.name)) }
        return (report, DashboardApp(app.app, in: report.environment))
    }

    private static func wishes(
        _ form: DashboardForm,
        _ visit: DashboardVisit
    ) throws -> (days: ExtensionDays, reasonCode: ExtendReasonCode) {
        guard let days = Int(form[Self.daysField].trimmed).flatMap({ ExtensionDays($0) }) else {
            throw RequestFields.wrongType(Self.daysField, visit.text("subscriptionDaysHelp"))
        }
        guard let reasonCode = ExtendReasonCode(name: form[Self.reasonField]) else {
            throw RequestFields.wrongType(Self.reasonField, visit.text("subscriptionReasonCodeWrong"))
        }
        return (days, reasonCode)
    }
}
