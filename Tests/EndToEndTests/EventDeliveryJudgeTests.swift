import Testing
import torture

@Suite struct EventDeliveryJudgeTests {
    private static let plan = ReceiverPlan("it", app: "shop", .healthy)

    private static let ada = (1...3).map { number in
        LedgerEvent(
            stream: "cus_ada",
            number: Int64(number),
            name: "subscription.renewed",
            environment: "Production",
            digest: "a\(number)"
        )
    }
    private static let ben = [
        LedgerEvent(
            stream: "cus_ben",
            number: 1,
            name: "transaction.recorded",
            environment: "Sandbox",
            digest: "b1"
        )
    ]
    private static let events = [Self.ada[0], Self.ben[0], Self.ada[1], Self.ada[2]]

    private static func arrival(_ event: LedgerEvent, _ fate: Arrival.Fate = .taken, digest: String? = nil) -> Arrival {
        Arrival(receiver: 0, fate, id: event.id, digest: digest ?? event.digest)
    }

    private static func judge(_ arrivals: [Arrival], by plan: ReceiverPlan = Self.plan) -> EventDeliveryJudge {
        EventDeliveryJudge(plan, events: Self.events, arrivals: arrivals)
    }

    @Test("Repetitions, refusals and event streams in any order among each other are as they may be")
    func right() {
        let judge = Self.judge([
            Self.arrival(Self.ada[0], .refused), Self.arrival(Self.ben[0]), Self.arrival(Self.ada[0]),
            Self.arrival(Self.ada[0]), Self.arrival(Self.ada[1], .refused), Self.arrival(Self.ada[1]),
            Self.arrival(Self.ada[0]), Self.arrival(Self.ada[2]),
        ])
        #expect(judge.violations.isEmpty)
        #expect(judge.missing.isEmpty)
        #expect((judge.firstCount, judge.repeatedCount, judge.refusedCount) == (4, 2, 2))
    }

    @Test("An event that did not arrive, or was only refused, is missing")
    func missing() {
        let judge = Self.judge([
            Self.arrival(Self.ada[0]), Self.arrival(Self.ada[1]), Self.arrival(Self.ada[2], .refused),
        ])
        #expect(judge.violations.isEmpty)
        #expect(judge.missing == ["it was never sent cus_ben_1", "it was never sent cus_ada_3"])
    }

    @Test(
        "An event before the earlier one of its event stream was taken is found out, also where it was refused itself"
    )
    func order() {
        let gap = Self.judge([Self.arrival(Self.ada[0]), Self.arrival(Self.ada[2], .refused)])
        #expect(gap.violations == ["it was sent cus_ada_3 before cus_ada_2"])
        let early = Self.judge([Self.arrival(Self.ada[0], .refused), Self.arrival(Self.ada[1])])
        #expect(early.violations == ["it was sent cus_ada_2 before cus_ada_1"])
    }

    @Test("An event that the ledger does not hold, or hold otherwise, is found out")
    func unknown() {
        let stranger = LedgerEvent(stream: "cus_ada", number: 4, name: "x.y", environment: "Production", digest: "a4")
        let judge = Self.judge([
            Self.arrival(stranger, .refused), Self.arrival(Self.ada[0], digest: "b1"),
        ])
        #expect(
            judge.violations == [
                "it was sent cus_ada_4, which the ledger does not hold",
                "it was sent cus_ada_1 with another body",
            ]
        )
    }

    @Test("A signature that is not right is found out, and what it signs has not arrived")
    func forged() {
        let judge = Self.judge([Self.arrival(Self.ben[0], .forged)])
        #expect(judge.violations == ["it was sent cus_ben_1 with an invalid signature"])
        #expect(judge.missing.contains("it was never sent cus_ben_1"))
    }

    @Test("A filter lets through what it names and nothing else")
    func filter() {
        let plan = ReceiverPlan("it", app: "shop", .healthy, events: ["subscription.*"], environment: "Production")
        let right = Self.judge(Self.ada.map { Self.arrival($0) }, by: plan)
        #expect(right.violations.isEmpty && right.missing.isEmpty)
        let wrong = Self.judge([Self.arrival(Self.ben[0])] + Self.ada.map { Self.arrival($0) }, by: plan)
        #expect(wrong.violations == ["it was sent cus_ben_1, which it has not subscribed to"])
    }

    @Test("A relay is sent what it wants byte for byte, once for each notification at least, and nothing else")
    func relay() {
        let notifications = [("u1", "Production"), ("u1", "Production"), ("u2", "Production"), ("u3", "Sandbox")]
            .enumerated().map { place, known in
                LedgerNotification(
                    name: "message \(place)",
                    uuid: known.0,
                    type: "DID_RENEW",
                    environment: known.1,
                    digest: "d\(place)"
                )
            }
        let plan = ReceiverPlan("it", app: "shop", .healthy, isRelay: true, environment: "Production")
        func judge(_ digests: [String]) -> EventDeliveryJudge {
            let arrivals = digests.map { Arrival(receiver: 0, .taken, id: "-", digest: $0) }
            return EventDeliveryJudge(plan, notifications: notifications, arrivals: arrivals)
        }
        let right = judge(["d2", "d1", "d2"])
        #expect(right.violations.isEmpty && right.missing.isEmpty)
        #expect((right.firstCount, right.repeatedCount) == (2, 1))
        #expect(judge(["d0"]).missing == ["it was never sent message 2"])
        #expect(judge(["d9"]).violations == ["it was sent d9, which the ledger does not hold byte for byte"])
        #expect(judge(["d3"]).violations == ["it was sent message 3, which it has not subscribed to"])
    }

    @Test("Each deliberate flaw is found", arguments: ["forgets", "exchanges", "invents"])
    func flaws(_ name: String) throws {
        let flaw: TortureFlaw =
            switch name {
            case "forgets": .forgetsArrival
            case "exchanges": .exchangesArrivals
            default: .inventsArrival
            }
        let arrivals = Self.events.map { Self.arrival($0) }
        #expect(Self.judge(arrivals).violations.isEmpty)
        let spoiled = Self.judge(Arrival.spoiled(arrivals, by: flaw))
        #expect(!(spoiled.violations + spoiled.missing).isEmpty)
    }
}
