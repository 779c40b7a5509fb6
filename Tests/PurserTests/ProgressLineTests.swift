import PurserService
import Testing
import purser

@Suite struct ProgressLineTests {
    @Test(
        "A line says how far it is, how fast it goes and how long it will take, as soon as that is known",
        arguments: [
            (0, 0, 5, "copying"), (0, 200, 5, "copying 0% (0 of 200 pages)"),
            (50, 200, 0, "copying 25% (50 of 200 pages)"),
            (50, 200, 5, "copying 25% (50 of 200 pages), 10 a second, 15 s left"),
            (200, 200, 4, "copying 100% (200 of 200 pages), 50 a second, 0 s left"),
            (100, 10000, 1, "copying 1% (100 of 10000 pages), 100 a second, 1 min 39 s left"),
            (1, 10000, 1, "copying 0% (1 of 10000 pages), 1 a second, 2 h 46 min left"),
            (.max / 2, .max, 1, "copying 50% (4611686018427387903 of 9223372036854775807 pages)"),
        ] as [(Int64, Int64, Int, String)]
    )
    func line(done: Int64, total: Int64, seconds: Int, expected: String) {
        let progress = OperationProgress(stage: "copying", done: done, total: total, unit: "pages")
        let text = ProgressLine(progress, elapsed: .seconds(seconds)).text
        #expect(done > 1_000_000 ? text.hasPrefix(expected) : text == expected)
    }
}
