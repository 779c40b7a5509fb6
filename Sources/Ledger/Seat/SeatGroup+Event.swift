import Notation

extension SeatGroup {
    /// Returns the drafts of the events about the seats that differ from an earlier state of the group.
    ///
    /// The events belong to the subscription's event stream, because the number of seats does. What only Apple's
    /// records need, such as the claim, makes no event.
    package func drafts(since before: SeatGroup, environment: StoreEnvironment) -> [EventDerivation.Draft] {
        var former: [SeatID: Seat] = [:]
        for seat in before.seats { former[seat.id] = seat }
        let kept = self.kept.count
        return self.seats.compactMap { seat in
            guard let name = Self.event(from: former[seat.id], to: seat) else { return nil }
            return EventDerivation.Draft(recipient: nil, name: name, body: self.body(seat, kept: kept, environment))
        }
    }

    private static func event(from before: Seat?, to after: Seat) -> EventName? {
        if let end = after.end { return before?.end == end ? nil : .seatEnded }
        if after.member != nil { return before?.member == after.member ? nil : .seatAccepted }
        return before == nil ? .seatInvited : nil
    }

    private func body(_ seat: Seat, kept: Int, _ environment: StoreEnvironment) -> [UInt8] {
        var json = JSONText()
        json.add("environment", environment.rawValue)
        json.add("subscription") { json in
            json.add("originalTransaction", self.originalTransactionID.rawValue)
            json.add("product", self.productID?.rawValue)
            json.add("seats", self.count.map { Int64($0.count) })
            json.add("kept", Int64(kept))
            json.add("surplus", Int64(max(kept - max(self.count?.count ?? 0, 0), 0)))
        }
        json.add("seat") { json in
            json.add("id", seat.id.rawValue)
            json.add("customer", seat.member?.rawValue)
            json.add("invitedAt", seat.invitedAt)
            json.add("acceptedAt", seat.acceptedAt)
            json.add("endedAt", seat.end?.at)
            json.add("reason", seat.end?.reason.rawValue)
        }
        return json.bytes
    }
}
