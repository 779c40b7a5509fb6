import Foundation
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// One transaction and whose it is: looked at, moved to a customer, and moved back.
struct OwnershipRoutes {
    /// Does it.
    let desk: CustomerDesk
    /// Bounds the bodies.
    let limits: BodyLimits

    /// Adds the routes.
    func add(to group: RouterGroup<ShopContext>) {
        group.get("/v1/transactions/:transaction", use: self.show)
        group.post("/v1/transactions/:transaction/owner", use: self.move)
        group.post("/v1/ownership-changes/:change/undo", use: self.undo)
    }

    @concurrent
    @Sendable private func show(_ request: Request, context: ShopContext) async throws -> Response {
        let id = Self.transaction(in: context)
        let isNamed = request.uri.queryParameters["environment"] != nil
        let environment = try CustomerParameter.environment(in: request)
        let report = try await Problem.explaining(field: "transaction") {
            try await self.desk.transaction(id, in: context.app, environment: isNamed ? environment : nil)
        }
        return try JSONResponse.encode(TransactionReportBody(report))
    }

    @concurrent
    @Sendable private func move(_ request: Request, context: ShopContext) async throws -> Response {
        let id = Self.transaction(in: context)
        let environment = try CustomerParameter.environment(in: request)
        let isPreview = try RequestQuery.flag("dryRun", in: request)
        return try await self.limits.withBody(of: request, upTo: CustomerResourceRoutes.maximumBody) { body in
            let fields = try RequestFields(
                json: Array(body.readableBytesView),
                fields: ["customer", "reach", "note", "setAccountToken"]
            )
            let word = try fields.text("reach", upTo: 64) ?? Decision.Reach.purchase.rawValue
            guard let reach = Decision.Reach(rawValue: word) else {
                throw RequestFields.invalid(
                    "reach",
                    "Use purchase, chainSoFar for the chain from this purchase on, or chainOn for what is to come too."
                )
            }
            let order = MoveOrder(
                id,
                in: environment,
                to: try fields.customer("customer"),
                reach: reach,
                setsAccountToken: try fields.flag("setAccountToken")
            )
            let note = try fields.text("note", upTo: CustomerResourceRoutes.maximumNote)
            return try await AnsweredWork.answer { (outcome: OwnershipOutcome) in
                try WrittenAnswer.json(OwnershipOutcomeBody(outcome))
            } _: {
                try await Problem.explaining {
                    try await self.desk.move(
                        order,
                        in: context.app,
                        by: context.origin(reason: note),
                        isPreview: isPreview
                    )
                }
            }
        }
    }

    @concurrent
    @Sendable private func undo(_ request: Request, context: ShopContext) async throws -> Response {
        let id = OwnershipChangeID(context.parameters.get("change") ?? "")
        let isPreview = try RequestQuery.flag("dryRun", in: request)
        return try await self.limits.withBody(of: request, upTo: CustomerResourceRoutes.maximumBody) { body in
            let fields = try RequestFields(json: Array(body.readableBytesView), fields: ["note"])
            let note = try fields.text("note", upTo: CustomerResourceRoutes.maximumNote)
            return try await AnsweredWork.answer { (outcome: OwnershipOutcome) in
                try WrittenAnswer.json(OwnershipOutcomeBody(outcome))
            } _: {
                try await Problem.explaining {
                    try await self.desk.undo(
                        id,
                        in: context.app,
                        by: context.origin(reason: note),
                        isPreview: isPreview
                    )
                }
            }
        }
    }

    private static func transaction(in context: ShopContext) -> TransactionID {
        TransactionID(context.parameters.get("transaction") ?? "")
    }
}
