import HTTPTypes
import Hummingbird
import Ledger
import PurserService

/// One refund case: what happened, what policies say about it, and the answer that a person gives.
struct DashboardRefundController: Sendable {
    /// The name of the field with the answer.
    static let answerField = "answer"

    /// The use cases of the server.
    let services: Services

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        routes.get(app: "refunds/:refund", for: .scope(.read)) { visit, app in try await self.page(visit, app) }
        routes.act(app: "refunds/:refund/answer", for: .scope(.write)) { visit, app in
            try await self.answer(visit, app)
        }
    }

    private func record(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> RefundRecord {
        let id = RefundID(visit.parameters.get("refund") ?? "")
        return try await Problem.explaining(by: Problem.refund) { () throws(RefundError) in
            try await self.services.refunds.refund(id, in: app.app.name)
        }
    }

    // MARK: The page

    private func page(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let record = try await self.record(visit, app)
        // The id names the environment, whatever the address says.
        let app = DashboardApp(app.app, in: record.environment)
        let now = self.services.ambient.now()
        let advisor = self.services.refundAdvisor
        let (outlook, terms) = try await Problem.explaining(by: Problem.refund) { () throws(RefundError) in
            (try await advisor.outlook(of: record, at: now), try await advisor.terms(of: record))
        }
        let details = DashboardRefundDetails(record: record, outlook: outlook, visit: visit, app: app)
        var values = details.values(terms: terms)
        if let request = record.openRequest {
            let phrases = DashboardRefundPhrases(visit: visit)
            let next = phrases.next(outlook.next)
            var waiting: [String: Any] = [
                "chip": next.chip, "answer": next.text, "note": next.note, "until": false, "isLate": false,
            ]
            if let until = next.until { waiting["until"] = DashboardVisit.time(until) }
            switch request.status(at: now, record.deadlines) {
            case .open(let until), .late(let until):
                waiting["left"] = phrases.left(until - now)
                waiting["deadline"] = DashboardVisit.time(until)
                waiting["isLate"] = until > request.signedAt + record.deadlines.answer
                values["waiting"] = waiting
            case .over, .decided: break
            }
        }
        let mayDecide = visit.mayUse(.write)
        if let blocked = Self.blocked(record, visit) {
            values["blocked"] = blocked
        } else if mayDecide {
            values["act"] = app.path("refunds", record.id.rawValue, "answer")
        }
        if let customer = record.customer {
            let override = try await Problem.explaining(by: Problem.refund) { () throws(RefundError) in
                try await self.services.refunds.override(of: customer, in: app.app.name)
            }
            let name = customer.rawValue
            if let override {
                values["override"] = [
                    "text": DashboardRefundOverrideController.text(override, visit),
                    "delete": mayDecide ? app.path("refunds", "overrides", name, "delete") as Any : false,
                ]
            }
            if mayDecide { values["overridePath"] = app.path("refunds", "overrides", name) }
        }
        values["fulfillment"] = try await self.fulfillment(of: record, visit, app) ?? false
        return visit.page("refund", title: "refundCase", values)
    }

    /// Returns the fulfillment of the purchase, and what was revoked of it; `nil` for a purchase without one.
    private func fulfillment(
        of record: RefundRecord,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) async throws -> [String: Any]? {
        let id = FulfillmentID(record.transactionID, in: record.environment)
        do throws(FulfillmentError) {
            let found = try await self.services.fulfillments.fulfillment(id, in: app.app.name)
            let phrases = DashboardRefundPhrases(visit: visit)
            let percent = DashboardNumbers.share(Int64(found.revoked))
            return [
                "path": app.path("fulfillments", id.rawValue), "state": phrases.fulfillment(found.state),
                "revoked": found.revoked > 0 ? visit.text("refundRevokedShare", percent) as Any : false,
            ]
        } catch {
            guard case .unknown = error else { throw Problem.fulfillment(error) }
            return nil
        }
    }

    /// Returns the reason why no person can decide the case now; `nil` where one can.
    private static func blocked(_ record: RefundRecord, _ visit: DashboardVisit) -> String? {
        let phrases = DashboardRefundPhrases(visit: visit)
        guard let request = record.openRequest else {
            return visit.text("refundNotOpen", phrases.state(record.status).text)
        }
        let answer = record.answer(to: request.id)
        if let sent = answer?.sent { return visit.text("refundBuilt", phrases.answer(sent.preference)) }
        return answer?.refusal.map { phrases.refusal($0) }
    }

    // MARK: The answer

    private func answer(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> DashboardAct {
        let record = try await self.record(visit, app)
        let id = record.id
        let back = app.path("refunds", id.rawValue)
        let phrases = DashboardRefundPhrases(visit: visit)
        if let blocked = Self.blocked(record, visit) {
            return DashboardAct(
                title: "refundDecide",
                needsReason: false,
                confirm: "refundDecide",
                back: back,
                preview: { _ in DashboardAct.Preview(effects: [blocked], isNothing: true) },
                perform: { _ in back }
            )
        }
        let now = self.services.ambient.now()
        let outlook = try await Problem.explaining(by: Problem.refund) { () throws(RefundError) in
            try await self.services.refundAdvisor.outlook(of: record, at: now)
        }
        let next = phrases.next(outlook.next)
        let choices = [RefundPreference.decline, .grantFull, .grantProrated, nil].map { preference in
            (value: preference?.rawValue ?? "none", name: phrases.meaning(preference))
        }
        return DashboardAct(
            title: "refundDecide",
            introduction: [
                DashboardRefundDetails(record: record, outlook: outlook, visit: visit, app: app).sentence,
                visit.text("refundOtherwise", next.text, next.note),
            ],
            fields: [
                DashboardField(
                    name: Self.answerField,
                    label: "refundAnswer",
                    kind: .choice(choices),
                    help: "refundAnswerHelp",
                    initial: "none"
                )
            ],
            confirm: "refundDecide",
            back: back,
            preview: { form in
                let preference = try Self.preference(form[Self.answerField], visit)
                if let waiting = record.waitingDecision, waiting.preference == preference {
                    let text = visit.text("refundSame", waiting.by, phrases.answer(preference))
                    return DashboardAct.Preview(effects: [text], isNothing: true)
                }
                var effects = Self.effects(preference, outlook, phrases)
                effects.append(visit.text("refundReplaces", next.text, next.note))
                effects.append(visit.text("refundSentNow"))
                return DashboardAct.Preview(effects: effects, undo: visit.text("refundUndo"))
            },
            perform: { form in
                let preference = try Self.preference(form[Self.answerField], visit)
                let origin = try visit.origin(reasonIn: form)
                _ = try await Problem.explaining(by: Problem.refund) { () throws(RefundError) in
                    try await self.services.refunds.answer(
                        preference,
                        to: id,
                        in: app.app.name,
                        by: origin.name,
                        reason: origin.reason
                    )
                }
                return app.path("refunds", id.rawValue, query: ["done": "doneRefundAnswer"])
            }
        )
    }

    /// Returns what Apple is told with a preference.
    private static func effects(
        _ preference: RefundPreference?,
        _ outlook: RefundOutlook,
        _ phrases: DashboardRefundPhrases
    ) -> [String] {
        guard let circumstances = outlook.circumstances else {
            return [phrases.visit.text("refundTold", phrases.meaning(preference))]
        }
        do throws(RefundReply.Refusal) {
            return phrases.sentences(try RefundReply(preference, in: circumstances))
        } catch {
            return [phrases.refusal(error)]
        }
    }

    /// Returns the preference that a form names; `nil` leaves the decision to Apple.
    static func preference(_ word: String, _ visit: DashboardVisit) throws -> RefundPreference? {
        guard RefundController.answers.contains(word) else {
            throw RequestFields.invalid(Self.answerField, visit.text("refundAnswerUnknown"))
        }
        return RefundPreference(rawValue: word)
    }
}
