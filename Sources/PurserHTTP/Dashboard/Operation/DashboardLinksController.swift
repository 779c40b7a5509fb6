import Hummingbird
import Ledger
import PurserService

/// The page about the links to Apple's hosts, with the time that probes take.
struct DashboardLinksController: Sendable {
    /// The timer of the probes.
    private static let metric = "purser_link_probe_seconds"

    /// The use case that returns the state of the links.
    let service: LinkService
    /// The history of metrics.
    let metrics: MetricQuery

    /// Adds the route.
    func add(to routes: DashboardRoutes) {
        routes.get(app: "links", for: .scope(.read)) { visit, app in try await self.page(visit, app) }
    }

    private func page(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let statuses: [LinkStatus]
        let graph: MetricGraph
        do throws(RepositoryError) {
            statuses = try await self.service.statuses()
            graph = try await MetricGraph(
                Self.metric,
                from: self.metrics,
                app: app.app.name,
                MetricGraph.period(visit)
            )
        } catch {
            throw Problem.storage(error)
        }
        if let file = try await graph.table.file(for: visit) { return file }
        let sentences = LinkSentences(isChinese: visit.language == .simplifiedChinese)
        return visit.page(
            "links",
            title: "links",
            [
                "isEnabled": self.service.isEnabled, "hasLinks": !statuses.isEmpty,
                "hosts": statuses.map { Self.values(of: $0, sentences, visit) },
                "graph": try await graph.values(for: visit),
            ]
        )
    }

    private static func values(
        of status: LinkStatus,
        _ sentences: LinkSentences,
        _ visit: DashboardVisit
    ) -> [String: Any] {
        let (color, state) =
            switch status.isUp {
            case true?: ("good", "linkUp")
            case false?: ("bad", "linkDown")
            case nil: ("", "linkUnknown")
            }
        var values: [String: Any] = [
            "host": status.host, "chip": color, "state": visit.text(state), "since": false, "probed": false,
            "failure": false, "certificate": false, "clock": false, "hasSteps": !status.steps.isEmpty,
            "steps": LinkFailure.Step.allCases.compactMap { step in
                status.steps[step].map { "\(step.rawValue) \(Self.milliseconds($0)) ms" }
            }.joined(separator: " · "),
        ]
        if let since = status.since { values["since"] = DashboardVisit.time(since) }
        if let probed = status.probedAt { values["probed"] = DashboardVisit.time(probed) }
        if let ends = status.certificateEnds { values["certificate"] = DashboardVisit.time(ends) }
        if let ahead = status.clockAheadMilliseconds {
            let seconds = (ahead + (ahead < 0 ? -500 : 500)) / 1000
            values["clock"] = visit.text(seconds < 0 ? "linkClockBehind" : "linkClockAhead", "\(abs(seconds))")
        }
        if let broken = status.lastBreak {
            let text = broken.failure.map { sentences.sentence($0) } ?? sentences.sentence(broken.place)
            values["failure"] =
                ["text": text, "at": DashboardVisit.time(broken.at), "isOver": status.isUp == true] as [String: Any]
        }
        return values
    }

    private static func milliseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }
}
