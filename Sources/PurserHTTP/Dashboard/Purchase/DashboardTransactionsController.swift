import AppStore
import Hummingbird
import Ledger
import PurserService

/// The page of one transaction, and the way to it.
struct DashboardTransactionsController: Sendable {
    /// The maximum number of a purchase's transactions for which a refund request and a fulfillment are looked up.
    private static let maximumTwins = 20
    /// The maximum number of signed snapshots on the page; the newest count.
    private static let maximumEvidence = 100

    /// The use cases of the server.
    let services: Services

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        routes.get(app: "transactions", for: .scope(.read)) { visit, app in
            try await DashboardPurchaseEntry(services: self.services, subject: .transactions).answer(visit, app)
        }
        routes.get(app: "transactions/:transaction", for: .scope(.read)) { visit, app in
            try await self.transaction(visit, app)
        }
    }

    private func transaction(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let report = try await self.services.customers.report(in: visit, "transaction", app)
        let app = DashboardApp(app.app, in: report.environment)
        let now = self.services.ambient.now()
        let chain = DashboardChain(report, at: now, app)
        var values: [String: Any] = [
            "sentences": report.sentences(for: visit),
            "facts": DashboardFact.values(try await self.facts(report, visit, app), visit),
            "evidence": try await self.evidence(report, visit, app), "chip": false, "acts": [String](),
            "subscription": false,
        ]
        if let line = report.purchase {
            values["chip"] = ["color": line.state.chip, "text": visit.text(line.state.textKey)]
        }
        if let owner = report.claim.owner?.rawValue {
            values["timeline"] = app.path("customers", owner, "timeline")
        }
        if let subscription = report.subscription {
            values["subscription"] = [
                "path": app.path("subscriptions", report.chainName), "says": subscription.sentences(for: visit),
            ]
        }
        return try await visit.page(
            "transaction",
            title: visit.text("purchaseTitle", report.transactionID.rawValue),
            tables: [chain.table(for: visit, on: report.transactionID), self.transfers(report, visit, app)],
            values
        )
    }

    /// Returns what is known of the purchase, with the ways to what follows from it.
    private func facts(
        _ report: TransactionReport,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) async throws -> [DashboardFact?] {
        let line = report.purchase
        let newest = report.snapshots.last
        let owner = report.claim.owner?.rawValue
        let original = report.originalTransactionID.rawValue
        let isSubscription = report.subscription != nil
        let token =
            report.snapshots.lazy.compactMap(\.accountToken).first?.description
            ?? report.snapshots.lazy.compactMap(\.malformedAccountToken).first
        let twins = line.map { $0.transactionIDs.filter { $0 != report.transactionID } } ?? []
        let ids = Array(([report.transactionID] + twins).prefix(Self.maximumTwins))
        return [
            DashboardFact("customer", owner, link: owner.map { app.path("customers", $0) }),
            DashboardFact("purchaseProduct", line?.productID.rawValue, isID: true),
            DashboardFact("purchaseType", line?.kind.rawValue),
            DashboardFact("purchaseQuantity", line.map { DashboardNumbers.count($0.quantity) }),
            DashboardFact("purchasePrice", line.flatMap { $0.price.map { DashboardNumbers.money($0) } }),
            DashboardFact("purchaseOffer", line?.offer?.name(for: visit)),
            DashboardFact("purchaseStorefront", newest?.storefront),
            DashboardFact("purchasePaidBy", line.map { visit.text($0.ownership.textKey) }),
            DashboardFact("purchaseAt", at: line?.purchasedAt),
            DashboardFact("purchaseBegins", at: line?.endsAt == nil ? nil : line?.beginsAt),
            DashboardFact("purchaseEnds", at: line?.endsAt),
            DashboardFact("purchaseRevokedAt", at: line?.revocation?.revokedAt, note: line?.revocation?.type),
            DashboardFact("purchaseCoins", line.flatMap { DashboardNumbers.coins($0.coins) }),
            DashboardFact(
                "purchaseOriginal",
                original,
                link: isSubscription ? app.path("subscriptions", report.chainName) : nil,
                isID: true
            ),
            DashboardFact("purchaseTwins", twins.map(\.rawValue).joined(separator: " "), isID: true),
            DashboardFact("purchaseToken", token, isID: true),
            DashboardFact(
                "purchaseAppleAccount",
                report.snapshots.lazy.compactMap(\.appTransactionID).last?.rawValue,
                isID: true
            ),
            DashboardFact("environment", report.environment.rawValue),
            try await self.services.fulfillments.fulfillment(of: ids, app).flatMap { found in
                DashboardFact(
                    "fulfillment",
                    visit.text(found.state.textKey),
                    link: app.path("fulfillments", found.id.rawValue)
                )
            },
            try await self.refund(of: ids, visit, app),
        ]
    }

    /// Returns the refund request of a purchase.
    private func refund(
        of ids: [TransactionID],
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) async throws -> DashboardFact? {
        for id in ids.map({ RefundID($0, in: app.environment) }) {
            do throws(RefundError) {
                _ = try await self.services.refunds.refund(id, in: app.app.name)
                return DashboardFact("refund", visit.text("open"), link: app.path("refunds", id.rawValue))
            } catch {
                guard case .unknown = error else { throw Problem.refund(error) }
            }
        }
        return nil
    }

    /// Returns what Apple signed about the transaction, oldest first, with the fields by Apple's names.
    private func evidence(
        _ report: TransactionReport,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) async throws -> [[String: Any]] {
        let record = report.chain.chain.transactions.first { $0.transactionID == report.transactionID }
        let snapshots = report.snapshots.suffix(Self.maximumEvidence)
        let id = report.transactionID.rawValue
        let paths = try await DashboardSignedObjects(service: self.services.customers, app: app).paths(
            of: Set(snapshots.map(\.digest)),
            of: report.claim.owner
        ) { noun, body in
            body[noun]?["transactions"]?.elements?.contains { $0.text == id } == true
        }
        return snapshots.map { snapshot in
            let counts = snapshot == record?.current
            return [
                "signed": DashboardVisit.time(snapshot.signedAt), "counts": counts,
                "isRevoked": snapshot.revocation != nil, "isReversal": snapshot.isReversal,
                "facts": DashboardFact.values(snapshot.facts, visit),
                "object": paths[snapshot.digest].map { ["path": $0] as Any } ?? false,
            ]
        }
    }

    private func transfers(
        _ report: TransactionReport,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) -> DashboardTable {
        DashboardTable(
            name: "purchaseTransfers",
            columns: ["purchaseTransferredAt", "purchaseFrom", "purchaseTo", "purchaseMoved"].map { .init($0) },
            empty: "purchaseTransfersNone",
            of: report.transfers
        ) { transfer in
            DashboardTable.Row(cells: [
                DashboardTable.Cell(transfer.transferredAt), app.cell(of: transfer.from), app.cell(of: transfer.to),
                DashboardTable.Cell(
                    DashboardNumbers.count(transfer.transactionIDs.count),
                    value: transfer.transactionIDs.map(\.rawValue).joined(separator: " "),
                    note: Claim(owner: transfer.to, reason: transfer.reason).sentence(for: visit)
                ),
            ])
        }
    }
}

extension CustomerService {
    /// Returns the report of the transaction that a parameter of the path names: in the environment of the query, or
    /// in the first one that knows it.
    func report(in visit: DashboardVisit, _ parameter: String, _ app: DashboardApp) async throws -> TransactionReport {
        let isNamed = !visit.query["environment"].isEmpty
        return try await Problem.explaining {
            try await self.transaction(
                TransactionID(visit.parameters.get(parameter) ?? ""),
                in: app.app,
                environment: isNamed ? app.environment : nil
            )
        }
    }
}
