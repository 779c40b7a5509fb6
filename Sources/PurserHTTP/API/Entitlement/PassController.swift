import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// A controller that signs passes and publishes the keys for their verification.
struct PassController {
    /// The maximum age of the keys in caches, in seconds; a new key is published much longer before it signs.
    private static let keysMaximumAgeSeconds = 3600

    /// The query that reads entitlements.
    let query: CustomerQuery
    /// The service that signs passes.
    let service: PassService

    /// Adds `GET /v1/customers/{customer}/pass`.
    func add(to group: RouterGroup<AppContext>) {
        group.get("/v1/customers/:customer/pass", use: self.pass)
    }

    /// Adds `GET /.well-known/jwks.json`, which needs no key.
    func addKeys(to router: Router<PurserContext>) {
        router.get("/.well-known/jwks.json", use: self.keys)
    }

    @concurrent
    @Sendable private func pass(_ request: Request, context: AppContext) async throws -> Response {
        let answer = try await self.query.entitlements(
            of: CustomerParameter.customer(in: context),
            in: context.app,
            environment: context.environment(CustomerParameter.environment(in: request))
        )
        let pass = try Self.signing { () throws(PassError) in try self.service.pass(for: answer, in: context.app.name) }
        var response = try JSONResponse.encode(
            PassBody(
                customer: answer.customer.rawValue,
                expiresAt: pass.expiresAt.rfc3339,
                pass: pass.compact
            )
        )
        response.headers[.cacheControl] = "no-store"
        return response
    }

    @concurrent
    @Sendable private func keys(_: Request, context _: PurserContext) async throws -> Response {
        let keys = try Self.signing { () throws(PassError) in try self.service.publicKeys().json() }
        return JSONResponse.written(
            keys,
            headers: [.cacheControl: "public, max-age=\(Self.keysMaximumAgeSeconds)"]
        )
    }

    private static func signing<Answer>(_ work: () throws(PassError) -> Answer) throws(Problem) -> Answer {
        do throws(PassError) {
            return try work()
        } catch {
            throw Problem(
                .serviceUnavailable,
                code: error.code,
                "The server cannot sign passes now; the operator finds the cause in the server's log."
            )
        }
    }

    private struct PassBody: Encodable {
        let customer: String
        let expiresAt: String
        let pass: String
    }
}

extension PassController {
    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/customers/{customer}/pass",
            id: "getPass",
            tag: .entitlements,
            access: .readInApp,
            summary: "Get a customer's pass",
            description:
                "A JWS (ES256) with the customer's active entitlements, valid for ten minutes, for systems that "
                + "cannot call this server: `sub` is the customer, `aud` the app, `exp` the end, `environment` "
                + "the requested environment, `entitlements` the active entitlements. The keys are at "
                + "`/.well-known/jwks.json`.",
            parameters: [.customer, .environment],
            answers: [
                .ok(
                    .named(
                        "Pass",
                        .object(
                            .required("customer", .customer),
                            .required("expiresAt", .instant, "When it expires."),
                            .required("pass", .compactJWS, "The pass.")
                        )
                    ),
                    "The pass."
                )
            ],
            problems: [
                .status(403, "environment_not_allowed"),
                .status(422, "customer_invalid", "environment_invalid"),
                .status(
                    503,
                    "pass_keys_exposed",
                    "pass_keys_unreadable",
                    "pass_keys_unwritable",
                    "pass_signing_failed"
                ),
            ]
        ),
        APIOperation(
            .get,
            "/.well-known/jwks.json",
            id: "getPassKeys",
            tag: .entitlements,
            access: .anyone,
            summary: "Get the public keys of passes",
            description:
                "A JSON Web Key Set (RFC 7517). Clients may cache it for an hour; a new key is published a day before "
                + "it signs.",
            answers: [
                .ok(
                    .named("PassKeys", .object(.required("keys", .array(of: .anything), "The JSON Web Keys."))),
                    "The keys."
                )
            ],
            problems: [
                .status(
                    503,
                    "pass_keys_exposed",
                    "pass_keys_unreadable",
                    "pass_keys_unwritable",
                    "pass_signing_failed"
                )
            ]
        ),
    ]
}
