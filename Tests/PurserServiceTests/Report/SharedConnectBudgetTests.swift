import AppStore
import Ledger
import PurserService
import PurserTesting
import Testing

@Suite struct SharedConnectBudgetTests {
    private static let now: Int64 = 1_767_225_600_000
    private static let key = "2X9R4HXF34"

    private static func budget(_ repository: any Repository, _ app: String = "shop") -> SharedConnectBudget {
        SharedConnectBudget(repository: repository, app: AppName(app))
    }

    @Test("Two nodes on one database share the remaining requests, and each key has its own")
    func shared() async {
        let repository = InMemoryRepository()
        let (one, other) = (Self.budget(repository), Self.budget(repository))
        #expect(await one.take(Self.key, at: Self.now) == .granted)
        // 200 of 3600 are left, and 180 of these are for others.
        await one.keep(ConnectLimit(requestsPerHour: 3600, remaining: 200), of: Self.key, at: Self.now)
        var count = 0
        while count < 100 {
            let budget = count.isMultiple(of: 2) ? other : one
            guard await budget.take(Self.key, at: Self.now) == .granted else { break }
            count += 1
        }
        #expect(count == 20)
        guard case .notBefore(let instant) = await other.take(Self.key, at: Self.now) else {
            Issue.record("A spent limit says when to ask again.")
            return
        }
        #expect((Self.now + 280_000...Self.now + 300_000).contains(instant))
        // From there on one request in five minutes passes.
        #expect(await one.take(Self.key, at: instant) == .granted)
        #expect(await other.take(Self.key, at: instant) != .granted)
        #expect(await one.take("ANOTHER", at: Self.now) == .granted)
    }

    @Test("A statement of an hour ago no longer counts")
    func window() async {
        let budget = Self.budget(InMemoryRepository())
        await budget.keep(ConnectLimit(requestsPerHour: 3600, remaining: 0), of: Self.key, at: Self.now)
        #expect(await budget.take(Self.key, at: Self.now + 60_000) != .granted)
        #expect(await budget.take(Self.key, at: Self.now + 3_600_000) == .granted)
        #expect(await budget.take(Self.key, at: Self.now + 3_600_000) == .granted)
    }

    @Test("A pause applies to all nodes, survives an answer that was on its way, and ends")
    func pause() async {
        let repository = InMemoryRepository()
        let (one, other) = (Self.budget(repository), Self.budget(repository))
        await one.pause(Self.key, until: Self.now + 600_000)
        await one.pause(Self.key, until: Self.now + 300_000)
        await other.keep(ConnectLimit(requestsPerHour: 3600, remaining: 3000), of: Self.key, at: Self.now)
        #expect(await other.take(Self.key, at: Self.now + 599_999) == .notBefore(Self.now + 600_000))
        #expect(await other.take(Self.key, at: Self.now + 600_000) == .granted)
        // A clock that was set back does not wait for an instant years ahead.
        await one.pause(Self.key, until: Self.now + 86_400_000_000)
        #expect(await other.take(Self.key, at: Self.now) == .granted)
    }

    @Test("Numbers and instants outside of the range do no harm")
    func bounds() async {
        let budget = Self.budget(InMemoryRepository())
        await budget.keep(
            ConnectLimit(requestsPerHour: 900_000_000, remaining: 900_000_000),
            of: Self.key,
            at: Self.now
        )
        #expect(await budget.take(Self.key, at: Self.now) == .granted)
        for instant in [-1, 0, 1, Int64.max / 4] {
            await budget.keep(ConnectLimit(requestsPerHour: 100, remaining: 50), of: "K\(instant)", at: instant)
            #expect(await budget.take("K\(instant)", at: instant) == .granted)
        }
    }

    @Test("Where the repository fails, nothing is sent")
    func closed() async {
        let repository = InMemoryRepository()
        await repository.close()
        #expect(await Self.budget(repository).take(Self.key, at: Self.now) == .unavailable)
    }
}
