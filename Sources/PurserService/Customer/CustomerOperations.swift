import Ledger

/// What operators may ask of customers and do for them, wherever they do it from.
package struct CustomerOperations: Sendable {
    private let desk: CustomerDesk
    private let apps: [AppName: ServedApp]

    /// Work at this desk for these apps.
    package init(desk: CustomerDesk, apps: [ServedApp]) {
        self.desk = desk
        self.apps = Dictionary(apps.map { ($0.name, $0) }) { first, _ in first }
    }

    /// Does a task, or with `isPreview` says only what it would do.
    package func run(
        _ task: CustomerTask,
        isPreview: Bool,
        by operatorName: String,
        reason: String?,
        report: Operations.Report
    ) async {
        guard let app = self.apps[task.app] else {
            report(
                .failure(
                    OperationFailure(code: "app_unknown", detail: "No app of the name \(task.app) is configured here.")
                )
            )
            return
        }
        let origin = ActOrigin(name: operatorName, reason: reason)
        do throws(CustomerError) {
            let fields = try await self.perform(
                task.deed,
                in: app,
                by: origin,
                isPreview: isPreview,
                report: report
            )
            report(.result(OperationResult(isClean: true, fields: fields)))
        } catch {
            if case .storage(let cause) = error {
                report(.failure(OperationFailure(cause)))
            } else {
                report(.failure(OperationFailure(code: error.code, detail: error.detail)))
            }
        }
    }

    private func perform(
        _ deed: CustomerTask.Deed,
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
            var fields = [Self.number("matches", answer.matches.count)]
            switch answer.order {
            case .notAsked: break
            case .known: fields.append(Self.text("apple", "knows this order number"))
            case .unknown: fields.append(Self.text("apple", "does not know this order number"))
            case .failed(let code): fields.append(Self.text("apple", "could not be asked about an order (\(code))"))
            }
            return fields
        case .merge(let customer, let target):
            let outcome = try await self.desk.merge(customer, into: target, in: app, by: origin, isPreview: isPreview)
            return Self.fields(outcome, report: report)
        case .endSessions(let customer):
            let count = try await self.desk.endSessions(of: customer, in: app, by: origin, isPreview: isPreview)
            return [Self.number("sessions", count)]
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
            return [Self.number("moves", moves.count)]
        case .timeline(let customer, let kinds, let limit):
            let page = try await self.desk.timeline(of: customer, in: app, kinds: kinds, limit: limit)
            for entry in page.entries { report(.line(Self.line(entry))) }
            return [Self.number("entries", page.entries.count), Self.text("more", page.next == nil ? "no" : "yes")]
        }
    }
}
