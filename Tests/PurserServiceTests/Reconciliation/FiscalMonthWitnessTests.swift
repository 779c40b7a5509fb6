import AppStoreSimulator
import Ledger
import Testing

@Suite struct FiscalMonthWitnessTests {
    @Test("The fiscal calendar agrees with the simulator's own in every month of 2015 to 2040")
    func agreement() throws {
        for year in 2015...2040 {
            for month in 1...12 {
                let ours = try #require(FiscalMonth(year: year, month: month))
                let theirs = try #require(World.daysOfFiscalMonth(ours.text))
                #expect(ours.begin.number == theirs.lowerBound, "\(ours.text)")
                #expect(ours.days.upperBound.number == theirs.upperBound, "\(ours.text)")
            }
        }
    }
}
