import Ledger
import Logging
import PurserService
import PurserTesting
import Synchronization
import Testing

@Suite struct SharedClockTests {
    private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private static func ambient(_ instant: SharedInstant) -> Ambient {
        Ambient(now: { instant.now }, randomBytes: { Array(repeating: 0, count: $0) })
    }

    @Test("Leases use the database's time, whatever the node's own clock shows")
    func offset() async {
        let own = SharedInstant(Sample.beginning)
        let clock = SharedClock(own: Self.ambient(own), logger: Self.logger, clock: .continuous) {
            Sample.beginning + .seconds(7)
        }
        #expect(clock.ambient.now() == Sample.beginning, "This is before the first comparison.")
        await clock.compare()
        #expect(clock.ambient.now() == Sample.beginning + .seconds(7))
        own.advance(by: .seconds(3))
        #expect(clock.ambient.now() == Sample.beginning + .seconds(10), "The clock advances between two comparisons.")
    }

    @Test("A slow answer, or none, changes nothing")
    func slow() async {
        struct Away: Error {}
        let own = SharedInstant(Sample.beginning)
        let clock = SharedClock(own: Self.ambient(own), logger: Self.logger, clock: .continuous) {
            own.advance(by: .seconds(1))
            return Sample.beginning + .hours(1)
        }
        await clock.compare()
        #expect(clock.ambient.now() == Sample.beginning + .seconds(1))
        let cut = SharedClock(own: Self.ambient(own), logger: Self.logger, clock: .continuous) { throw Away() }
        await cut.compare()
        #expect(cut.ambient.now() == own.now)
    }

    @Test("The middle of the round trip counts")
    func middle() async {
        let own = SharedInstant(Sample.beginning)
        let clock = SharedClock(own: Self.ambient(own), logger: Self.logger, clock: .continuous) {
            own.advance(by: Span(milliseconds: 400))
            return Sample.beginning + Span(milliseconds: 1200)
        }
        await clock.compare()
        #expect(clock.ambient.now() == Sample.beginning + Span(milliseconds: 1400))
    }

    @Test("The difference of the clocks is recorded in both directions", arguments: [-60, 60])
    func difference(seconds: Int64) async throws {
        let metrics = CountedMetrics()
        try await metrics.counting {
            let own = SharedInstant(Sample.beginning)
            let clock = SharedClock(own: Self.ambient(own), logger: Self.logger, clock: .continuous) {
                Sample.beginning + .seconds(seconds)
            }
            await clock.compare()
        }
        let shown = metrics.series(of: "purser_clock_difference_seconds").compactMap { Double($0.dropFirst()) }
        #expect(shown == [60])
        let offset = metrics.series(of: "purser_clock_offset_seconds").compactMap { Double($0.dropFirst()) }
        #expect(offset == [Double(seconds)])
    }
}
