package import Ledger
import Notation

/// The use cases of the seats of multiseat subscriptions whose members the app invites: lists, invites, accepts,
/// assigns and releases.
///
/// The ledger is the record of who has access. Where Apple offers the endpoints of seats, in the Sandbox only today,
/// the service also claims and ends the seats there, after the ledger has saved them: a seat's identifier is the
/// identifier of its claim, so a claim whose answer was lost is asked for again and not made twice.
package struct SeatService: Sendable {
    /// The maximum length of a reason in bytes.
    package static let maximumReasonBytes = 500

    /// A caller with the reason for the audit log.
    package struct Caller: Hashable, Sendable {
        /// The name of the key or operator.
        package let name: String
        /// The reason.
        package let reason: String?

        /// Creates a caller.
        package init(_ name: String, reason: String? = nil) {
            self.name = name
            self.reason = reason
        }
    }

    /// The result of a request.
    package struct Answer: Hashable, Sendable {
        /// What the request changed.
        package let outcome: SeatOutcome
        /// The code of the failure because of which Apple does not know the change yet; `SeatWorker` and the next
        /// request about the subscription try again.
        package let pending: String?
    }

    private let repository: any Repository
    private let ambient: Ambient
    private let audit: AuditLog

    /// Creates a service on this repository; `ambient` has the ledger's time.
    package init(repository: any Repository, ambient: Ambient, audit: AuditLog) {
        self.repository = repository
        self.ambient = ambient
        self.audit = audit
    }

    // MARK: Reads

    /// Returns the seats of a subscription.
    package func seats(
        of original: OriginalTransactionID,
        in app: ServedApp,
        environment: StoreEnvironment
    ) async throws(SeatError) -> SeatGroup {
        let now = self.ambient.now()
        let group: SeatGroup?
        do throws(RepositoryError) {
            group = try await self.repository.read { view in
                try view.seats(
                    of: original,
                    app: app.name,
                    environment: environment,
                    gracePolicy: app.catalog.gracePolicy,
                    at: now
                )
            }
        } catch {
            throw .storage(error)
        }
        guard let group else { throw .refused(.unknownSubscription) }
        return group
    }

    // MARK: Changes

    /// Reserves a seat for a person whom the app invites.
    package func invite(
        to original: OriginalTransactionID,
        in app: ServedApp,
        environment: StoreEnvironment,
        by caller: Caller
    ) async throws(SeatError) -> Answer {
        let place = Place(app: app, environment: environment, original: original)
        return try await self.change(.invite(self.newID()), .seatInvite, at: place, by: caller)
    }

    /// Gives a customer a seat without an invitation.
    package func assign(
        _ member: SeatRequest.Member,
        to original: OriginalTransactionID,
        in app: ServedApp,
        environment: StoreEnvironment,
        by caller: Caller
    ) async throws(SeatError) -> Answer {
        let place = Place(app: app, environment: environment, original: original)
        return try await self.change(.assign(self.newID(), member), .seatAssign, at: place, by: caller)
    }

    /// Gives the seat of an invitation to the customer who accepts it; a repetition may state the Apple Account of the
    /// member.
    package func accept(
        _ id: SeatID,
        by member: SeatRequest.Member,
        in app: ServedApp,
        environment: StoreEnvironment,
        by caller: Caller
    ) async throws(SeatError) -> Answer {
        let place = try await self.place(of: id, in: app, environment: environment)
        let answer = try await self.change(.accept(id, member), .seatAccept, at: place, by: caller)
        guard let account = member.account, answer.outcome.seat.account != account else { return answer }
        let identified = try await self.write(.identify(id, account), at: place, by: caller.name)
        return try await self.settle(identified, at: place, by: caller.name)
    }

    /// Ends a seat or an invitation; a preview returns what the member would lose, and changes nothing.
    package func release(
        _ id: SeatID,
        in app: ServedApp,
        environment: StoreEnvironment,
        by caller: Caller,
        isPreview: Bool = false
    ) async throws(SeatError) -> Answer {
        let place = try await self.place(of: id, in: app, environment: environment)
        guard !isPreview else {
            let outcome = try await self.write(.release(id), at: place, by: caller.name, isPreview: true)
            return Answer(outcome: outcome, pending: nil)
        }
        return try await self.change(.release(id), .seatRelease, at: place, by: caller)
    }

    /// A subscription of an app.
    struct Place: Sendable {
        let app: ServedApp
        let environment: StoreEnvironment
        let original: OriginalTransactionID
    }

    private func place(
        of seat: SeatID,
        in app: ServedApp,
        environment: StoreEnvironment
    ) async throws(SeatError) -> Place {
        let original: OriginalTransactionID?
        do throws(RepositoryError) {
            original = try await self.repository.read { view in
                try view.subscription(of: seat, app: app.name, environment: environment)
            }
        } catch {
            throw .storage(error)
        }
        guard let original else { throw .refused(.unknownSeat) }
        return Place(app: app, environment: environment, original: original)
    }

    /// A new identifier of a seat: a UUID of random bits.
    private func newID() -> SeatID {
        var bytes = self.ambient.randomBytes(16)
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        return SeatID(Hexadecimal.uuid(bytes))
    }

    /// Carries out a request of a caller, enters it in the audit log, and lets Apple know.
    private func change(
        _ kind: SeatRequest.Kind,
        _ action: AuditAction,
        at place: Place,
        by caller: Caller
    ) async throws(SeatError) -> Answer {
        let request = SeatRequest(kind, at: self.ambient.now(), by: caller.name)
        let record = AuditRecord(
            by: caller.name,
            action,
            on: request.seat.rawValue,
            reason: caller.reason,
            details: [
                "app": place.app.name.rawValue, "environment": place.environment.rawValue,
                "originalTransaction": place.original.rawValue,
            ],
            about: request.member.map { AuditDraft.About([$0], of: place.app.name) }
        )
        let result: Result<SeatOutcome, SeatRefusal>?
        do throws(RepositoryError) {
            let outcome: @Sendable (Result<SeatOutcome, SeatRefusal>?) -> AuditOutcome? = { result in
                switch result {
                case .success?: .done
                case .failure(let refusal)?: .refused(code: refusal.code)
                case nil: nil
                }
            }
            result = try await self.audit.enterFrequent(
                record,
                in: place.app.name,
                place.environment,
                as: outcome
            ) { () throws(RepositoryError) in
                try await self.repository.write { unit -> Result<SeatOutcome, SeatRefusal>? in
                    if let member = request.member, try !unit.admits(member, app: place.app.name) { return nil }
                    return try Self.carryOut(request, at: place, in: unit)
                }
            }
        } catch {
            throw .storage(error)
        }
        switch result {
        case nil: throw .reservedCustomer
        case .failure(let refusal)?: throw .refused(refusal)
        case .success(let outcome)?: return try await self.settle(outcome, at: place, by: caller.name)
        }
    }

    /// Carries out a request that needs no entry in the audit log.
    func write(
        _ kind: SeatRequest.Kind,
        at place: Place,
        by name: String,
        isPreview: Bool = false
    ) async throws(SeatError) -> SeatOutcome {
        let request = SeatRequest(kind, at: self.ambient.now(), by: name)
        let result: Result<SeatOutcome, SeatRefusal>
        do throws(RepositoryError) {
            result = try await self.repository.write { unit in
                try Self.carryOut(request, at: place, in: unit, isPreview: isPreview)
            }
        } catch {
            throw .storage(error)
        }
        switch result {
        case .success(let outcome): return outcome
        case .failure(let refusal): throw .refused(refusal)
        }
    }

    private static func carryOut(
        _ request: SeatRequest,
        at place: Place,
        in unit: any UnitOfWork,
        isPreview: Bool = false
    ) throws -> Result<SeatOutcome, SeatRefusal> {
        try unit.carryOut(
            request,
            on: place.original,
            app: place.app.name,
            environment: place.environment,
            catalog: place.app.catalog,
            isPreview: isPreview
        )
    }
}
