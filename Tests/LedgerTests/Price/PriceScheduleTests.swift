import Ledger
import Testing

@Suite struct PriceScheduleTests {
    private static func dollars(_ milliunits: Int64) -> Money { Money(amountMilliunits: milliunits, currency: "USD") }
    private static func yuan(_ milliunits: Int64) -> Money { Money(amountMilliunits: milliunits, currency: "CNY") }
    private static func euros(_ milliunits: Int64) -> Money { Money(amountMilliunits: milliunits, currency: "EUR") }
    private static func day(_ number: Int64) -> Instant { Instant(milliseconds: number * 86_400_000) }

    private static func price(_ schedule: PriceSchedule, _ storefront: String, _ day: Int64) -> Money? {
        schedule.price(in: storefront, at: Self.day(day))?.price
    }

    /// 9.99 dollars from day 10 on, 68 yuan by hand, and what Apple equalized.
    private static func schedule() -> PriceSchedule {
        var schedule = PriceSchedule()
        schedule.set(.price(Self.dollars(9990)), in: "USA", from: Self.day(10))
        schedule.set(.price(Self.yuan(68_000)), in: "CHN", from: Self.day(10))
        schedule.equalize(["DEU": Self.euros(10_990), "CHN": Self.yuan(78_000)], from: Self.day(10))
        return schedule
    }

    @Test("The base storefront is the United States by default")
    func base() {
        #expect(PriceSchedule().base == "USA")
        #expect(PriceSchedule(base: "CHN").base == "CHN")
    }

    @Test("A price counts from its instant on, that instant included, and before there is none")
    func time() {
        var schedule = Self.schedule()
        schedule.set(.price(Self.dollars(12_990)), in: "USA", from: Self.day(20))
        #expect(Self.price(schedule, "USA", 9) == nil)
        #expect(schedule.price(in: "USA", at: Instant(milliseconds: Self.day(10).milliseconds - 1)) == nil)
        #expect(Self.price(schedule, "USA", 10) == Self.dollars(9990))
        #expect(Self.price(schedule, "USA", 19) == Self.dollars(9990))
        #expect(Self.price(schedule, "USA", 20) == Self.dollars(12_990))
        let answer = schedule.price(in: "USA", at: Self.day(30))
        #expect(answer?.from == Self.day(20) && answer?.origin == .base)
    }

    @Test("A storefront with a price set by hand is not equalized, however often Apple equalizes")
    func byHand() {
        var schedule = Self.schedule()
        schedule.equalize(["DEU": Self.euros(11_990), "CHN": Self.yuan(88_000)], from: Self.day(20))
        #expect(Self.price(schedule, "CHN", 25) == Self.yuan(68_000))
        #expect(schedule.price(in: "CHN", at: Self.day(25))?.origin == .byHand)
        #expect(Self.price(schedule, "DEU", 19) == Self.euros(10_990))
        #expect(Self.price(schedule, "DEU", 20) == Self.euros(11_990))
        #expect(schedule.price(in: "DEU", at: Self.day(20))?.origin == .equalized)
    }

    @Test("The base price never moves by itself")
    func baseStays() {
        var schedule = Self.schedule()
        schedule.equalize(["USA": Self.dollars(8990)], from: Self.day(20))
        #expect(Self.price(schedule, "USA", 25) == Self.dollars(9990))
        var bare = PriceSchedule(base: "CHN")
        bare.equalize(["CHN": Self.yuan(68_000), "USA": Self.dollars(9990)], from: Self.day(1))
        #expect(Self.price(bare, "CHN", 5) == nil)
        #expect(Self.price(bare, "USA", 5) == Self.dollars(9990))
    }

    @Test("A storefront that is given back to Apple has its equalized price again")
    func givenBack() {
        var schedule = Self.schedule()
        schedule.set(.equalized, in: "CHN", from: Self.day(20))
        #expect(Self.price(schedule, "CHN", 19) == Self.yuan(68_000))
        #expect(Self.price(schedule, "CHN", 20) == Self.yuan(78_000))
        schedule.set(.price(Self.yuan(70_000)), in: "CHN", from: Self.day(30))
        #expect(Self.price(schedule, "CHN", 30) == Self.yuan(70_000))
    }

    @Test("A price counts from when its storefront was given back, where Apple had equalized it before")
    func givenBackFrom() {
        var schedule = Self.schedule()
        schedule.set(.equalized, in: "CHN", from: Self.day(20))
        #expect(schedule.price(in: "CHN", at: Self.day(25))?.from == Self.day(20))
        schedule.equalize(["CHN": Self.yuan(88_000)], from: Self.day(30))
        #expect(schedule.price(in: "CHN", at: Self.day(35))?.from == Self.day(30))
        #expect(schedule.price(in: "DEU", at: Self.day(35))?.from == Self.day(10))
    }

    @Test("The order in which prices become known does not matter")
    func order() {
        var backwards = PriceSchedule()
        backwards.equalize(["CHN": Self.yuan(78_000), "DEU": Self.euros(10_990)], from: Self.day(10))
        backwards.set(.price(Self.yuan(68_000)), in: "CHN", from: Self.day(10))
        backwards.set(.price(Self.dollars(9990)), in: "USA", from: Self.day(10))
        #expect(backwards == Self.schedule())
        #expect(backwards.storefronts == ["CHN", "DEU", "USA"])
    }

    @Test("Without a known price there is none, and none is invented")
    func unknown() {
        #expect(Self.price(Self.schedule(), "JPN", 15) == nil)
    }
}
