import Ledger
import Testing

@Suite("Spans of days")
struct PacificDaySpanTests {
    private static func day(_ text: String) throws -> PacificDay { try #require(PacificDay(text: text)) }

    @Test("Days that follow each other are one span, which has no more days than are allowed")
    func spans() throws {
        let days = try ["2026-03-03", "2026-03-01", "2026-03-02", "2026-03-02", "2026-03-07"].map(Self.day)
        let (first, second, third, last) = (days[1], days[2], days[0], days[4])
        #expect(PacificDay.spans(of: days) == [first...third, last...last])
        #expect(PacificDay.spans(of: days, upTo: 2) == [first...second, third...third, last...last])
        #expect(PacificDay.spans(of: []).isEmpty)
    }

    @Test("A calendar week begins on its Monday, also before 1970")
    func mondays() throws {
        for text in ["2026-03-02", "2026-03-04", "2026-03-08"] {
            #expect(try Self.day(text).monday == Self.day("2026-03-02"))
        }
        #expect(PacificDay(number: -4).monday.number == -10)
        #expect(PacificDay(number: -3).monday.number == -3)
    }
}
