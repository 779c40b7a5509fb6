import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// A controller through which administrators create, list and revoke keys.
///
/// A caller cannot grant more than it has: the key of an app creates keys of that app with at most its own scopes, and
/// only an operator creates keys for operators.
struct AccessKeyController {
    /// The maximum number of keys in one page.
    private static let maximumPage = 200
    /// The default number of keys in one page.
    private static let standardPage = 100

    /// The service that creates, lists and revokes keys.
    let keys: AccessKeyService
    /// The limits on bodies.
    let limits: BodyLimits

    /// Adds the routes under `/v1/keys`.
    func add(to group: RouterGroup<CallerContext>) {
        group.get("/v1/keys", use: self.list)
        group.post("/v1/keys", use: self.create)
        group.delete("/v1/keys/:key", use: self.revoke)
    }

    @concurrent
    @Sendable private func list(_ request: Request, context: CallerContext) async throws -> Response {
        try context.caller.require(.admin)
        let limit = try RequestQuery.limit(in: request, usually: Self.standardPage, upTo: Self.maximumPage)
        let cursor = try RequestQuery.text("cursor", in: request, upTo: 255).map { AccessKeyID($0) }
        let found = try await self.keys.list(of: context.app?.name, after: cursor, limit: limit + 1)
        let page = found.prefix(limit)
        return try JSONResponse.encode(
            Page(
                keys: page.map { AccessKeyBody($0) },
                next: found.count > limit ? page.last?.id.rawValue : nil
            )
        )
    }

    @concurrent
    @Sendable private func create(_ request: Request, context: CallerContext) async throws -> Response {
        try context.caller.require(.admin)
        let wanted = try await self.limits.withBody(of: request, upTo: AccessKeyRequest.maximumBody) { body in
            try AccessKeyRequest(json: Array(body.readableBytesView))
        }
        let app = wanted.app ?? context.app?.name
        if let own = context.app?.name, app != own { throw Problem.appNotYours }
        try Self.check(wanted.grant, by: context.caller)
        do {
            let draft = try AccessKeyDraft(app: app, grant: wanted.grant, title: wanted.title)
            return try await RecordedResponse.answer { (made: CreatedAccessKey) in
                try EncodedResponse.json(AccessKeyBody(made.key, text: made.text), status: .created, isSecret: true)
            } _: {
                try await self.keys.create(draft, by: context.caller.name, reason: wanted.reason)
            }
        } catch let error as AccessKeyError {
            throw Problem.accessKey(error)
        }
    }

    @concurrent
    @Sendable private func revoke(_ request: Request, context: CallerContext) async throws -> Response {
        try context.caller.require(.admin)
        let reason = try RequestQuery.text("reason", in: request, upTo: 1000)
        let id = AccessKeyID(context.parameters.get("key") ?? "")
        do {
            return try await RecordedResponse.answer { (revoked: ActionResult<AccessKey>) in
                try EncodedResponse.json(AccessKeyBody(revoked.value, nothing: revoked.nothing))
            } _: {
                try await self.keys.revoke(id, of: context.app?.name, by: context.caller.name, reason: reason)
            }
        } catch let error as AccessKeyError {
            throw Problem.accessKey(error)
        }
    }

    /// Throws an error if the caller lacks a permission that it wants to grant.
    private static func check(_ grant: AccessKey.Grant, by caller: Caller) throws {
        let scopes: Set<AccessScope>
        switch grant {
        case .secret(let wanted): scopes = wanted
        case .publishable: return
        case .operator(let role):
            guard case .operator = caller.principal else {
                throw Problem(
                    .forbidden,
                    code: "key_not_allowed",
                    "Only an operator can create keys for operators. Use an operator's key, or: purser keys create",
                    field: "kind"
                )
            }
            scopes = role.scopes
        }
        let missing = scopes.subtracting(caller.principal.scopes).map(\.rawValue).sorted()
        guard missing.isEmpty else {
            throw Problem(
                .forbidden,
                code: "key_not_allowed",
                "A key cannot grant more than it has, and this key lacks \(missing.joined(separator: " and ")). Leave "
                    + "it out, or use: purser keys create",
                field: grant.kind == "operator" ? "role" : "scopes"
            )
        }
    }

    private struct Page: Encodable {
        let keys: [AccessKeyBody]
        let next: String?
    }
}

extension AccessKeyController {
    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/keys",
            id: "listKeys",
            tag: .authentication,
            access: .admin,
            summary: "List keys",
            description:
                "Newest first. With the key of an app, or below `/v1/apps/{app}`, the keys of the app; otherwise all.",
            parameters: [.limit(200), .cursor],
            answers: [
                .ok(
                    .object(
                        .required("keys", .array(of: AccessKeyBody.schema)),
                        .optional("next", .string(), "The `cursor` of the next page, if there is one.")
                    ),
                    "A page of keys."
                )
            ],
            problems: [.status(422, "field_wrong_type")]
        ),
        APIOperation(
            .post,
            "/v1/keys",
            id: "createKey",
            tag: .authentication,
            access: .admin,
            summary: "Create a key",
            description:
                "Only this response contains the key. A repetition with the same `Idempotency-Key` creates no second "
                + "key, and does not contain the key again.",
            body: .json(
                .named(
                    "NewKey",
                    .object(
                        .required("kind", .enumeration("secret", "publishable", "operator")),
                        .required("name", .string(length: 1...100), "A name for people."),
                        .optional(
                            "scopes",
                            .array(of: .enumeration(AccessScope.allCases.map(\.rawValue))),
                            "The scopes of a secret key, at least one."
                        ),
                        .optional(
                            "role",
                            .enumeration(OperatorRole.allCases.map(\.rawValue)),
                            "The role of an operator's key."
                        ),
                        .optional("app", .string(), "The app, if neither the key nor the path determines it."),
                        .optional("reason", .string(), "The reason, for the audit log.")
                    )
                )
            ),
            answers: [.json(201, AccessKeyBody.schema, "The key, which no other response contains.")],
            problems: [
                .unreadableBody,
                .wrongFields(
                    "key_name_invalid",
                    "key_scopes_missing",
                    "app_missing",
                    "app_unknown"
                ),
            ]
        ),
        APIOperation(
            .delete,
            "/v1/keys/{key}",
            id: "revokeKey",
            tag: .authentication,
            access: .admin,
            summary: "Revoke a key",
            description: "Takes effect immediately and cannot be undone. Revoking a key again changes nothing.",
            parameters: [
                .path("key", .string(), "The key's `id`."),
                .query("reason", .string(length: 1...1000), "The reason, for the audit log."),
            ],
            answers: [.ok(AccessKeyBody.schema, "The key, which is revoked.")],
            problems: [.status(404, "key_not_found"), .status(422, "field_invalid")]
        ),
    ]
}
