/// The seats of one subscription, with what decides who can have one.
package struct SeatGroup: Hashable, Sendable {
    /// The original transaction id that names the subscription.
    package let originalTransactionID: OriginalTransactionID
    /// The product of the current period, or of the last one.
    package let productID: ProductID?
    /// The seats that are paid; `nil` for a subscription without seats.
    package let count: SeatCount?
    /// Whether the subscription gives access.
    package let hasAccess: Bool
    /// The owner of the current period, who has access by the purchase and needs no seat of a member.
    package let purchaser: CustomerID?
    /// The seats of members and the invitations, ended ones included, oldest first.
    package private(set) var seats: [Seat]

    /// Creates a group with these values.
    package init(
        originalTransactionID: OriginalTransactionID,
        productID: ProductID?,
        count: SeatCount?,
        hasAccess: Bool,
        purchaser: CustomerID?,
        seats: [Seat]
    ) {
        self.originalTransactionID = originalTransactionID
        self.productID = productID
        self.count = count
        self.hasAccess = hasAccess
        self.purchaser = purchaser
        self.seats = seats.sorted { ($0.invitedAt, $0.id) < ($1.invitedAt, $1.id) }
    }

    /// Creates the group of a chain at an instant.
    package init(
        of owned: OwnedChain,
        named id: OriginalTransactionID,
        seats: [Seat],
        at now: Instant,
        environment: StoreEnvironment,
        gracePolicy: GracePolicy
    ) {
        let state = owned.chain.state(at: now, environment: environment, gracePolicy: gracePolicy)
        self.init(
            originalTransactionID: owned.chain.rootID ?? id,
            productID: state.productID,
            count: state.seats,
            hasAccess: state.hasAccess,
            purchaser: state.owningTransactionID.flatMap { owned.claims[$0]?.owner },
            seats: seats
        )
    }

    /// The seats and invitations that have not ended.
    package var kept: [Seat] { self.seats.filter(\.isKept) }

    /// The number of paid seats that neither a member nor an invitation has.
    package var freeCount: Int { max((self.count?.count ?? 0) - self.kept.count, 0) }

    /// The seats that exceed the paid ones, in the order in which they would be ended: open invitations before members,
    /// and the newest first.
    ///
    /// Apple ends no claim when a subscription renews with fewer seats, so no member loses access until the shop
    /// releases seats.
    package var surplus: [Seat] { self.surplus(of: self.count?.count ?? 0) }

    /// The seats that will exceed the paid ones after the next renewal, in the same order; empty where the number of
    /// seats then is not known.
    package var nextSurplus: [Seat] { self.count?.next.map { self.surplus(of: $0) } ?? [] }

    private func surplus(of count: Int) -> [Seat] {
        let kept = self.kept
        guard kept.count > count else { return [] }
        let order = kept.sorted { left, right in
            if left.isTaken != right.isTaken { return right.isTaken }
            let (leftAt, rightAt) = (left.acceptedAt ?? left.invitedAt, right.acceptedAt ?? right.invitedAt)
            return (leftAt, left.id) > (rightAt, right.id)
        }
        return Array(order.prefix(order.count - max(count, 0)))
    }

    /// Carries out a request, and returns the seat as it is then; a refused request changes nothing.
    ///
    /// The same request a second time returns the seat and changes nothing.
    package mutating func carryOut(_ request: SeatRequest) -> Result<Seat, SeatRefusal> {
        switch request.kind {
        case .invite(let id): self.invite(id, nil, request)
        case .assign(let id, let member): self.invite(id, member, request)
        case .accept(let id, let member): self.accept(id, member, request)
        default: self.change(request.seat) { seat in Self.apply(request, to: &seat) }
        }
    }

    // MARK: Inviting and accepting

    private mutating func invite(
        _ id: SeatID,
        _ member: SeatRequest.Member?,
        _ request: SeatRequest
    ) -> Result<
        Seat, SeatRefusal
    > {
        if let known = self.seats.first(where: { $0.id == id }) {
            return known.member == member?.customer ? .success(known) : .failure(.taken)
        }
        if let customer = member?.customer {
            if customer == self.purchaser { return .failure(.isPurchaser) }
            if let known = self.seat(of: customer) { return .success(known) }
        }
        if let refusal = self.refusal { return .failure(refusal) }
        guard self.freeCount > 0 else { return .failure(.noneFree) }
        var seat = Seat(id: id, invitedAt: request.at, invitedBy: request.by)
        if let member { seat.give(to: member, at: request.at) }
        self.seats.append(seat)
        return .success(seat)
    }

    private mutating func accept(
        _ id: SeatID,
        _ member: SeatRequest.Member,
        _ request: SeatRequest
    ) -> Result<Seat, SeatRefusal> {
        guard let seat = self.seats.first(where: { $0.id == id }) else { return .failure(.unknownSeat) }
        guard seat.isKept else { return .failure(.ended) }
        if member.customer == self.purchaser { return .failure(.isPurchaser) }
        if let known = seat.member {
            guard known == member.customer else { return .failure(.taken) }
            return .success(seat)
        }
        // One person needs one seat; the invitation stays open for another.
        if self.seat(of: member.customer) != nil { return .failure(.hasSeat) }
        if let refusal = self.refusal { return .failure(refusal) }
        if self.surplus.contains(where: { $0.id == id }) { return .failure(.noneFree) }
        return self.change(id) { seat in
            seat.give(to: member, at: request.at)
            return nil
        }
    }

    /// The reason why no member can get a seat now; `nil` without one.
    private var refusal: SeatRefusal? {
        guard let count = self.count else { return .noSeats }
        guard count.invitations == .developer else { return .notInvitedByApp }
        return self.hasAccess ? nil : .subscriptionEnded
    }

    private func seat(of member: CustomerID) -> Seat? { self.seats.first { $0.isKept && $0.member == member } }

    // MARK: Other changes of a seat

    private mutating func change(
        _ id: SeatID,
        _ change: (inout Seat) -> SeatRefusal?
    ) -> Result<Seat, SeatRefusal> {
        guard let place = self.seats.firstIndex(where: { $0.id == id }) else { return .failure(.unknownSeat) }
        var seat = self.seats[place]
        if let refusal = change(&seat) { return .failure(refusal) }
        self.seats[place] = seat
        return .success(seat)
    }

    private static func apply(_ request: SeatRequest, to seat: inout Seat) -> SeatRefusal? {
        switch request.kind {
        case .invite, .assign, .accept: break
        case .release: seat.end(Seat.End(at: request.at, reason: .released, by: request.by))
        case .identify(_, let account):
            guard seat.isTaken else { return seat.isKept ? .notAccepted : .ended }
            if seat.account != account {
                seat.account = account
                seat.isAssociated = false
            }
        case .ask: seat.askedAt = seat.askedAt ?? request.at
        case .recordClaim(_, let claimID, let account):
            // Apple answers a repeated request with the same claim.
            seat.claimID = seat.claimID ?? claimID
            if account != nil, seat.account == account { seat.isAssociated = true }
        case .recordAssociation(_, let account):
            if seat.account == account { seat.isAssociated = true }
        case .recordRefusal:
            seat.end(Seat.End(at: request.at, reason: .refused))
            seat.unclaimedAt = seat.unclaimedAt ?? request.at
        case .recordEnd where !seat.isKept: seat.unclaimedAt = seat.unclaimedAt ?? request.at
        case .recordEnd: seat.unclaim(at: request.at)
        }
        return nil
    }

    /// Ends the seats of a member whose name was erased, deletes the member's Apple Account from all of them, and
    /// returns those that it changed.
    package mutating func erase(_ member: CustomerID, at instant: Instant, by: String) -> [Seat] {
        var changed: [Seat] = []
        for place in self.seats.indices where self.seats[place].member == member {
            let former = self.seats[place]
            self.seats[place].account = nil
            if former.isKept { self.seats[place].end(Seat.End(at: instant, reason: .erased, by: by)) }
            if self.seats[place] != former { changed.append(self.seats[place]) }
        }
        return changed
    }

    /// Ends the seats of claims that Apple ended, and returns those that it changed.
    package mutating func unclaim(_ claims: Set<SeatClaimID>, at instant: Instant) -> [Seat] {
        var changed: [Seat] = []
        for place in self.seats.indices {
            guard let claimID = self.seats[place].claimID, claims.contains(claimID) else { continue }
            let former = self.seats[place]
            self.seats[place].unclaim(at: instant)
            if self.seats[place] != former { changed.append(self.seats[place]) }
        }
        return changed
    }
}

extension Seat {
    /// Gives the seat to a member.
    fileprivate mutating func give(to member: SeatRequest.Member, at instant: Instant) {
        self.member = member.customer
        self.account = member.account
        self.acceptedAt = instant
    }
}
