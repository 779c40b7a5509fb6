import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// The customer as a resource: who he is, what the shop says of him, his tokens, and making two of them one or none.
struct CustomerResourceRoutes {
    /// The largest body in bytes.
    static let maximumBody = 256 * 1024
    /// The longest note, in bytes.
    static let maximumNote = 2000

    /// Does it.
    let desk: CustomerDesk
    /// Bounds the bodies.
    let limits: BodyLimits
    /// Now.
    let now: @Sendable () -> Instant

    /// Adds the routes.
    func add(to group: RouterGroup<ShopContext>) {
        group.get("/v1/customers/:customer", use: self.show)
        group.put("/v1/customers/:customer/facts", use: self.facts)
        group.post("/v1/customers/:customer/tokens", use: self.token)
        group.post("/v1/customers/:customer/merge", use: self.merge)
        group.delete("/v1/customers/:customer/sessions", use: self.endSessions)
        group.delete("/v1/customers/:customer", use: self.erase)
        group.get("/v1/customers/:customer/moves", use: self.moves)
    }

    @concurrent
    @Sendable private func show(_ request: Request, context: ShopContext) async throws -> Response {
        let customer = try CustomerParameter.customer(in: context)
        let profile = try await Problem.explaining { try await self.desk.profile(of: customer, in: context.app) }
        return try JSONResponse.encode(CustomerProfileBody(profile, path: request.uri.path))
    }

    @concurrent
    @Sendable private func facts(_ request: Request, context: ShopContext) async throws -> Response {
        let customer = try CustomerParameter.customer(in: context)
        let isPreview = try RequestQuery.flag("dryRun", in: request)
        return try await self.limits.withBody(of: request, upTo: Self.maximumBody) { body in
            let asked = try FactsRequest(
                json: Array(body.readableBytesView),
                now: self.now(),
                by: context.origin().name
            )
            let facts = try await Problem.explaining {
                try await self.desk.state(asked.facts, of: customer, in: context.app, isPreview: isPreview)
            }
            return try JSONResponse.encode(FactsBody(facts))
        }
    }

    @concurrent
    @Sendable private func token(_ request: Request, context: ShopContext) async throws -> Response {
        let customer = try CustomerParameter.customer(in: context)
        let isPreview = try RequestQuery.flag("dryRun", in: request)
        return try await self.limits.withBody(of: request, upTo: Self.maximumBody) { body in
            let fields = try RequestFields(
                json: Array(body.readableBytesView),
                fields: ["appAccountToken", "note"]
            )
            let origin = context.origin(reason: try fields.text("note", upTo: Self.maximumNote))
            guard let text = try fields.text("appAccountToken", upTo: 255) else {
                return try await AnsweredWork.answer { (token: AccountToken) in
                    try WrittenAnswer.json(
                        Token(
                            customer: customer.rawValue,
                            // A token that nobody keeps would stand for nobody.
                            appAccountToken: isPreview ? nil : token.description,
                            minted: true,
                            new: true,
                            dryRun: isPreview
                        )
                    )
                } _: {
                    try await Problem.explaining {
                        try await self.desk.mintToken(
                            for: customer,
                            in: context.app,
                            by: origin,
                            isPreview: isPreview
                        )
                    }
                }
            }
            guard let token = AccountToken(text) else {
                throw Problem(
                    .unprocessableContent,
                    code: "account_token_invalid",
                    "An appAccountToken is a UUID: 8-4-4-4-12 hexadecimal digits.",
                    field: "appAccountToken"
                )
            }
            return try await AnsweredWork.answer { (isNew: Bool) in
                try WrittenAnswer.json(
                    Token(
                        customer: customer.rawValue,
                        appAccountToken: token.description,
                        minted: false,
                        new: isNew,
                        dryRun: isPreview,
                        nothing: isNew ? nil : NothingDone.Code.accountTokenSame.rawValue
                    )
                )
            } _: {
                try await Problem.explaining {
                    try await self.desk.bring(token, for: customer, in: context.app, by: origin, isPreview: isPreview)
                }
            }
        }
    }

    @concurrent
    @Sendable private func merge(_ request: Request, context: ShopContext) async throws -> Response {
        let customer = try CustomerParameter.customer(in: context)
        let isPreview = try RequestQuery.flag("dryRun", in: request)
        return try await self.limits.withBody(of: request, upTo: Self.maximumBody) { body in
            let fields = try RequestFields(json: Array(body.readableBytesView), fields: ["into", "note"])
            let target = try fields.customer("into")
            let origin = context.origin(reason: try fields.text("note", upTo: Self.maximumNote))
            return try await AnsweredWork.answer { (outcome: OwnershipOutcome) in
                try WrittenAnswer.json(OwnershipOutcomeBody(outcome))
            } _: {
                try await Problem.explaining {
                    try await self.desk.merge(
                        customer,
                        into: target,
                        in: context.app,
                        by: origin,
                        isPreview: isPreview
                    )
                }
            }
        }
    }

    @concurrent
    @Sendable private func endSessions(_ request: Request, context: ShopContext) async throws -> Response {
        let customer = try CustomerParameter.customer(in: context)
        let isPreview = try RequestQuery.flag("dryRun", in: request)
        let note = try RequestQuery.text("note", in: request, upTo: Self.maximumNote)
        let count = try await Problem.explaining {
            try await self.desk.endSessions(
                of: customer,
                in: context.app,
                by: context.origin(reason: note),
                isPreview: isPreview
            )
        }
        return try JSONResponse.encode(
            Sessions(
                customer: customer.rawValue,
                ended: count,
                dryRun: isPreview,
                nothing: count == 0 ? NothingDone.Code.sessionsMissing.rawValue : nil
            )
        )
    }

    @concurrent
    @Sendable private func erase(_ request: Request, context: ShopContext) async throws -> Response {
        let customer = try CustomerParameter.customer(in: context)
        let isPreview = try RequestQuery.flag("dryRun", in: request)
        let note = try RequestQuery.text("note", in: request, upTo: Self.maximumNote)
        if !isPreview {
            let confirmed = request.uri.queryParameters["confirm"].flatMap { CustomerID(String($0)) }
            guard confirmed == customer else {
                throw Problem(
                    .unprocessableContent,
                    code: "confirmation_missing",
                    "This cannot be undone. Look at it first with ?dryRun=true, then send ?confirm= with the customer's id.",
                    field: "confirm"
                )
            }
        }
        let (preview, outcome) = try await Problem.explaining {
            try await self.desk.erase(
                customer,
                in: context.app,
                by: context.origin(reason: note),
                isPreview: isPreview
            )
        }
        var response = try JSONResponse.encode(ErasureBody(preview, outcome))
        // It says what he had, by the name he had: nobody keeps it, also not for a request that comes again.
        response.headers[.cacheControl] = "no-store"
        return response
    }

    @concurrent
    @Sendable private func moves(_ request: Request, context: ShopContext) async throws -> Response {
        let customer = try CustomerParameter.customer(in: context)
        let limit = try RequestQuery.limit(in: request, usually: 50, upTo: 200)
        let skipping = try Self.position(in: request)
        let moves = try await Problem.explaining {
            try await self.desk.moves(of: customer, in: context.app, skipping: skipping, limit: limit + 1)
        }
        return try JSONResponse.encode(
            Moves(
                customer: customer.rawValue,
                moves: moves.prefix(limit).map { MoveBody($0) },
                next: moves.count > limit ? String(skipping + limit) : nil
            )
        )
    }

    private static func position(in request: Request) throws -> Int {
        guard let text = request.uri.queryParameters["cursor"] else { return 0 }
        guard text.utf8.count <= 7, let position = Int(text), (0...1_000_000).contains(position) else {
            throw RequestQuery.foreignCursor
        }
        return position
    }

    private struct Sessions: Encodable {
        let customer: String
        let ended: Int
        let dryRun: Bool
        let nothing: String?
    }

    private struct Token: Encodable {
        let customer: String
        let appAccountToken: String?
        let minted: Bool
        let new: Bool
        let dryRun: Bool
        var nothing: String?
    }

    private struct Moves: Encodable {
        let customer: String
        let moves: [MoveBody]
        let next: String?
    }
}
