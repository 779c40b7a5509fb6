import Foundation
import Testing

/// Tests that a former leader removes the metrics that only the leader measures.
@Suite struct LeaderGaugeTests {
    @Test("Every gauge that the watch records is among those that a former leader forgets")
    func complete() {
        let tree = SourceTree.project
        let names = tree.page("Sources/PurserService/Watch/LeaderGauges.swift").text
        #expect(!names.isEmpty)
        let folders = ["Sources/PurserService/Watch/", "Sources/PurserService/Link/"]
        for file in tree.swift where folders.contains(where: { file.path.hasPrefix($0) }) {
            for match in file.text.matches(of: /Gauge\(\s*label: ("[a-z_]+")/) {
                #expect(names.contains(match.1), "\(file.path) records \(match.1).")
            }
        }
    }
}
