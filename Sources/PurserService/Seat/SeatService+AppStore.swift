package import AppStore
package import Ledger

/// The calls to Apple that seats need.
extension SeatService {
    /// The time for one call to Apple.
    private static let deadline = Duration.seconds(10)
    /// The maximum number of other seats about which one request asks Apple.
    private static let maximumOthers = 20
    /// The name in the requests that record what Apple answered to the server itself.
    private static let name = "server"
    /// The maximum number of calls about one seat: a claim whose answer was lost, and its end.
    private static let maximumCalls = 3

    /// What became of the calls about one seat.
    private struct Settled {
        /// The newest outcome that was recorded; `nil` without one.
        var latest: SeatOutcome?
        /// The failure of the last call.
        var failure: AppStoreError?
        /// Whether Apple refused to claim the seat.
        var isRefused = false
    }

    /// Makes the calls that the seats of a subscription need, in the environments in which Apple offers them.
    ///
    /// Calls that free a seat come first. The calls about other seats are those that failed before.
    ///
    /// - Throws: `SeatError.appStore`, where Apple refused to claim the seat of the request, which has ended then.
    func settle(
        _ outcome: SeatOutcome,
        at place: Place,
        by name: String
    ) async throws(SeatError) -> Answer {
        guard let client = place.client else { return Answer(outcome: outcome, pending: nil) }
        let waiting = outcome.group.seats.filter { $0.nextCall != nil }
        let others = waiting.filter { $0.id != outcome.seat.id }.prefix(Self.maximumOthers)
        let ordered = others.filter { !$0.isKept } + waiting.filter { $0.id == outcome.seat.id }
        var answer = outcome
        var pending: String?
        for seat in ordered + others.filter(\.isKept) {
            let settled = try await self.settle(seat, at: place, client, by: name)
            if seat.id == outcome.seat.id {
                if seat.isKept, settled.isRefused, let failure = settled.failure { throw .appStore(failure) }
                if let latest = settled.latest {
                    answer = SeatOutcome(seat: latest.seat, group: latest.group, lost: outcome.lost)
                }
            }
            guard let failure = settled.failure, !settled.isRefused else { continue }
            pending = pending ?? failure.code
            // What could not be reached for one seat cannot be reached for the others, and the caller waits.
            if failure.canRetry { break }
        }
        return Answer(outcome: answer, pending: pending)
    }

    /// Makes the calls that the seats of a subscription still need, those that free a seat first, and returns the
    /// failure of the first one that stays pending; `nil` where all are made.
    package func settle(
        _ calls: DueSeatCalls,
        in app: ServedApp,
        environment: StoreEnvironment
    ) async throws(SeatError) -> AppStoreError? {
        let place = Place(app: app, environment: environment, original: calls.originalTransactionID)
        guard let client = place.client else { return nil }
        let group = try await self.seats(of: place.original, in: app, environment: environment)
        let waiting = group.seats.filter { $0.nextCall != nil }
        var pending: AppStoreError?
        for seat in waiting.filter({ !$0.isKept }) + waiting.filter(\.isKept) {
            let settled = try await self.settle(seat, at: place, client, by: Self.name)
            guard let failure = settled.failure, !settled.isRefused else { continue }
            pending = pending ?? failure
            if failure.canRetry { break }
        }
        return pending
    }

    private func settle(
        _ seat: Seat,
        at place: Place,
        _ client: AppStoreClient,
        by name: String
    ) async throws(SeatError) -> Settled {
        var settled = Settled()
        var current = seat
        for _ in 0..<Self.maximumCalls {
            guard let call = current.nextCall else { break }
            if call == .claim, current.askedAt == nil {
                // Saved before the call, so that a lost answer is asked for again.
                settled.latest = try await self.write(.ask(seat.id), at: place, by: name)
            }
            let kind: SeatRequest.Kind
            switch await Self.send(call, about: current, at: place, client) {
            case .success(let found): kind = found
            case .failure(let error):
                settled.failure = error
                guard let ended = Self.record(of: error, call, about: current) else { return settled }
                settled.isRefused = call == .claim
                kind = ended
            }
            let latest = try await self.write(kind, at: place, by: name)
            settled.latest = latest
            current = latest.seat
        }
        return settled
    }

    /// Makes a call, and returns what to record of it.
    private static func send(
        _ call: Seat.Call,
        about seat: Seat,
        at place: Place,
        _ client: AppStoreClient
    ) async -> Result<SeatRequest.Kind, AppStoreError> {
        let original = place.original.rawValue
        let environment = AppStoreEnvironment(place.environment)
        do throws(AppStoreError) {
            switch call {
            case .claim:
                let request = AppStoreRequest.claimSeat(
                    of: original,
                    for: seat.account?.rawValue,
                    as: seat.id.rawValue
                )
                let answer = try await client.send(request, to: environment, within: Self.deadline)
                guard let claim = answer.seatClaimId else { throw .unreadableAnswer }
                return .success(.recordClaim(seat.id, SeatClaimID(stated: claim), seat.account))
            case .associate(let claim, let account):
                let request = AppStoreRequest.associateSeat(claim.rawValue, of: original, with: account.rawValue)
                try await client.send(request, to: environment, within: Self.deadline)
                return .success(.recordAssociation(seat.id, account))
            case .unclaim(let claim):
                let request = AppStoreRequest.unclaimSeat(claim.rawValue, of: original)
                try await client.send(request, to: environment, within: Self.deadline)
                return .success(.recordEnd(seat.id))
            }
        } catch {
            return .failure(error)
        }
    }

    /// Returns what to record where Apple refused a call for good; `nil` where the call is to be made again.
    private static func record(
        of error: AppStoreError,
        _ call: Seat.Call,
        about seat: Seat
    ) -> SeatRequest.Kind? {
        guard case .refused(let answer) = error, !error.canRetry else { return nil }
        switch (call, answer.status) {
        case (.claim, 400), (.claim, 404), (.claim, 409), (.claim, 422):
            // Apple has no claim under this identifier, so there is none to end either.
            return seat.isKept ? .recordRefusal(seat.id) : .recordEnd(seat.id)
        // Apple does not know the claim, so it is over.
        case (.unclaim, 404): return .recordEnd(seat.id)
        default: return nil
        }
    }
}

extension SeatService.Place {
    /// The client for the calls about seats; `nil` where Apple offers none, or the app has no key for them.
    fileprivate var client: AppStoreClient? {
        let isOffered = AppStoreOperation.claimSeat.isAvailable(in: AppStoreEnvironment(self.environment))
        return isOffered && self.app.askable.contains(self.environment) ? self.app.appStore : nil
    }
}
