import Hummingbird
import Ledger
import PurserService

/// The published refund policies, and each with its rules and the result of its trial.
struct DashboardPoliciesController: Sendable {
    /// The use cases of the server.
    let services: Services

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        routes.get(app: "policies", for: .scope(.read)) { visit, app in try await self.list(visit, app) }
        routes.get(app: "policies/:version", for: .scope(.read)) { visit, app in try await self.page(visit, app) }
        routes.act(app: "policies/:version/end-trial", for: .scope(.admin)) { visit, app in
            try await self.endTrial(visit, app)
        }
    }

    // MARK: The list

    private func list(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let inForce = try await Problem.explaining(by: Problem.refund) { () throws(RefundError) in
            try await self.services.refundAdvisor.policyInForce(in: app.app.name)
        }
        let table = DashboardTable(
            name: "policies",
            columns: [
                .init("policyVersion"), .init("state"), .init("policyPublished"), .init("policyBy"), .init("reason"),
            ],
            empty: "policiesEmpty",
            load: { cursor, limit in
                let before = try DashboardTable.position(cursor)
                let found = try await Problem.explaining(by: Problem.refund) { () throws(RefundError) in
                    try await self.services.refunds.policies(
                        in: app.app.name,
                        before: cursor.isEmpty ? nil : before,
                        limit: limit + 1
                    )
                }
                return DashboardTable.Page(found, limit: limit, cursor: { "\($0.version)" }) { policy in
                    let state = Self.state(of: policy, inForce: inForce, visit)
                    return DashboardTable.Row(cells: [
                        .init("\(policy.version)", link: app.path("policies", "\(policy.version)")),
                        .init(state.text, note: state.note, chip: state.chip), .init(policy.publishedAt),
                        .init(policy.publishedBy), .init(policy.reason ?? ""),
                    ])
                }
            }
        )
        var values: [String: Any] = [
            "counts": inForce == 0 ? visit.text("policiesNone") : visit.text("policiesInForce", "\(inForce)"),
            "new": false,
        ]
        if visit.mayUse(.write) { values["new"] = app.path("policies", "new") }
        return try await visit.page("policies", title: "policies", table: table, values)
    }

    /// Returns the state of a policy with its color, and the end of its trial.
    private static func state(
        of policy: RefundPolicy,
        inForce: Int64,
        _ visit: DashboardVisit
    ) -> (text: String, chip: String, note: String?) {
        guard let trial = policy.trial else {
            let isCounting = policy.version == inForce
            return (
                visit.text(isCounting ? "policyInForce" : "policyFormer"), isCounting ? "good" : "", nil
            )
        }
        guard let end = trial.end else { return (visit.text("policyTrialRuns"), "warn", nil) }
        return (visit.text("policyTrialEnded"), "", Self.ending(end.ending, visit))
    }

    private static func ending(_ ending: RefundTrial.Ending, _ visit: DashboardVisit) -> String {
        let key =
            switch ending {
            case .better: "policyTrialBetter"
            case .worse: "policyTrialWorse"
            case .enough: "policyTrialEnough"
            case .stopped: "policyTrialStopped"
            case .replaced: "policyTrialReplaced"
            }
        return visit.text(key)
    }

    // MARK: One policy

    private func policy(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> RefundPolicy {
        let version = visit.number(inPath: "version")
        return try await Problem.explaining(by: Problem.refund) { () throws(RefundError) in
            try await self.services.refunds.policy(version, in: app.app.name)
        }
    }

    private func page(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let policy = try await self.policy(visit, app)
        let (inForce, report) = try await Problem.explaining(by: Problem.refund) { () throws(RefundError) in
            (
                try await self.services.refundAdvisor.policyInForce(in: app.app.name),
                try await self.services.refunds.report(on: policy, in: app.app.name)
            )
        }
        let version = "\(policy.version)"
        let state = Self.state(of: policy, inForce: inForce, visit)
        let read = DashboardPolicyText(typed: policy.text)
        let warnings = self.services.refundAdvisor.warnings(about: policy.text, in: app.app.name)
        var values: [String: Any] = [
            "headline": visit.text("refundPolicyNumber", version), "state": state.text, "chip": state.chip,
            "published": DashboardVisit.time(policy.publishedAt), "by": policy.publishedBy,
            "reason": policy.reason ?? "–", "text": policy.text, "sentences": read.sentences(in: visit.language),
            "isReadable": read.file != nil, "warnings": read.values(of: warnings, visit),
            "hasWarnings": !warnings.isEmpty, "errors": read.values(of: read.issues, visit),
            "hasErrors": !read.issues.isEmpty, "trial": false,
            "edit": false, "list": app.path("policies"),
        ]
        if visit.mayUse(.write) { values["edit"] = app.path("policies", "new", query: ["from": version]) }
        if let report {
            var trial = Self.trial(report, visit)
            trial["end"] = false
            if report.trial.isRunning, visit.mayUse(.admin) {
                trial["end"] = app.path("policies", version, "end-trial")
            }
            values["trial"] = trial
        }
        return visit.page("policy", title: "policy", values)
    }

    /// Returns the result of a trial for the template.
    private static func trial(_ report: RefundTrialReport, _ visit: DashboardVisit) -> [String: Any] {
        let experiment = report.trial.experiment
        func range(_ estimate: RefundTally.Estimate?) -> String {
            guard let estimate else { return "–" }
            return visit.text(
                "policyEstimate",
                DashboardNumbers.share(estimate.share),
                DashboardNumbers.share(estimate.low),
                DashboardNumbers.share(estimate.high)
            )
        }
        var values: [String: Any] = [
            "about": visit.text(
                "policyTrialTerms",
                RuleValue.share(experiment.shareMilliunits).spelling,
                "\(experiment.seed)",
                DashboardNumbers.count(experiment.minimumCases),
                DashboardNumbers.count(experiment.maximumCases)
            ),
            "arms": RefundExperiment.Arm.allCases.map { arm -> [String: Any] in
                let tally = report[arm]
                func amounts(_ sums: [String: Int64]) -> String {
                    DashboardRefundPhrases.amounts(sums.mapValues { Int128($0) })
                }
                return [
                    "name": visit.text(arm == .trial ? "refundArmTrial" : "refundArmHoldOut"),
                    "cases": DashboardNumbers.count(tally.cases), "decided": DashboardNumbers.count(tally.decided),
                    "refunded": DashboardNumbers.count(tally.refunded),
                    "declined": DashboardNumbers.count(tally.declined), "share": range(tally.keptShare()),
                    "rate": range(tally.declineRate()), "asked": amounts(tally.asked), "kept": amounts(tally.kept),
                ]
            },
            "gain": false, "state": visit.text("policyTrialRuns"),
        ]
        if let gain = report[.trial].gain(over: report[.holdOut]) {
            values["gain"] = visit.text("policyGain", range(gain))
        }
        if let end = report.trial.end {
            let by = end.by.map { " · \($0)" } ?? ""
            values["state"] = "\(Self.ending(end.ending, visit)) · \(end.at.dayText)\(by)"
        }
        return values
    }

    private func endTrial(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> DashboardAct {
        let policy = try await self.policy(visit, app)
        let version = "\(policy.version)"
        let isRunning = policy.trial?.isRunning == true
        let inForce = try await Problem.explaining(by: Problem.refund) { () throws(RefundError) in
            try await self.services.refundAdvisor.policyInForce(in: app.app.name)
        }
        return DashboardAct(
            title: "policyEndTrial",
            introduction: [visit.text("policyEndTrialAbout", version)],
            needsPassword: true,
            isDangerous: true,
            confirm: "policyEndTrial",
            back: app.path("policies", version),
            preview: { _ in
                guard isRunning else {
                    return DashboardAct.Preview(effects: [visit.text("policyNoTrial")], isNothing: true)
                }
                return DashboardAct.Preview(
                    effects: [
                        inForce == 0
                            ? visit.text("policyEndTrialNone") : visit.text("policyEndTrialEffect", "\(inForce)")
                    ],
                    undo: visit.text("policyEndTrialUndo")
                )
            },
            perform: { form in
                let origin = try visit.origin(reasonIn: form)
                _ = try await Problem.explaining(by: Problem.refund) { () throws(RefundError) in
                    try await self.services.refunds.endTrial(
                        of: policy.version,
                        in: app.app.name,
                        by: origin.name,
                        reason: origin.reason
                    )
                }
                return app.path("policies", version, query: ["done": "donePolicyTrial"])
            }
        )
    }
}
