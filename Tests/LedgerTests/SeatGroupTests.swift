import Ledger
import PurserTesting
import Testing

@Suite struct SeatGroupTests {
    private static func group(
        _ count: Int,
        next: Int? = nil,
        seats: [Seat] = [],
        hasAccess: Bool = true
    ) -> SeatGroup {
        SeatGroup(
            originalTransactionID: OriginalTransactionID("1"),
            productID: ProductID("team"),
            count: SeatCount(count: count, next: next, invitations: .developer),
            hasAccess: hasAccess,
            purchaser: Sample.customer("ada"),
            seats: seats
        )
    }

    private static func request(_ kind: SeatRequest.Kind, _ minute: Int64 = 0) -> SeatRequest {
        SeatRequest(kind, at: Sample.beginning + .minutes(minute), by: "shop")
    }

    private static func member(_ name: String) -> SeatRequest.Member { SeatRequest.Member(Sample.customer(name)) }

    @Test("A thousand members fill a thousand seats, and the next one finds none free")
    func thousand() throws {
        var group = Self.group(1000)
        for number in 0..<1000 {
            let result = group.carryOut(Self.request(.assign(SeatID("s\(number)"), Self.member("m\(number)"))))
            #expect(throws: Never.self) { try result.get() }
        }
        let result = group.carryOut(Self.request(.assign(SeatID("s1000"), Self.member("m1000"))))
        #expect(result == .failure(.noneFree))
        #expect(group.freeCount == 0 && group.surplus.isEmpty)
    }

    @Test("A seat that is assigned and released in the same second has ended, and the person can get another")
    func sameSecond() throws {
        var group = Self.group(2)
        let (first, second) = (SeatID("a"), SeatID("b"))
        for kind in [.assign(first, Self.member("ben")), .release(first), .release(first)] as [SeatRequest.Kind] {
            _ = try group.carryOut(Self.request(kind)).get()
        }
        // A repeated request for the seat does not let it run again.
        let again = try group.carryOut(Self.request(.assign(first, Self.member("ben")))).get()
        #expect(again.end?.reason == .released)
        #expect(group.kept.isEmpty && group.freeCount == 2)
        let other = try group.carryOut(Self.request(.assign(second, Self.member("ben")))).get()
        #expect(other.id == second && other.isTaken)
        var empty = Self.group(2)
        let early = empty.carryOut(Self.request(.release(first)))
        #expect(early == .failure(.unknownSeat), "Nothing can be released before it is there.")
    }

    @Test("A thousand claims that Apple ends at once end a thousand seats, each with an event of its own")
    func thousandEnds() {
        var group = Self.group(1000)
        for number in 0..<1000 {
            let id = SeatID("s\(number)")
            _ = group.carryOut(Self.request(.assign(id, Self.member("m\(number)"))))
            _ = group.carryOut(Self.request(.recordClaim(id, SeatClaimID("c\(number)"), nil)))
        }
        let before = group
        let claims = Set((0..<1000).map { SeatClaimID("c\($0)") })
        #expect(group.unclaim(claims, at: Sample.beginning).count == 1000)
        #expect(group.unclaim(claims, at: Sample.beginning).isEmpty, "A repetition changes nothing.")
        #expect(group.drafts(since: before, environment: .production).count == 1000)
        #expect(group.drafts(since: group, environment: .production).isEmpty)
    }

    @Test("Fewer seats name open invitations before members, and the newest first")
    func surplus() {
        var group = Self.group(4, next: 1)
        let kinds: [SeatRequest.Kind] = [
            .assign(SeatID("a"), Self.member("ben")), .assign(SeatID("b"), Self.member("cleo")), .invite(SeatID("c")),
            .invite(SeatID("d")),
        ]
        for (place, kind) in kinds.enumerated() { _ = group.carryOut(Self.request(kind, Int64(place))) }
        #expect(group.surplus.isEmpty)
        #expect(group.nextSurplus.map(\.id.rawValue) == ["d", "c", "b"])
        var fewer = Self.group(2, seats: group.seats)
        #expect(fewer.surplus.map(\.id.rawValue) == ["d", "c"])
        let late = fewer.carryOut(Self.request(.accept(SeatID("d"), Self.member("dan")), 9))
        #expect(late == .failure(.noneFree), "A seat that is not paid gives nothing.")
    }

    @Test("An invitation is accepted once, by one person, and by no person who has a seat")
    func accepting() throws {
        var group = Self.group(3)
        _ = group.carryOut(Self.request(.invite(SeatID("a"))))
        _ = group.carryOut(Self.request(.invite(SeatID("b"))))
        let purchaser = group.carryOut(Self.request(.accept(SeatID("a"), Self.member("ada"))))
        #expect(purchaser == .failure(.isPurchaser))
        let first = try group.carryOut(Self.request(.accept(SeatID("a"), Self.member("ben")), 1)).get()
        let again = try group.carryOut(Self.request(.accept(SeatID("a"), Self.member("ben")), 2)).get()
        #expect(first == again)
        #expect(group.carryOut(Self.request(.accept(SeatID("a"), Self.member("cleo")))) == .failure(.taken))
        #expect(group.carryOut(Self.request(.accept(SeatID("b"), Self.member("ben")))) == .failure(.hasSeat))
        _ = group.carryOut(Self.request(.release(SeatID("a")), 3))
        #expect(group.carryOut(Self.request(.accept(SeatID("a"), Self.member("ben")))) == .failure(.ended))
        var over = Self.group(3, seats: group.seats, hasAccess: false)
        let late = over.carryOut(Self.request(.accept(SeatID("b"), Self.member("ben"))))
        #expect(late == .failure(.subscriptionEnded))
    }

    @Test("A claim whose answer was lost is asked for again with the same identifier, and then ended")
    func lostAnswer() throws {
        var group = Self.group(2)
        let id = SeatID("a")
        _ = group.carryOut(Self.request(.invite(id)))
        #expect(group.seats[0].nextCall == nil, "Apple hears of a seat when a member has it.")
        _ = group.carryOut(Self.request(.accept(id, Self.member("ben"))))
        #expect(group.seats[0].nextCall == .claim)
        _ = group.carryOut(Self.request(.ask(id), 1))
        _ = group.carryOut(Self.request(.release(id), 2))
        #expect(group.seats[0].nextCall == .claim, "Apple may have made the claim.")
        _ = group.carryOut(Self.request(.recordClaim(id, SeatClaimID("c"), nil), 3))
        #expect(group.seats[0].nextCall == .unclaim(SeatClaimID("c")))
        _ = group.carryOut(Self.request(.recordEnd(id), 4))
        #expect(group.seats[0].nextCall == nil)
        #expect(group.seats[0].end?.reason == .released)
    }

    @Test("A seat that was released before Apple was asked needs no call")
    func neverAsked() {
        var group = Self.group(2)
        _ = group.carryOut(Self.request(.assign(SeatID("a"), Self.member("ben"))))
        _ = group.carryOut(Self.request(.release(SeatID("a")), 1))
        #expect(group.seats[0].nextCall == nil)
    }

    @Test("A member's Apple Account that becomes known later is associated with the claim")
    func associating() {
        var group = Self.group(2)
        let (id, account) = (SeatID("a"), AppTransactionID("77"))
        _ = group.carryOut(Self.request(.assign(id, Self.member("ben"))))
        _ = group.carryOut(Self.request(.recordClaim(id, SeatClaimID("c"), nil)))
        #expect(group.seats[0].nextCall == nil)
        _ = group.carryOut(Self.request(.identify(id, account)))
        #expect(group.seats[0].nextCall == .associate(SeatClaimID("c"), account))
        _ = group.carryOut(Self.request(.recordAssociation(id, account)))
        #expect(group.seats[0].nextCall == nil)
    }

    @Test("The ends of a seat lead to the same end in every order, however often they arrive")
    func anyOrder() {
        let (id, claim) = (SeatID("a"), SeatClaimID("c"))
        var generator = SeededGenerator(seed: 30)
        for round in 0..<1000 {
            let (released, unclaimed) = (
                generator.pick([0, 1, 2, 3] as [Int64]), generator.pick([0, 1, 2, 3] as [Int64])
            )
            var ends: Set<Seat.End> = []
            for _ in 0..<4 {
                var group = Self.group(2)
                _ = group.carryOut(Self.request(.assign(id, Self.member("ben"))))
                _ = group.carryOut(Self.request(.recordClaim(id, claim, nil)))
                var steps = [0, 1]
                for _ in 0..<generator.pick([0, 1, 2]) { steps.append(generator.pick([0, 1])) }
                for step in steps.shuffled(using: &generator) {
                    if step == 0 {
                        _ = group.carryOut(Self.request(.release(id), released))
                    } else {
                        _ = group.unclaim([claim], at: Sample.beginning + .minutes(unclaimed))
                    }
                }
                if let end = group.seats[0].end { ends.insert(end) }
                #expect(group.seats[0].nextCall == nil)
            }
            #expect(ends.count == 1, "Round \(round): released \(released), unclaimed \(unclaimed), \(ends)")
        }
    }
}
