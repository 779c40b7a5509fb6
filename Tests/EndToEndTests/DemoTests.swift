import AppStore
import Testing

@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10)))
struct DemoTests {
    @Test("The year is played to the end, the two sides agree, and the same seed gives the same story")
    func once() throws {
        let folder = try TemporaryFolder()
        let runs = try (0..<2).map { _ in try Binary.run(["demo", "--once"], in: folder) }
        for run in runs {
            #expect(run.status == 0)
            let summary = try JSONValue(json: Array((run.lines.last ?? "").utf8))
            #expect(summary["agrees"] == .bool(true))
            #expect(summary["coinsRefunded"] == .number("1200"))
            #expect(run.output.contains("EXPIRED/VOLUNTARY"))
            #expect(run.complaints.isEmpty)
        }
        #expect(runs[0].lines.dropLast() == runs[1].lines.dropLast())
    }
}
