import AppStore

extension WorldState {
    /// Claims a seat for a member whom the app invited, and returns Apple's identifier of the claim.
    ///
    /// A repeated request identifier returns the claim of the first request.
    mutating func claimSeat(of index: Int, request: String, appTransaction: UInt64?) throws(AppleAPIError) -> String {
        let group = try self.developerGroup(of: index)
        if let known = group.answers[request] { return known }
        guard group.claims.count < self.seatCount(of: index) else { throw .noAvailableSeats }
        let id = self.mint.uuid()
        self.subscriptions[index].group?.claims.append(SeatGroup.Claim(id: id, appTransactionNumber: appTransaction))
        self.subscriptions[index].group?.answers[request] = id
        return id
    }

    /// Ends a claim, so that the seat can be claimed again.
    mutating func unclaimSeat(_ claim: String, of index: Int) throws(AppleAPIError) {
        let group = try self.developerGroup(of: index)
        guard let found = group.claims.firstIndex(where: { $0.id == claim }) else { throw .seatClaimIdNotFound }
        self.subscriptions[index].group?.claims.remove(at: found)
    }

    /// Records which customer's copy of the app has a claimed seat.
    mutating func associateSeat(_ claim: String, of index: Int, with appTransaction: UInt64) throws(AppleAPIError) {
        let group = try self.developerGroup(of: index)
        guard let found = group.claims.firstIndex(where: { $0.id == claim }) else { throw .seatClaimIdNotFound }
        self.subscriptions[index].group?.claims[found].appTransactionNumber = appTransaction
    }

    /// Returns the group of a subscription whose members the app invites.
    func developerGroup(of index: Int) throws(AppleAPIError) -> SeatGroup {
        guard let group = self.subscriptions[index].group, group.invitations == .developer,
            self.subscriptions[index].renewal.seats != nil
        else { throw .notDeveloperManagedGroup }
        return group
    }

    // MARK: Apple's interface

    /// Performs one of the four operations on seats, in the sandbox only.
    mutating func answer(
        _ operation: SeatOperation,
        of id: String,
        _ request: AppleAPIRequest,
        app: Int
    ) throws(AppleAPIError) -> AppleAPIResponse {
        guard self.apps[app].environment == .sandbox else { return AppleAPIResponse(status: 404) }
        let transaction = try self.original(id, app: app)
        guard let index = self.transactions[transaction].subscription, self.subscriptions[index].source == nil else {
            throw .notDeveloperManagedGroup
        }
        let group = try self.developerGroup(of: index)
        switch operation {
        case .claim:
            let body = try Self.object(request)
            guard let key = body["requestIdentifier"]?.text, !key.isEmpty else { throw .requestIdentifier }
            let copy = try body["appTransactionId"].map { value throws(AppleAPIError) in
                try self.appTransaction(value, app: app)
            }
            let claim = try self.claimSeat(of: index, request: key, appTransaction: copy)
            return AppleAPIResponse(json: ClaimSeatResponse.with { $0.seatClaimId = claim }.json())
        case .unclaim(let claim):
            try self.unclaimSeat(claim.lowercased(), of: index)
            return AppleAPIResponse()
        case .associate(let claim):
            let body = try Self.object(request)
            guard let value = body["appTransactionId"] else { throw .appTransactionIdNotFound }
            let copy = try self.appTransaction(value, app: app)
            try self.associateSeat(claim.lowercased(), of: index, with: copy)
            return AppleAPIResponse()
        case .info:
            let count = self.seatCount(of: index)
            return AppleAPIResponse(
                json: GetSeatInfoResponse.with {
                    $0.totalSeatCount = Int32(count)
                    $0.availableSeatCount = Int32(max(count - group.claims.count, 0))
                    $0.assignedSeatClaimIds = group.claims.map(\.id)
                }.json()
            )
        }
    }

    private func appTransaction(_ value: JSONValue, app: Int) throws(AppleAPIError) -> UInt64 {
        guard let number = value.text.flatMap({ Self.number(of: $0) }),
            self.appTransactionIndices[number]?.app == app
        else { throw .appTransactionIdNotFound }
        return number
    }
}

/// An operation on the seats of a subscription whose members the app invites.
enum SeatOperation: Hashable, Sendable {
    /// Claim Seat.
    case claim
    /// Unclaim Seat, of a claim.
    case unclaim(String)
    /// Associate Seat, with a claim.
    case associate(String)
    /// Get Seat Info.
    case info

    /// Creates the operation of a method and the path after the transaction; returns `nil` when there is none.
    init?(method: String, path: [String]) {
        switch (method, path.first, path.count) {
        case ("POST", "seats", 1): self = .claim
        case ("GET", "seats", 1): self = .info
        case ("DELETE", "seats", 2): self = .unclaim(path[1])
        case ("POST", "seats", 3) where path[2] == "associate": self = .associate(path[1])
        default: return nil
        }
    }

    /// The operation's name.
    var name: String {
        switch self {
        case .claim: "claimSeat"
        case .unclaim: "unclaimSeat"
        case .associate: "associateSeat"
        case .info: "getSeatInfo"
        }
    }
}
