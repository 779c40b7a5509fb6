import HTTPTypes
import Hummingbird
import Ledger
import PurserService

/// The page on which a policy is written and tested against the past, and the acts that publish it.
struct DashboardPolicyEditController: Sendable {
    /// The maximum number of cases that one test reads.
    private static let caseCount = 20_000
    /// The maximum number of differences that are listed.
    private static let differenceCount = 100
    /// The number of days that are tested unless another number is typed.
    private static let usualDays: Int64 = 90
    /// The names of the fields of a trial.
    private static let (shareField, seedField) = ("share", "seed")
    private static let (minimumCasesField, maximumCasesField) = ("minimumCases", "maximumCases")
    /// The maximum number of days.
    private static let maximumDays: Int64 = 3650

    /// The use cases of the server.
    let services: Services

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        routes.get(app: "policies/new", for: .scope(.write)) { visit, app in try await self.edit(visit, app) }
        routes.post(app: "policies/new", for: .scope(.write)) { visit, app in try await self.test(visit, app) }
        routes.act(app: "policies/publish", for: .scope(.admin)) { visit, app in
            self.publish(visit, app, asTrial: false)
        }
        routes.act(app: "policies/experiment", for: .scope(.admin)) { visit, app in
            self.publish(visit, app, asTrial: true)
        }
    }

    // MARK: Writing and testing

    private func edit(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let text: String
        if let preset = RefundPreset(rawValue: visit.query["preset"]) {
            text = preset.text
        } else {
            text = try await Problem.explaining(by: Problem.refund) { () throws(RefundError) in
                let advisor = self.services.refundAdvisor
                var version = Int64(visit.query["from"]) ?? 0
                if version == 0 { version = try await advisor.policyInForce(in: app.app.name) }
                guard version > 0 else { return RefundPreset.factsOnly.text }
                return try await self.services.refunds.policy(version, in: app.app.name).text
            }
        }
        return self.page(visit, app, text: text, days: "\(Self.usualDays)", [:])
    }

    private func test(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let typed = visit.form["policy"]
        let longest = RefundPolicyController.maximumPolicy
        guard (1...longest).contains(typed.utf8.count) else {
            let says =
                typed.isEmpty
                ? visit.text("errorRequired") : visit.text("errorTooLong", DashboardNumbers.count(longest))
            let values: [String: Any] = ["error": says]
            return self.page(visit, app, text: typed, days: visit.form["days"], values, isWrong: true)
        }
        let read = DashboardPolicyText(typed: typed)
        let typedDays = visit.form["days"].trimmed
        guard read.issues.isEmpty else {
            let values: [String: Any] = ["errors": read.values(of: read.issues, visit), "hasErrors": true]
            return self.page(visit, app, text: read.text, days: typedDays, values, isWrong: true)
        }
        guard let days = Int64(typedDays), (1...Self.maximumDays).contains(days) else {
            let values: [String: Any] = ["daysProblem": visit.text("policyDaysWrong", "\(Self.maximumDays)")]
            return self.page(visit, app, text: read.text, days: typedDays, values, isWrong: true)
        }
        let test = try await Problem.explaining(by: Problem.refund) { () throws(RefundError) in
            try await self.services.refunds.backTest(
                read.text,
                in: app.app.name,
                on: app.environment,
                since: self.services.ambient.now() - .days(days),
                limit: Self.caseCount,
                differenceLimit: Self.differenceCount
            )
        }
        let warnings = self.services.refundAdvisor.warnings(about: read.text, in: app.app.name)
        var result = Self.result(of: test, visit, app)
        result["sentences"] = read.sentences(in: visit.language)
        result["warnings"] = read.values(of: warnings, visit)
        result["hasWarnings"] = !warnings.isEmpty
        result["publish"] = false
        if visit.mayUse(.admin) {
            result["publish"] = [
                "plain": app.path("policies", "publish"), "trial": app.path("policies", "experiment"),
            ]
        }
        return self.page(visit, app, text: read.text, days: typedDays, ["result": result])
    }

    private func page(
        _ visit: DashboardVisit,
        _ app: DashboardApp,
        text: String,
        days: String,
        _ further: [String: Any],
        isWrong: Bool = false
    ) -> Response {
        let values: [String: Any] = [
            "text": text, "days": days, "maximum": RefundPolicyController.maximumPolicy,
            "action": app.path("policies", "new"), "back": app.path("policies"), "errors": false, "hasErrors": false,
            "daysProblem": false, "result": false,
            "presets": RefundPreset.allCases.map { preset in
                ["name": preset.rawValue, "path": app.path("policies", "new", query: ["preset": preset.rawValue])]
            },
        ]
        return visit.page(
            "policy-edit",
            title: "policyNew",
            values.merging(further) { $1 },
            status: isWrong ? .unprocessableContent : .ok
        )
    }

    /// Returns the result of a test for the template.
    private static func result(of test: RefundBackTest, _ visit: DashboardVisit, _ app: DashboardApp) -> [String: Any] {
        let phrases = DashboardRefundPhrases(visit: visit)
        let run = test.run
        let rules = run.rules.rules.map { Optional($0.name) } + [nil]
        var values: [String: Any] = [
            "summary": visit.text(
                "policyTestSummary",
                DashboardNumbers.count(run.requests),
                DashboardNumbers.count(run.different)
            ),
            "hasRequests": run.requests > 0, "hasDifferences": run.different > 0, "stopped": false,
            "answers": RefundDryRun.Answer.allCases.compactMap { answer -> [String: Any]? in
                guard let side = run.sides[answer] else { return nil }
                return [
                    "name": phrases.answer(answer), "requests": DashboardNumbers.count(side.requests),
                    "different": DashboardNumbers.count(side.different),
                    "refunded": DashboardNumbers.count(side.refunded),
                    "declined": DashboardNumbers.count(side.declined),
                    "paid": DashboardRefundPhrases.amounts(side.paid),
                    "paidBack": DashboardRefundPhrases.amounts(side.paidBack),
                ]
            },
            "rules": rules.map { name in
                [
                    "name": name ?? visit.text("refundNoRule"),
                    "requests": DashboardNumbers.count(run.matches[name] ?? 0),
                ]
            },
            "differences": zip(run.differences, test.cases).map { difference, id -> [String: Any] in
                [
                    "path": app.path("refunds", id.rawValue), "id": id.rawValue,
                    "sent": phrases.answer(difference.sent), "answer": phrases.answer(difference.answer),
                    "rule": difference.rule ?? visit.text("refundNoRule"),
                    "outcome": Self.outcome(difference.outcome, phrases),
                    "price": DashboardNumbers.money(difference.price),
                ]
            },
            "more": false,
        ]
        if run.different > Int64(run.differences.count) {
            values["more"] = visit.text("policyTestMore", "\(run.differences.count)")
        }
        if let stoppedAt = test.stoppedAt {
            values["stopped"] = visit.text(
                "policyTestStopped",
                DashboardNumbers.count(Self.caseCount),
                stoppedAt.dayText
            )
        }
        return values
    }

    private static func outcome(_ outcome: RefundCase.State?, _ phrases: DashboardRefundPhrases) -> String {
        switch outcome {
        case .refunded(let share)?: "\(phrases.state(.refunded).text), \(DashboardNumbers.share(share))"
        case .declined?: phrases.state(.declined).text
        case .reversed?: phrases.state(.reversed).text
        case .revoked?: phrases.state(.revoked).text
        case .requested?, nil: "–"
        }
    }

    // MARK: Publishing

    private func publish(_ visit: DashboardVisit, _ app: DashboardApp, asTrial: Bool) -> DashboardAct {
        let policy = DashboardField(
            name: "policy",
            label: "policyText",
            kind: .lines,
            maximum: RefundPolicyController.maximumPolicy
        )
        let trial: [DashboardField] = [
            .init(name: Self.shareField, label: "policyShare", kind: .number, help: "policyShareHelp", initial: "20"),
            .init(name: Self.seedField, label: "policySeed", kind: .number, help: "policySeedHelp", isRequired: false),
            .init(name: Self.minimumCasesField, label: "policyMinimum", kind: .number, initial: "100"),
            .init(name: Self.maximumCasesField, label: "policyMaximum", kind: .number, initial: "10000"),
        ]
        return DashboardAct(
            title: asTrial ? "policyExperiment" : "policyPublish",
            introduction: [visit.text(asTrial ? "policyExperimentAbout" : "policyPublishAbout")],
            fields: [policy] + (asTrial ? trial : []),
            needsPassword: true,
            confirm: asTrial ? "policyExperiment" : "policyPublish",
            back: app.path("policies", "new"),
            preview: { form in
                let read = DashboardPolicyText(typed: form["policy"])
                if let problem = read.problem(visit) { throw problem }
                let terms = asTrial ? try Self.terms(form, visit) : nil
                return try await self.preview(read, terms, visit, app)
            },
            perform: { form in
                let read = DashboardPolicyText(typed: form["policy"])
                let terms = asTrial ? try Self.terms(form, visit) : nil
                let origin = try visit.origin(reasonIn: form)
                let published = try await Problem.explaining(by: Problem.refund) { () throws(RefundError) in
                    try await self.services.refunds.publish(
                        read.text,
                        trial: terms,
                        in: app.app.name,
                        by: origin.name,
                        reason: origin.reason
                    )
                }
                return app.path(
                    "policies",
                    "\(published.value.version)",
                    query: ["done": asTrial ? "donePolicyExperiment" : "donePolicyPublish"]
                )
            }
        )
    }

    private func preview(
        _ read: DashboardPolicyText,
        _ terms: TrialTerms?,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) async throws -> DashboardAct.Preview {
        let (newest, inForce) = try await Problem.explaining(by: Problem.refund) { () throws(RefundError) in
            (
                try await self.services.refunds.policies(in: app.app.name, before: nil, limit: 1).first,
                try await self.services.refundAdvisor.policyInForce(in: app.app.name)
            )
        }
        let version = "\((newest?.version ?? 0) + 1)"
        let isTrialRunning = newest?.trial?.isRunning == true
        if let terms {
            if isTrialRunning, let newest { throw Problem.refund(.trialRunning(newest.version)) }
            let share = RuleValue.share(terms.shareMilliunits).spelling
            var effects = [visit.text("policyExperimentEffect", version, share)]
            effects.append(
                inForce == 0 ? visit.text("policyOthersNone") : visit.text("policyOthers", "\(inForce)")
            )
            return DashboardAct.Preview(
                effects: effects + self.remarks(read, visit, app),
                undo: visit.text("policyExperimentUndo")
            )
        }
        if let newest, newest.trial == nil, newest.text == read.text {
            let text = visit.text("policySame", "\(newest.version)")
            return DashboardAct.Preview(effects: [text], isNothing: true)
        }
        var effects = [visit.text("policyPublishEffect", version)]
        if inForce > 0 { effects.append(visit.text("policyPublishReplaces", "\(inForce)")) }
        if isTrialRunning, let newest { effects.append(visit.text("policyPublishEnds", "\(newest.version)")) }
        return DashboardAct.Preview(
            effects: effects + self.remarks(read, visit, app),
            undo: inForce > 0 ? visit.text("policyPublishUndo", "\(inForce)") : visit.text("policyPublishUndoNone")
        )
    }

    /// Returns the rules as sentences, and the warnings about them.
    private func remarks(_ read: DashboardPolicyText, _ visit: DashboardVisit, _ app: DashboardApp) -> [String] {
        let warnings = self.services.refundAdvisor.warnings(about: read.text, in: app.app.name)
        let texts = DashboardIssueText(visit.language)
        return read.sentences(in: visit.language)
            + warnings.map { visit.text("policyWarning", texts.description(of: $0)) }
    }

    /// Returns the terms of a trial that a form states.
    private static func terms(_ form: DashboardForm, _ visit: DashboardVisit) throws -> TrialTerms {
        func number(_ field: String, in range: ClosedRange<Int64>) throws -> Int64? {
            form[field].trimmed.isEmpty ? nil : try visit.number(field, in: form, range)
        }
        let cases = RefundExperiment.fewest...RefundExperiment.mostOfAll
        let percent = form[Self.shareField].trimmed
        guard let share = RuleValue.share(spelling: "\(percent)%"), share > 0, share < RuleValue.wholeShare else {
            throw RequestFields.invalid(Self.shareField, visit.text("policyShareWrong"))
        }
        let terms = TrialTerms(
            shareMilliunits: share,
            seed: try number(Self.seedField, in: 0...Int64.max),
            minimumCases: try number(Self.minimumCasesField, in: cases),
            maximumCases: try number(Self.maximumCasesField, in: cases)
        )
        let isValid =
            RefundExperiment(
                seed: terms.seed ?? 1,
                shareMilliunits: share,
                minimumCases: terms.minimumCases ?? 100,
                maximumCases: terms.maximumCases ?? 10_000
            ) != nil
        guard isValid else {
            let text = visit.text(
                "policyLimitsWrong",
                "\(RefundExperiment.fewest)",
                DashboardNumbers.count(RefundExperiment.mostOfAll)
            )
            throw RequestFields.invalid(Self.minimumCasesField, text)
        }
        return terms
    }
}
