import Ledger

extension RepositoryContract {
    static let seats = [
        Behavior("A member with a seat has the entitlements of the subscription without having paid") { subject in
            let repository = subject.repository
            let group = SeatSample()
            try await group.buy(seats: 3, on: repository)
            let invited = try await group.done(.invite(group.seat(1)), repository)
            try Self.require(invited.group.freeCount, is: 2, "An invitation reserves a seat.")
            try Self.require(try await group.isActive("ben", repository), is: nil, "An invitation gives nothing.")
            _ = try await group.done(.accept(group.seat(1), group.member("ben")), repository)
            _ = try await group.done(.assign(group.seat(2), group.member("cleo")), repository)
            for name in ["ben", "cleo"] {
                let found = try await group.entitlements(name, repository)
                try Self.require(found.map(\.isActive), is: [true], "\(name) has access.")
                try Self.require(found.map(\.isPaid), is: [false], "\(name) has not paid.")
            }
            let bought = try await group.entitlements("ada", repository)
            try Self.require(bought.map(\.isPaid), is: [true], "The purchaser has paid.")
            let ledger = try await repository.read { view in
                try view.ledger(of: Sample.customer("ben"), app: Sample.app, environment: .production)
            }
            let lines = ledger.purchases(at: Sample.beginning, catalog: group.catalog)
            try Self.require(lines.count, is: 0, "A seat is not a purchase.")
            let released = try await group.done(.release(group.seat(1)), repository, day: 2)
            try Self.require(released.lost.map(\.rawValue), is: ["plus"], "Ben loses the entitlement.")
            try Self.require(try await group.isActive("ben", repository, day: 2) ?? false, is: false, "Ben has none.")
            try Self.require(try await group.isActive("cleo", repository, day: 2), is: true, "Cleo keeps hers.")
            let names = try await group.events(repository)
            try Self.require(
                names,
                is: ["seat.invited", "seat.accepted", "seat.accepted", "seat.ended"],
                "The events in the subscription's stream."
            )
            let seats = try await repository.read { view in
                try view.seats(of: Sample.customer("ben"), app: Sample.app, environment: .production)
            }
            try Self.require(seats.map(\.end?.reason), is: [.released], "The record stays.")
        },
        Behavior("A request is refused where no seat can be had, and repeated requests change nothing") { subject in
            let repository = subject.repository
            let group = SeatSample()
            let unknown = try await group.carryOut(.invite(group.seat(1)), repository)
            try Self.require(unknown.refusal, is: .unknownSubscription, "Nothing is bought.")
            try await group.buy(seats: 1, on: repository)
            for _ in 0..<2 { _ = try await group.done(.assign(group.seat(1), group.member("ben")), repository) }
            let again = try await group.done(.assign(group.seat(2), group.member("ben")), repository)
            try Self.require(again.seat.id, is: group.seat(1), "One person needs one seat.")
            for (kind, refusal) in [
                (.assign(group.seat(2), group.member("ada")), .isPurchaser), (.invite(group.seat(2)), .noneFree),
                (.accept(group.seat(1), group.member("cleo")), .taken), (.release(group.seat(9)), .unknownSeat),
            ] as [(SeatRequest.Kind, SeatRefusal)] {
                let result = try await group.carryOut(kind, repository)
                try Self.require(result.refusal, is: refusal, "Refused.")
            }
            let late = try await group.carryOut(.assign(group.seat(3), group.member("cleo")), repository, day: 80)
            try Self.require(late.refusal, is: .subscriptionEnded, "Nothing is paid any more.")
            _ = try await repository.record(Sample.facts([Sample.period("7", of: "7")]))
            let other = SeatSample(original: "7")
            let none = try await other.carryOut(.invite(other.seat(4)), repository)
            try Self.require(none.refusal, is: .noSeats, "An ordinary subscription.")
            let apple = SeatSample(original: "8")
            try await apple.buy(seats: 2, by: "dan", invitations: .apple, on: repository)
            let hosted = try await apple.carryOut(.invite(apple.seat(5)), repository)
            try Self.require(hosted.refusal, is: .notInvitedByApp, "Apple invites.")
        },
        Behavior("A preview names what a member would lose, and changes nothing") { subject in
            let repository = subject.repository
            let group = SeatSample()
            try await group.buy(seats: 2, on: repository)
            _ = try await group.done(.assign(group.seat(1), group.member("ben")), repository)
            let before = try await group.state(repository)
            let preview = try await group.carryOut(.release(group.seat(1)), repository, isPreview: true).get()
            try Self.require(preview.lost.map(\.rawValue), is: ["plus"], "Ben would lose it.")
            try Self.require(preview.seat.isKept, is: false, "The seat would end.")
            try Self.require(try await group.state(repository), is: before, "Nothing has changed.")
            try Self.require(try await group.isActive("ben", repository), is: true, "Ben has it.")
        },
        Behavior("A claim that Apple ends takes access away in any order of arrival, and once") { subject in
            for (place, order) in [[0, 1, 2], [1, 0, 2], [1, 1, 0, 2], [2, 1, 0], [0, 2, 1], [1, 2, 0, 1]].enumerated()
            {
                let repository = subject.repository
                let group = SeatSample(original: "\(100 + place)", purchaser: "ada-\(place)")
                try await group.buy(seats: 2, on: repository)
                let claim = SeatClaimID("claim-\(place)")
                let member = SeatRequest.Member(Sample.customer("ben-\(place)"))
                _ = try await group.done(.assign(group.seat(1), member), repository)
                _ = try await group.done(.ask(group.seat(1)), repository)
                for step in order {
                    switch step {
                    case 0: _ = try await group.done(.recordClaim(group.seat(1), claim, nil), repository, day: 4)
                    case 1: try await group.unclaim([claim], day: 3, on: repository)
                    default: _ = try await group.done(.release(group.seat(1)), repository, day: 4)
                    }
                }
                let state = try await group.state(repository)
                let end = Seat.End(at: Sample.beginning + .days(3), reason: .unclaimed)
                try Self.require(state.seats.map(\.end), is: [end], "Apple ended it first, order \(order).")
                try Self.require(state.seats.map(\.nextCall), is: [nil], "Nothing is left to do, order \(order).")
                let isActive = try await group.isActive("ben-\(place)", repository, day: 5)
                try Self.require(isActive ?? false, is: false, "Access is gone, order \(order).")
            }
        },
        Behavior("Fewer seats at a renewal show who would go, and end no member's access") { subject in
            let repository = subject.repository
            let group = SeatSample()
            try await group.buy(seats: 3, on: repository)
            for (number, name) in ["ben", "cleo", "dan"].enumerated() {
                let member = group.member(name)
                _ = try await group.done(.assign(group.seat(number + 1), member), repository, day: Int64(number))
            }
            try await group.renew(seats: 1, on: repository)
            let state = try await group.state(repository, day: 31)
            try Self.require(state.count?.count, is: 1, "One seat is paid.")
            let surplus = state.surplus.map { $0.member?.rawValue ?? "" }
            try Self.require(surplus, is: ["dan", "cleo"], "The newest go first.")
            for name in ["ben", "cleo", "dan"] {
                try Self.require(try await group.isActive(name, repository, day: 31), is: true, "\(name) keeps it.")
            }
            let result = try await group.carryOut(.invite(group.seat(9)), repository, day: 31)
            try Self.require(result.refusal, is: .noneFree, "No further seat.")
        },
        Behavior("A merge carries the member's seat along, its undoing returns it, and an erasure ends it") { subject in
            let repository = subject.repository
            let group = SeatSample()
            try await group.buy(seats: 2, on: repository)
            _ = try await group.done(.assign(group.seat(1), group.member("ben")), repository)
            try await group.change("m", .merge(Sample.customer("ben"), into: Sample.customer("cleo")), repository)
            try Self.require(try await group.isActive("cleo", repository), is: true, "Both are one person.")
            try await group.change("u", .undo(OwnershipChangeID("m")), repository)
            try Self.require(try await group.isActive("cleo", repository) ?? false, is: false, "They are two again.")
            try Self.require(try await group.isActive("ben", repository), is: true, "Ben has the seat.")
            try await group.change("e", .erase(Sample.customer("ben")), repository)
            let state = try await group.state(repository)
            try Self.require(state.seats.map(\.end?.reason), is: [.erased], "The seat is free.")
            try Self.require(state.freeCount, is: 2, "For another.")
            let bodies = try await group.bodies(repository)
            try Self.require(!bodies.contains("\"ben\""), "The name is gone.")
            try Self.require(bodies.contains("\"erased:e\""), "Its place is known.")
        },
    ]
}

/// A multiseat subscription whose members the app invites.
struct SeatSample {
    /// The catalog that sells it.
    let catalog: Catalog
    /// The original transaction id of the subscription.
    let original: OriginalTransactionID
    private let purchaser: String
    private let environment: StoreEnvironment

    init(original: String = "100", purchaser: String = "ada", environment: StoreEnvironment = .production) {
        self.original = OriginalTransactionID(original)
        self.purchaser = purchaser
        self.environment = environment
        let product = Sample.period("1", of: "1").productID
        self.catalog = Catalog(
            products: [product: Product(id: product, kind: .autoRenewable, unlocks: [EntitlementName("plus")])]
        )
    }

    /// The identifier of a seat of this subscription.
    func seat(_ number: Int) -> SeatID { SeatID("\(self.original.rawValue)-seat-\(number)") }

    /// A customer who gets a seat.
    func member(_ name: String) -> SeatRequest.Member { SeatRequest.Member(Sample.customer(name)) }

    /// Buys the subscription.
    func buy(
        seats count: Int,
        by purchaser: String? = nil,
        invitations: Seats.Invitations = .developer,
        on repository: any Repository
    ) async throws {
        var period = Sample.period(self.original.rawValue, of: self.original.rawValue)
        period.quantity = count
        period.seats = Seats(
            invitations: invitations,
            tiers: [Seats.Tier(priceMilliunits: 1000, quantity: count)]
        )
        var intake = Sample.facts(
            [period],
            submission: Sample.submission(purchaser ?? self.purchaser, self.original.rawValue),
            environment: self.environment
        )
        intake.catalog = self.catalog
        _ = try await repository.record(intake)
    }

    /// Renews the subscription after its first period.
    func renew(seats count: Int, on repository: any Repository) async throws {
        let first = Sample.period(self.original.rawValue, of: self.original.rawValue)
        let begunAt = first.expiresAt ?? Sample.beginning
        var period = Sample.period(
            "\(self.original.rawValue)9",
            of: self.original.rawValue,
            at: begunAt,
            reason: .renewal
        )
        period.quantity = count
        period.seats = Seats(invitations: .developer, tiers: [Seats.Tier(priceMilliunits: 1000, quantity: count)])
        var intake = Sample.facts([period], environment: self.environment)
        intake.receivedAt = begunAt
        intake.catalog = self.catalog
        _ = try await repository.record(intake)
    }

    /// Records Apple's notification that claims have ended.
    func unclaim(_ claims: [SeatClaimID], day: Int64, on repository: any Repository) async throws {
        var intake = Sample.facts(environment: self.environment)
        intake.receivedAt = Sample.beginning + .days(day)
        intake.catalog = self.catalog
        intake.unclaim = SeatUnclaim(claims: claims, at: Sample.beginning + .days(day))
        _ = try await repository.record(intake)
    }

    /// Carries out a request on a day of the subscription.
    func carryOut(
        _ kind: SeatRequest.Kind,
        _ repository: any Repository,
        day: Int64 = 0,
        isPreview: Bool = false
    ) async throws -> Result<SeatOutcome, SeatRefusal> {
        let request = SeatRequest(kind, at: Sample.beginning + .days(day), by: "shop")
        let (original, catalog, environment) = (self.original, self.catalog, self.environment)
        return try await repository.write { unit in
            try unit.carryOut(
                request,
                on: original,
                app: Sample.app,
                environment: environment,
                catalog: catalog,
                isPreview: isPreview
            )
        }
    }

    /// Carries out a request that must not be refused.
    func done(_ kind: SeatRequest.Kind, _ repository: any Repository, day: Int64 = 0) async throws -> SeatOutcome {
        try await self.carryOut(kind, repository, day: day).get()
    }

    /// The seats on a day.
    func state(_ repository: any Repository, day: Int64 = 0) async throws -> SeatGroup {
        let (original, environment) = (self.original, self.environment)
        let group = try await repository.read { view in
            try view.seats(
                of: original,
                app: Sample.app,
                environment: environment,
                gracePolicy: GracePolicy(),
                at: Sample.beginning + .days(day)
            )
        }
        return try RepositoryContract.unwrap(group, "The subscription is known.")
    }

    /// The entitlements of a customer on a day.
    func entitlements(
        _ name: String,
        _ repository: any Repository,
        day: Int64 = 0
    ) async throws -> [Entitlement] {
        let (now, environment) = (Sample.beginning + .days(day), self.environment)
        return try await repository.read { view in
            try view.holdings(
                of: Sample.customer(name),
                app: Sample.app,
                environments: [environment],
                gracePolicy: GracePolicy(),
                at: now
            )
        }.entitlements(at: now, environment: environment, catalog: self.catalog)
    }

    /// Whether a customer's only entitlement is active on a day; `nil` without one.
    func isActive(_ name: String, _ repository: any Repository, day: Int64 = 0) async throws -> Bool? {
        try await self.entitlements(name, repository, day: day).first?.isActive
    }

    /// Carries out an ownership change.
    func change(_ id: String, _ kind: OwnershipChange.Kind, _ repository: any Repository) async throws {
        let change = OwnershipChange(
            id: OwnershipChangeID(id),
            kind: kind,
            changedAt: Sample.beginning,
            by: "ops"
        )
        let catalog = self.catalog
        _ = try await repository.write { unit in
            try unit.change(change, of: Sample.app, catalog: catalog, isPreview: false)
        }.get()
    }

    /// The names of the events in the subscription's stream.
    func events(_ repository: any Repository) async throws -> [String] {
        try await self.stream(repository).map(\.name.rawValue)
    }

    /// The bodies of the events in the subscription's stream.
    func bodies(_ repository: any Repository) async throws -> String {
        try await self.stream(repository).map { String(decoding: $0.body, as: UTF8.self) }.joined(separator: "\n")
    }

    private func stream(_ repository: any Repository) async throws -> [Event] {
        let stream = EventStream(app: Sample.app, subject: .chain(self.environment, self.original))
        return try await repository.read { view in try view.events(of: stream, after: 0, limit: 99) }
    }
}

extension Result<SeatOutcome, SeatRefusal> {
    /// The refusal; `nil` where it was carried out.
    fileprivate var refusal: SeatRefusal? {
        if case .failure(let refusal) = self { refusal } else { nil }
    }
}
