import Foundation
import Ledger
import Testing

/// The page about alarms against the limits in the code.
@Suite struct AlarmPageTests {
    @Test("The page has a row for every alarm, with its default limit")
    func limits() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(contentsOf: root.appending(path: "docs/operating/alarms.md"), encoding: .utf8)
        var defaults: [String: Double] = [:]
        for line in page.split(separator: "\n") where line.hasPrefix("| `") {
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 4, let limit = Double(cells[3]) else { continue }
            defaults[cells[0].trimmingCharacters(in: ["`"])] = limit
        }
        #expect(Set(defaults.keys) == Set(AlarmName.allCases.map(\.rawValue)))
        for name in AlarmName.allCases {
            #expect(defaults[name.rawValue] == AlarmThresholds()[name].limit, "\(name.rawValue)")
        }
    }
}
