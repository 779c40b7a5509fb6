import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// Where passes are signed, and where anybody finds the keys to check them with.
struct PassController {
    /// For how many seconds the keys may be kept; far less than a new one is published before it signs.
    private static let keysMaximumAgeSeconds = 3600

    /// Answers.
    let query: CustomerQuery
    /// Signs.
    let service: PassService

    /// Adds `GET /v1/customers/{customer}/pass`.
    func add(to group: RouterGroup<AppContext>) {
        group.get("/v1/customers/:customer/pass", use: self.pass)
    }

    /// Adds `GET /.well-known/jwks.json`, which is open to all.
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
                "Passes cannot be signed now; the server's operator finds the cause in its folder."
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
            summary: "A customer's active entitlements, signed, good for ten minutes",
            description: "A JWS (ES256) for whoever cannot ask this server: `sub` is the customer, `aud` the app, "
                + "`exp` the end, `environment` what was asked about, `entitlements` what may be used. Its keys are at `/.well-known/jwks.json`.",
            parameters: [.customer, .environment],
            answers: [
                .ok(
                    .named(
                        "Pass",
                        .object(
                            .required("customer", .customer),
                            .required("expiresAt", .instant, "From when on it is good no longer."),
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
            summary: "The public keys that passes are checked with",
            description: "A JSON Web Key Set (RFC 7517). It may be kept for an hour; a new key is published a day "
                + "before it signs.",
            answers: [
                .ok(
                    .named("PassKeys", .object(.required("keys", .array(of: .anything), "JSON Web Keys."))),
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
