import Foundation
import Testing

/// Tests that the files in `deploy` use only options and metrics that the server has.
@Suite struct DeployTests {
    private static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The metrics that the reference lists, and those that Prometheus makes itself.
    private static func metrics() throws -> Set<String> {
        let page = try Self.text("docs/reference/metrics.md")
        let names = page.split(separator: "\n").filter { $0.hasPrefix("| `") }.compactMap { row in
            row.dropFirst(3).split(separator: "`").first.map(String.init)
        }
        return Set(names).union(["up"])
    }

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: Self.project.appendingPathComponent(path), encoding: .utf8)
    }

    /// The metrics that a query names; what a histogram adds to its name is left out.
    private static func names(in query: String) -> Set<String> {
        let pattern = #/\b(purser_[a-z0-9_]+|process_[a-z0-9_]+|up)\b/#
        return Set(
            query.matches(of: pattern).map { match in
                var name = String(match.output.1)
                for ending in ["_bucket", "_sum", "_count"] where name.hasSuffix("seconds" + ending) {
                    name = String(name.dropLast(ending.count))
                }
                return name
            }
        )
    }

    @Test("Every query of a dashboard and of an alert names metrics that the reference lists")
    func queries() throws {
        let metrics = try Self.metrics()
        #expect(metrics.count > 50)
        var queryCount = 0
        for path in try Self.dashboards() {
            let content = try JSONSerialization.jsonObject(with: Data(Self.text(path).utf8))
            let dashboard = try #require(content as? [String: Any])
            let title = try #require(dashboard["title"] as? String)
            #expect(dashboard["uid"] is String && dashboard["schemaVersion"] is Int, "\(title)")
            let panels = try #require(dashboard["panels"] as? [[String: Any]])
            #expect(Set(panels.compactMap { $0["title"] as? String }).count == panels.count, "\(title)")
            for panel in panels {
                let targets = try #require(panel["targets"] as? [[String: Any]], "\(title)")
                #expect(!targets.isEmpty, "\(title)")
                for target in targets {
                    let query = try #require(target["expr"] as? String)
                    let names = Self.names(in: query)
                    #expect(!names.isEmpty && names.isSubset(of: metrics), "\(title): \(names.subtracting(metrics))")
                    queryCount += 1
                }
            }
        }
        #expect(queryCount > 60)
        let rules = try Self.text("deploy/prometheus/purser.rules.yml")
        let unknown = Self.names(in: rules).subtracting(metrics)
        #expect(unknown.isEmpty, "\(unknown)")
    }

    private static func dashboards() throws -> [String] {
        let folder = "deploy/grafana"
        let names = try FileManager.default.contentsOfDirectory(
            atPath: Self.project.appendingPathComponent(folder).path
        )
        let paths = names.filter { $0.hasSuffix(".json") }.sorted().map { "\(folder)/\($0)" }
        #expect(paths.count == 6)
        return paths
    }
}
