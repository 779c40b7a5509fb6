import Testing
import torture

@Suite struct NumberSeriesTests {
    @Test("Numbers from one on without a gap are valid, in any order")
    func whole() {
        #expect(NumberSeries("stream", [3, 1, 2]).violations.isEmpty)
        #expect(NumberSeries("stream", [1, 2], last: 2).violations.isEmpty)
        #expect(NumberSeries("audit log", [], last: 0).violations.isEmpty)
    }

    @Test(
        "Duplicate, skipped and missing last numbers are found",
        arguments: [
            ([1, 2, 2, 3], "stream: 2 was assigned twice"), ([1, 3], "stream: 2 was skipped"),
            ([2, 3], "stream: 1 was skipped"), ([1, 2], "stream: the last is 2, and 3 were assigned"),
            ([], "stream: the last is 0, and 3 were assigned"),
            ([1, 2, 3, 4], "stream: the last is 4, and 3 were assigned"),
        ]
    )
    func wrong(numbers: [Int64], sentence: String) {
        #expect(NumberSeries("stream", numbers, last: 3).violations.contains(sentence))
    }

    @Test("What may have gaps may still not be assigned twice")
    func gaps() {
        #expect(NumberSeries("evidence", [1, 5, 9], isWhole: false).violations.isEmpty)
        #expect(NumberSeries("evidence", [1, 5, 5], isWhole: false).violations.count == 1)
    }

    @Test(
        "Deliberate flaws of the torture run are found, and nothing else",
        arguments: [TortureFlaw.doublesNumber, .skipsNumber]
    )
    func flaw(flaw: TortureFlaw) {
        let series = [NumberSeries("evidence", [1, 5], isWhole: false), NumberSeries("stream", [1, 2, 3])]
        #expect(NumberSeries.spoiled(series, by: flaw).flatMap(\.violations).count == 1)
        #expect(NumberSeries.spoiled(series, by: .countsAlone) == series)
        #expect(NumberSeries.spoiled(series, by: nil) == series)
    }
}
