import Ledger
import Testing

@Suite struct FigureTierTests {
    @Test("An instant lies between the beginning of its point and that of the next", arguments: FigureTier.allCases)
    func point(tier: FigureTier) {
        let step = tier.step.milliseconds
        // Beyond 2^53 milliseconds, too.
        let multiples: [Int64] = [0, 1, -1, 29_453_760, -7, 288, 720, 900_719_925_474]
        let offsets: [Int64] = [-1, 0, 1, step / 2]
        for multiple in multiples {
            for offset in offsets {
                let instant = Instant(milliseconds: multiple * step + offset)
                let point = tier.point(of: instant)
                #expect(tier.begin(ofPoint: point) <= instant)
                #expect(tier.begin(ofPoint: point + 1) > instant)
            }
        }
    }

    @Test("Each row has as many points, before 1970 too", arguments: FigureTier.allCases)
    func row(tier: FigureTier) {
        let size = Int64(tier.pointsPerRow)
        for number in [-3, -1, 0, 1, 1234] as [Int64] {
            #expect(tier.row(ofPoint: number * size) == number)
            #expect(tier.row(ofPoint: number * size + size - 1) == number)
            #expect(tier.row(ofPoint: number * size - 1) == number - 1)
        }
    }

    @Test("No instant and no point is too far away", arguments: FigureTier.allCases)
    func extremes(tier: FigureTier) {
        for instant in [Instant(milliseconds: .min), Instant(milliseconds: .max)] {
            let point = tier.point(of: instant)
            #expect((tier.begin(ofPoint: point) - instant).milliseconds.magnitude <= tier.step.milliseconds.magnitude)
        }
        #expect(tier.begin(ofPoint: .max) == Instant(milliseconds: .max))
        #expect(tier.begin(ofPoint: .min) == Instant(milliseconds: .min))
        #expect(tier.row(ofPoint: .min) < 0)
        #expect(tier.row(ofPoint: .max) > 0)
    }

    @Test("A row of hours is a whole number of days, and one of minutes an hour")
    func sizes() {
        #expect(FigureTier.minute.pointsPerRow == 60)
        #expect(FigureTier.fiveMinutes.pointsPerRow * 5 == 24 * 60)
        #expect(FigureTier.hour.pointsPerRow % 24 == 0)
    }
}
