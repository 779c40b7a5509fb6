import Ledger
import PurserService

/// The acts on a customer themselves: block and unblock their orders, end their sessions, and create an account token.
struct DashboardCustomerActs: Sendable {
    /// The use cases of the server.
    let services: Services

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        routes.act(app: "customers/:customer/block", for: .scope(.write)) { visit, app in
            try self.block(true, visit, app)
        }
        routes.act(app: "customers/:customer/unblock", for: .scope(.write)) { visit, app in
            try self.block(false, visit, app)
        }
        routes.act(app: "customers/:customer/sessions/end", for: .scope(.write)) { visit, app in
            try self.endSessions(visit, app)
        }
        routes.act(app: "customers/:customer/tokens/create", for: .scope(.write)) { visit, app in
            try self.createToken(visit, app)
        }
    }

    private func block(_ isBlocked: Bool, _ visit: DashboardVisit, _ app: DashboardApp) throws -> DashboardAct {
        let customer = try visit.customer()
        let service = self.services.orders
        return DashboardAct(
            title: isBlocked ? "blockTitle" : "unblockTitle",
            introduction: [visit.text(isBlocked ? "blockAbout" : "unblockAbout", customer.rawValue)],
            confirm: isBlocked ? "blockTitle" : "unblockTitle",
            back: app.path("customers", customer.rawValue),
            preview: { _ in
                let block = try await Problem.explaining(by: Problem.order) { () throws(OrderError) in
                    try await service.block(of: customer, in: app.app, environment: app.environment)
                }
                guard (block != nil) != isBlocked else {
                    let says = block.map { visit.text("blockSays", $0.at.dayText, $0.by) }
                    return .init(effects: [says ?? visit.text("blockNone", customer.rawValue)], isNothing: true)
                }
                return .init(
                    effects: [visit.text(isBlocked ? "blockEffect" : "unblockEffect", customer.rawValue)],
                    undo: visit.text(isBlocked ? "blockUndo" : "unblockUndo")
                )
            },
            perform: { form in
                let name = try visit.origin().name
                _ = try await Problem.explaining(by: Problem.order) { () throws(OrderError) in
                    try await service.block(customer, isBlocked, in: app.app, by: name, reason: form["reason"].trimmed)
                }
                let query: KeyValuePairs = ["done": isBlocked ? "doneBlock" : "doneUnblock"]
                return app.path("customers", customer.rawValue, query: query)
            }
        )
    }

    private func endSessions(_ visit: DashboardVisit, _ app: DashboardApp) throws -> DashboardAct {
        let customer = try visit.customer()
        let service = self.services.customers
        return DashboardAct(
            title: "sessionsEnd",
            introduction: [visit.text("sessionsAbout", customer.rawValue)],
            back: app.path("customers", customer.rawValue),
            visit,
            work: { _, origin, isPreview in
                try await Problem.explaining {
                    try await service.revokeSessions(of: customer, in: app.app, by: origin, isPreview: isPreview)
                }
            },
            preview: { count in
                .init(
                    effects: [visit.text("sessionsEffect", DashboardNumbers.count(count))],
                    undo: visit.text("sessionsUndo"),
                    isNothing: count == 0
                )
            },
            done: { _ in app.path("customers", customer.rawValue, query: ["done": "doneSessions"]) }
        )
    }

    private func createToken(_ visit: DashboardVisit, _ app: DashboardApp) throws -> DashboardAct {
        let customer = try visit.customer()
        let service = self.services.customers
        return DashboardAct(
            title: "tokenCreate",
            introduction: [visit.text("tokenAbout", customer.rawValue)],
            back: app.path("customers", customer.rawValue),
            visit,
            work: { _, origin, isPreview in
                try await Problem.explaining {
                    try await service.createToken(for: customer, in: app.app, by: origin, isPreview: isPreview)
                }
            },
            preview: { _ in
                // The number distinguishes the confirmation from one that was sent before.
                let overview = try await Problem.explaining {
                    try await service.overview(of: customer, in: app.app, environment: app.environment)
                }
                return .init(
                    effects: [visit.text("tokenEffect", customer.rawValue, "\(overview.tokens.count)")],
                    undo: visit.text("tokenUndo")
                )
            },
            done: { _ in app.path("customers", customer.rawValue, query: ["done": "doneToken"]) }
        )
    }
}
