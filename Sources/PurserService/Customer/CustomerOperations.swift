import Ledger

/// What operators may ask of customers and do for them, wherever they do it from.
package struct CustomerOperations: AppOperations {
    package let apps: [ServedApp]
    private let desk: CustomerDesk

    /// Work at this desk for these apps.
    package init(desk: CustomerDesk, apps: [ServedApp]) {
        self.desk = desk
        self.apps = apps
    }

    package func perform(
        _ task: CustomerTask,
        in app: ServedApp,
        by origin: ActOrigin,
        report: Operations.Report
    ) async throws(CustomerError) -> [OperationResult.Field] {
        try await self.fields(of: task.deed, in: app, by: origin, isPreview: false, report: report)
    }

    package func preview(
        _ task: CustomerTask,
        in app: ServedApp,
        by origin: ActOrigin,
        report: Operations.Report
    ) async throws(CustomerError) -> [OperationResult.Field] {
        try await self.fields(of: task.deed, in: app, by: origin, isPreview: true, report: report)
    }

    private func fields(
        of deed: CustomerTask.Deed,
        in app: ServedApp,
        by origin: ActOrigin,
        isPreview: Bool,
        report: Operations.Report
    ) async throws(CustomerError) -> [OperationResult.Field] {
        switch deed {
        case .show(let customer): return Self.fields(try await self.desk.profile(of: customer, in: app))
        case .lookUp(let id):
            let answer = try await self.desk.lookUp(id, in: app, by: origin)
            for line in answer.matches.flatMap(Self.lines) { report(.line(line)) }
            switch answer.order {
            case .notAsked: return []
            case .known: return [Self.text("apple", "knows this order number")]
            case .unknown: return [Self.text("apple", "does not know this order number")]
            case .failed(let code): return [Self.text("apple", "could not be asked about an order (\(code))")]
            }
        case .merge(let customer, let target):
            let outcome = try await self.desk.merge(customer, into: target, in: app, by: origin, isPreview: isPreview)
            return Self.fields(outcome, report: report)
        case .endSessions(let customer):
            let count = try await self.desk.endSessions(of: customer, in: app, by: origin, isPreview: isPreview)
            return [Self.number("sessions", count)]
                + OperationResult.fields(of: count == 0 ? .sessionsMissing : nil)
        case .erase(let customer):
            let (preview, outcome) = try await self.desk.erase(customer, in: app, by: origin, isPreview: isPreview)
            return Self.fields(preview) + Self.fields(outcome, report: report)
        case .move(let order):
            let outcome = try await self.desk.move(order, in: app, by: origin, isPreview: isPreview)
            return Self.fields(outcome, report: report)
        case .undo(let change):
            let outcome = try await self.desk.undo(change, in: app, by: origin, isPreview: isPreview)
            return Self.fields(outcome, report: report)
        case .moves(let customer, let limit):
            let moves = try await self.desk.moves(of: customer, in: app, skipping: 0, limit: limit)
            for move in moves { report(.line(Self.line(move))) }
            return []
        case .consent(let customer, let statement, let id):
            let consent = try await self.desk.consent(
                statement,
                id: id,
                of: customer,
                in: app,
                by: origin,
                isAudited: true,
                isPreview: isPreview
            )
            return Self.fields(consent.value, of: customer, isPreview: isPreview && id == nil)
                + OperationResult.fields(of: consent.nothing)
        case .consents(let customer):
            let consents = try await self.desk.consents(of: customer, in: app)
            let standing = self.desk.standing(among: consents)
            for consent in consents { report(.line(Self.line(consent, stands: consent.id == standing?.id))) }
            return []
        case .withdrawConsent(let customer, let id, let instant):
            let withdrawn = try await self.desk.withdrawStanding(
                id,
                of: customer,
                at: instant,
                in: app,
                by: origin,
                isPreview: isPreview
            )
            return Self.fields(of: customer, withdrawn: withdrawn)
        case .timeline(let customer, let kinds, let limit):
            let page = try await self.desk.timeline(of: customer, in: app, kinds: kinds, limit: limit)
            for entry in page.entries { report(.line(Self.line(entry))) }
            return page.next == nil ? [] : [.init("more", .flag(true))]
        }
    }
}
