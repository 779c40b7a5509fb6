import AppStore
import Foundation
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// A controller for the seats of multiseat subscriptions whose members the app invites.
struct SeatController {
    /// The maximum size of a body in bytes: some ids and a reason.
    private static let maximumBody = 16 * 1024
    /// The maximum length of one of Apple's ids, in bytes.
    private static let maximumID = 64

    /// The service that lists and changes seats.
    let service: SeatService
    /// The limits on bodies.
    let limits: BodyLimits

    /// Adds `GET` and `POST /v1/seats`, `POST /v1/seats/{seat}/accept` and `DELETE /v1/seats/{seat}`.
    func add(to group: RouterGroup<AppContext>) {
        group.get("/v1/seats", use: self.list)
        group.post("/v1/seats", use: self.create)
        group.post("/v1/seats/:seat/accept", use: self.accept)
        group.delete("/v1/seats/:seat", use: self.release)
    }

    @concurrent
    @Sendable private func list(_ request: Request, context: AppContext) async throws -> Response {
        let field = "originalTransaction"
        guard let id = try RequestQuery.text(field, in: request, upTo: Self.maximumID) else {
            throw RequestFields.missing(field)
        }
        let environment = try CustomerParameter.environment(in: request)
        return try await self.asking {
            let group = try await self.service.seats(
                of: OriginalTransactionID(id),
                in: context.app,
                environment: environment
            )
            return try JSONResponse.encode(SeatGroupBody(group))
        }
    }

    @concurrent
    @Sendable private func create(_ request: Request, context: AppContext) async throws -> Response {
        let environment = try CustomerParameter.environment(in: request)
        return try await self.limits.withBody(of: request, upTo: Self.maximumBody) { body in
            let fields = try RequestFields(
                json: Array(body.readableBytesView),
                fields: ["originalTransaction", "customer", "appTransaction", "reason"]
            )
            let original = OriginalTransactionID(try fields.required("originalTransaction", upTo: Self.maximumID))
            let caller = try Self.caller(in: fields, context)
            let member = fields.value("customer") == nil ? nil : try Self.member(in: fields)
            return try await self.asking {
                let answer: SeatService.Answer
                if let member {
                    answer = try await self.service.assign(
                        member,
                        to: original,
                        in: context.app,
                        environment: environment,
                        by: caller
                    )
                } else {
                    answer = try await self.service.invite(
                        to: original,
                        in: context.app,
                        environment: environment,
                        by: caller
                    )
                }
                return try JSONResponse.encode(SeatAnswerBody(answer), status: .created)
            }
        }
    }

    @concurrent
    @Sendable private func accept(_ request: Request, context: AppContext) async throws -> Response {
        let environment = try CustomerParameter.environment(in: request)
        let id = Self.seat(in: context)
        return try await self.limits.withBody(of: request, upTo: Self.maximumBody) { body in
            let fields = try RequestFields(
                json: Array(body.readableBytesView),
                fields: ["customer", "appTransaction", "reason"]
            )
            let member = try Self.member(in: fields)
            let caller = try Self.caller(in: fields, context)
            return try await self.asking {
                let answer = try await self.service.accept(
                    id,
                    by: member,
                    in: context.app,
                    environment: environment,
                    by: caller
                )
                return try JSONResponse.encode(SeatAnswerBody(answer))
            }
        }
    }

    @concurrent
    @Sendable private func release(_ request: Request, context: AppContext) async throws -> Response {
        let environment = try CustomerParameter.environment(in: request)
        let reason = try RequestQuery.text("reason", in: request, upTo: SeatService.maximumReasonBytes)
        let isPreview = try RequestQuery.flag("dryRun", in: request)
        return try await self.asking {
            let answer = try await self.service.release(
                Self.seat(in: context),
                in: context.app,
                environment: environment,
                by: SeatService.Caller(context.caller.name, reason: reason),
                isPreview: isPreview
            )
            return try JSONResponse.encode(SeatAnswerBody(answer))
        }
    }

    // MARK: Parts of requests

    private static func seat(in context: AppContext) -> SeatID { SeatID(context.parameters.get("seat") ?? "") }

    private static func member(in fields: RequestFields) throws -> SeatRequest.Member {
        let account = try fields.text("appTransaction", upTo: Self.maximumID)
        return SeatRequest.Member(try fields.customer("customer"), account: account.map { AppTransactionID($0) })
    }

    private static func caller(in fields: RequestFields, _ context: AppContext) throws -> SeatService.Caller {
        let reason = try fields.text("reason", upTo: SeatService.maximumReasonBytes)
        return SeatService.Caller(context.caller.name, reason: reason)
    }

    /// Performs an action and turns the service's errors into problem documents.
    private func asking(_ work: () async throws -> Response) async throws -> Response {
        do {
            return try await work()
        } catch let error as SeatError {
            throw Problem.seat(error)
        }
    }
}

extension Problem {
    /// Returns the problem document of an error about a seat.
    static func seat(_ error: SeatError) -> Problem {
        switch error {
        case .refused(let refusal):
            switch refusal {
            case .unknownSubscription, .unknownSeat: Problem(.notFound, code: error.code, error.remedy)
            case .isPurchaser, .customerGone:
                Problem(.unprocessableContent, code: error.code, error.remedy, field: "customer")
            case .noSeats, .notInvitedByApp, .subscriptionEnded, .noneFree, .ended, .taken, .hasSeat, .notAccepted:
                Problem(.conflict, code: error.code, error.remedy)
            }
        case .reservedCustomer: Problem(.unprocessableContent, code: error.code, error.remedy, field: "customer")
        case .appStore: Problem(.conflict, code: error.code, error.remedy)
        case .storage(let error): Problem.storage(error)
        }
    }
}
