import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// The operator's commands about keys.
struct OperatorKeyRoutes {
    /// The most keys in one answer.
    private static let maximumPage = 500

    /// Makes, lists and revokes.
    let keys: AccessKeys
    /// Bounds the bodies.
    let limits: BodyLimits

    /// Adds the routes under `/operator/v1/keys`.
    func add(to router: Router<OperatorContext>) {
        router.get("/operator/v1/keys", use: self.list)
        router.post("/operator/v1/keys", use: self.make)
        router.post("/operator/v1/keys/:key/revoke", use: self.revoke)
    }

    @concurrent
    @Sendable private func list(_ request: Request, context _: OperatorContext) async throws -> Response {
        let parameters = request.uri.queryParameters
        let found = try await self.keys.list(
            of: parameters.get("app").map { AppName($0) },
            after: parameters.get("cursor").map { AccessKeyID($0) },
            limit: min(Self.maximumPage, max(1, parameters.get("limit").flatMap { Int($0) } ?? 100))
        )
        return try JSONResponse.encode(Keys(keys: found.map { KeyBody($0) }))
    }

    @concurrent
    @Sendable private func make(_ request: Request, context: OperatorContext) async throws -> Response {
        let wanted = try await self.limits.withBody(of: request, upTo: KeyRequest.maximumBody) { body in
            try KeyRequest(json: Array(body.readableBytesView))
        }
        do {
            let draft = try AccessKeyDraft(app: wanted.app, grant: wanted.grant, title: wanted.title)
            let made = try await self.keys.make(draft, by: context.name, reason: wanted.reason)
            return try JSONResponse.encode(KeyBody(made.key, text: made.text), status: .created)
        } catch let error as AccessKeyError {
            throw Problem.access(error)
        }
    }

    @concurrent
    @Sendable private func revoke(_ request: Request, context: OperatorContext) async throws -> Response {
        let reason = try await self.limits.withBody(of: request, upTo: KeyRequest.maximumBody) { body in
            try OperatorRequest(json: Array(body.readableBytesView), fields: ["reason"]).text("reason")
        }
        do {
            let id = AccessKeyID(context.parameters.get("key") ?? "")
            let revoked = try await self.keys.revoke(id, by: context.name, reason: reason)
            return try JSONResponse.encode(KeyBody(revoked.value, nothing: revoked.nothing))
        } catch let error as AccessKeyError {
            throw Problem.access(error)
        }
    }

    private struct Keys: Encodable {
        let keys: [KeyBody]
    }
}
