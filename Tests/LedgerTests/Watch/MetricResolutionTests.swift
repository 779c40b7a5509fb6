import Ledger
import Testing

@Suite struct MetricResolutionTests {
    @Test(
        "An instant is between the beginning of its point and that of the next",
        arguments: MetricResolution.allCases
    )
    func point(resolution: MetricResolution) {
        let step = resolution.step.milliseconds
        // Beyond 2^53 milliseconds, too.
        let multiples: [Int64] = [0, 1, -1, 29_453_760, -7, 288, 720, 900_719_925_474]
        let offsets: [Int64] = [-1, 0, 1, step / 2]
        for multiple in multiples {
            for offset in offsets {
                let instant = Instant(milliseconds: multiple * step + offset)
                let point = resolution.point(of: instant)
                #expect(resolution.begin(ofPoint: point) <= instant)
                #expect(resolution.begin(ofPoint: point + 1) > instant)
            }
        }
    }

    @Test("Each row has as many points, before 1970 too", arguments: MetricResolution.allCases)
    func row(resolution: MetricResolution) {
        let size = Int64(resolution.pointsPerRow)
        for number in [-3, -1, 0, 1, 1234] as [Int64] {
            #expect(resolution.row(ofPoint: number * size) == number)
            #expect(resolution.row(ofPoint: number * size + size - 1) == number)
            #expect(resolution.row(ofPoint: number * size - 1) == number - 1)
        }
    }

    @Test("Every instant and every point is accepted", arguments: MetricResolution.allCases)
    func extremes(resolution: MetricResolution) {
        for instant in [Instant(milliseconds: .min), Instant(milliseconds: .max)] {
            let point = resolution.point(of: instant)
            #expect(
                (resolution.begin(ofPoint: point) - instant).milliseconds.magnitude
                    <= resolution.step.milliseconds.magnitude
            )
        }
        #expect(resolution.begin(ofPoint: .max) == Instant(milliseconds: .max))
        #expect(resolution.begin(ofPoint: .min) == Instant(milliseconds: .min))
        #expect(resolution.row(ofPoint: .min) < 0)
        #expect(resolution.row(ofPoint: .max) > 0)
    }

    @Test("A row of hours is a whole number of days, and one of minutes an hour")
    func sizes() {
        #expect(MetricResolution.minute.pointsPerRow == 60)
        #expect(MetricResolution.fiveMinutes.pointsPerRow * 5 == 24 * 60)
        #expect(MetricResolution.hour.pointsPerRow % 24 == 0)
    }
}
