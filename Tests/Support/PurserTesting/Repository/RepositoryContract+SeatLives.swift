import Ledger

extension RepositoryContract {
    static let seatLives = [
        Behavior("Claims, ends of seats and new evidence leave the same seats and access in any order") { subject in
            let repository = subject.repository
            var (ended, kept) = (0, 0)
            for seed in UInt64(1)...8 {
                let life = SeatLife(seed: seed)
                var first: SeatGroup?
                for order in UInt64(0)..<3 {
                    let app = AppName("seats-\(seed)-\(order)")
                    for step in life.steps(order: order) { try await life.take(step, app, repository) }
                    let group = try await life.group(app, repository)
                    let name = "seed \(seed), order \(order)"
                    try Self.require(group.count?.count, is: life.naive.count(at: life.end), "The seats of \(name).")
                    let ends = Dictionary(uniqueKeysWithValues: group.seats.map { ($0.id, $0.end?.reason) })
                    for (seat, reason) in life.ends {
                        try Self.require(ends[seat] ?? nil, is: reason, "The end of \(seat), \(name).")
                        let isActive = try await life.isActive(seat, app, repository)
                        try Self.require(isActive, is: reason == nil, "The access by \(seat), \(name).")
                        if reason == nil { kept += 1 } else { ended += 1 }
                    }
                    try Self.require(group, is: first ?? group, "The same in every order, \(name).")
                    first = first ?? group
                }
            }
            try Self.require(ended > 10 && kept > 10, is: true, "Some seats end, and some do not.")
        },
        Behavior("No customer gets a seat of another app's subscription, and no other app ends one") { subject in
            let repository = subject.repository
            let group = SeatSample()
            try await group.buy(seats: 2, on: repository)
            _ = try await group.done(.assign(group.seat(1), group.member("ben")), repository)
            let claim = SeatClaimID("claim")
            _ = try await group.done(.recordClaim(group.seat(1), claim, nil), repository)
            let other = AppName("other")
            var intake = Sample.facts(app: other)
            intake.unclaim = SeatUnclaim(claims: [claim], at: Sample.beginning)
            _ = try await repository.record(intake)
            try Self.require(try await group.isActive("ben", repository), is: true, "Ben keeps the seat.")
            let (seat, original, catalog) = (group.seat(1), OriginalTransactionID("100"), group.catalog)
            for kind in [.invite(SeatID("new")), .release(seat)] as [SeatRequest.Kind] {
                let result = try await repository.write { unit in
                    try unit.carryOut(
                        SeatRequest(kind, at: Sample.beginning, by: "shop"),
                        on: original,
                        app: other,
                        environment: .production,
                        catalog: catalog,
                        isPreview: false
                    )
                }
                try Self.require(result, is: .failure(.unknownSubscription), "It is not the other app's.")
            }
            let found = try await repository.read { view in
                try view.subscription(of: seat, app: other, environment: .production)
            }
            try Self.require(found, is: nil, "Neither is the seat.")
        },
        Behavior("A purchaser who turns out to be a member has paid, and the seat stays until it is released") {
            subject in
            let repository = subject.repository
            let group = SeatSample()
            try await group.buy(seats: 2, on: repository)
            _ = try await group.done(.assign(group.seat(1), group.member("ben")), repository)
            try await group.change("m", .merge(Sample.customer("ben"), into: Sample.customer("ada")), repository)
            let found = try await group.entitlements("ada", repository)
            try Self.require(found.map(\.isPaid), is: [true], "They have paid.")
            try Self.require(found.map(\.paidTwice), is: [false], "And once.")
            let state = try await group.state(repository)
            try Self.require(state.purchaser, is: Sample.customer("ada"), "The purchaser.")
            try Self.require(state.freeCount, is: 1, "The seat is taken.")
            _ = try await group.done(.release(group.seat(1)), repository, day: 1)
            try Self.require(
                try await group.isActive("ada", repository, day: 1),
                is: true,
                "The purchase gives access."
            )
        },
        Behavior("A purchaser's name is erased, and the members keep their seats") { subject in
            let repository = subject.repository
            let group = SeatSample()
            try await group.buy(seats: 2, on: repository)
            _ = try await group.done(.assign(group.seat(1), group.member("ben")), repository)
            try await group.change("e", .erase(Sample.customer("ada")), repository)
            let state = try await group.state(repository)
            try Self.require(state.purchaser, is: nil, "The purchaser is unknown.")
            try Self.require(try await group.isActive("ben", repository), is: true, "Ben has the seat.")
            let found = try await group.entitlements("ben", repository)
            try Self.require(found.map(\.isPaid), is: [false], "And has not paid.")
        },
        Behavior("A transfer of the purchase leaves the seats, and its new owner has paid") { subject in
            let repository = subject.repository
            let group = SeatSample()
            try await group.buy(seats: 2, on: repository)
            _ = try await group.done(.assign(group.seat(1), group.member("ben")), repository)
            _ = try await group.done(.assign(group.seat(2), group.member("cleo")), repository)
            let decision = Decision(
                customer: Sample.customer("ben"),
                transactionID: TransactionID("100"),
                reach: .chainOn,
                decidedAt: Sample.beginning
            )
            try await group.change("d", .decide(decision, .production), repository)
            for (name, isPaid) in [("ben", [true]), ("cleo", [false])] {
                let found = try await group.entitlements(name, repository)
                try Self.require(found.filter(\.isActive).map(\.isPaid), is: isPaid, "\(name) has access.")
            }
            try Self.require(try await group.isActive("ada", repository) ?? false, is: false, "Ada has none.")
            try await group.change("u", .undo(OwnershipChangeID("d")), repository)
            let found = try await group.entitlements("ben", repository)
            try Self.require(found.map(\.isPaid), is: [false], "Ben has a seat again.")
        },
    ]
}

/// A random life of a group of six whose members the app invites: what Apple signs and ends, and what the server does.
private struct SeatLife {
    /// Something that arrives.
    enum Step {
        /// Apple's evidence of a transaction.
        case evidence(TransactionSnapshot)
        /// Apple ends claims.
        case unclaim(SeatUnclaim)
        /// The server changes a seat.
        case request(SeatRequest)
    }

    /// The instant at which everything is compared, in the second period.
    let end = Sample.beginning + .days(35)
    /// The count of the seats by the evidence alone.
    let naive: NaiveSeats
    /// Why each seat ends; `nil` for a seat that is kept.
    private(set) var ends: [SeatID: Seat.End.Reason?] = [:]

    private static let original = OriginalTransactionID("100")
    private let seed: UInt64
    private let catalog: Catalog
    private var setup: [Step] = []
    private var rest: [Step] = []

    init(seed: UInt64) {
        var random = SeededGenerator(seed: seed &* 7919)
        self.seed = seed
        self.catalog = SeatSample().catalog
        let first = Self.period("100", seats: 6)
        self.setup.append(.evidence(first))
        let evidence = Self.evidence(after: first, &random)
        self.rest = evidence.map { .evidence($0) }
        self.naive = NaiveSeats(of: Self.original, in: ([first] + evidence).map { .transaction($0) })
        for number in 1...5 { self.writeSeat(number, &random) }
    }

    /// What Apple signs later: seats that are added, some that are refunded, and a renewal with fewer.
    private static func evidence(
        after first: TransactionSnapshot,
        _ random: inout SeededGenerator
    ) -> [TransactionSnapshot] {
        var evidence: [TransactionSnapshot] = []
        var signed = first
        if random.happens(percent: 60) {
            var added = Self.period("101", seats: 2, day: 5)
            added.expiresAt = first.expiresAt
            added.seats?.isAddition = true
            if random.happens(percent: 50) { added.webOrderLineItemID = first.webOrderLineItemID }
            signed.seats?.isAddition = true
            signed.signedAt = added.signedAt
            signed.digest = .number(1001)
            evidence += [added, signed]
        }
        if random.happens(percent: 60) {
            signed.seats?.revokedCount = 2
            signed.signedAt = first.signedAt + .days(6)
            signed.digest = .number(1002)
            evidence.append(signed)
        }
        var renewed = Self.period("102", seats: 1 + random.number(below: 5), day: 30)
        renewed.reason = .renewal
        evidence.append(renewed)
        return evidence
    }

    private static func period(_ id: String, seats count: Int, day: Int64 = 0) -> TransactionSnapshot {
        var period = Sample.period(id, of: Self.original.rawValue, at: Sample.beginning + .days(day))
        period.quantity = count
        period.seats = Seats(invitations: .developer, tiers: [Seats.Tier(priceMilliunits: 1000, quantity: count)])
        return period
    }

    /// A seat that is assigned or accepted at once; its claim, its release and Apple's end of it come in any order.
    private mutating func writeSeat(_ number: Int, _ random: inout SeededGenerator) {
        let (id, claim) = (SeatID("seat-\(number)"), SeatClaimID("claim-\(number)"))
        let member = SeatRequest.Member(Self.member(of: id))
        let arrival: [SeatRequest.Kind] =
            random.happens(percent: 50) ? [.assign(id, member)] : [.invite(id), .accept(id, member)]
        for kind in arrival + [.ask(id)] { self.setup.append(.request(Self.request(kind, day: 0))) }
        var ends: [(day: Int64, reason: Seat.End.Reason)] = []
        if random.happens(percent: 40) {
            let day = random.pick([2, 3, 4] as [Int64])
            self.rest.append(.request(Self.request(.release(id), day: day)))
            ends.append((day, .released))
        }
        if random.happens(percent: 40) {
            let day = random.pick([2, 3, 4] as [Int64])
            self.rest.append(.unclaim(SeatUnclaim(claims: [claim], at: Sample.beginning + .days(day))))
            // Without the answer to the claim it is unknown whose seat Apple ended.
            if random.happens(percent: 80) {
                self.rest.append(.request(Self.request(.recordClaim(id, claim, nil), day: 1)))
                ends.append((day, .unclaimed))
            }
        } else if random.happens(percent: 50) {
            self.rest.append(.request(Self.request(.recordClaim(id, claim, nil), day: 1)))
        }
        // Apple's end counts before the server's own of the same instant.
        let earliest = ends.map(\.day).min()
        let reasons = ends.filter { $0.day == earliest }.map(\.reason)
        self.ends[id] = .some(reasons.contains(.unclaimed) ? .unclaimed : reasons.first)
    }

    private static func member(of seat: SeatID) -> CustomerID { Sample.customer("member-of-\(seat.rawValue)") }

    private static func request(_ kind: SeatRequest.Kind, day: Int64) -> SeatRequest {
        SeatRequest(kind, at: Sample.beginning + .days(day), by: "shop")
    }

    /// What arrives, in an order of this number, some of it twice.
    func steps(order: UInt64) -> [Step] {
        var random = SeededGenerator(seed: self.seed &* 31 &+ order)
        var rest = self.rest
        for step in self.rest where random.happens(percent: 30) { rest.append(step) }
        return self.setup + rest.shuffled(using: &random)
    }

    /// Lets something arrive.
    func take(_ step: Step, _ app: AppName, _ repository: any Repository) async throws {
        let catalog = self.catalog
        var intake = Sample.facts(app: app)
        switch step {
        case .evidence(let snapshot):
            intake.receivedAt = snapshot.signedAt
            intake.transactions = [snapshot]
            if snapshot.transactionID.rawValue == "100" { intake.submission = Sample.submission("ada", "100") }
        case .unclaim(let unclaim):
            intake.receivedAt = unclaim.at
            intake.unclaim = unclaim
        case .request(let request):
            let result = try await repository.write { unit in
                try unit.carryOut(
                    request,
                    on: Self.original,
                    app: app,
                    environment: .production,
                    catalog: catalog,
                    isPreview: false
                )
            }
            _ = try result.get()
            return
        }
        intake.catalog = catalog
        _ = try await repository.record(intake)
    }

    /// The seats in the end.
    func group(_ app: AppName, _ repository: any Repository) async throws -> SeatGroup {
        let now = self.end
        let group = try await repository.read { view in
            try view.seats(
                of: Self.original,
                app: app,
                environment: .production,
                gracePolicy: GracePolicy(),
                at: now
            )
        }
        return try RepositoryContract.unwrap(group, "The subscription is known.")
    }

    /// Whether the member of a seat has an active entitlement in the end.
    func isActive(_ seat: SeatID, _ app: AppName, _ repository: any Repository) async throws -> Bool {
        let now = self.end
        let holdings = try await repository.read { view in
            try view.holdings(
                of: Self.member(of: seat),
                app: app,
                environments: [.production],
                gracePolicy: GracePolicy(),
                at: now
            )
        }
        return holdings.entitlements(at: now, environment: .production, catalog: self.catalog).contains(
            where: \.isActive
        )
    }
}
