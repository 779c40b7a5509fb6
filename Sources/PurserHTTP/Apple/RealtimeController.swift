import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import Metrics
import NIOCore
import PurserService

/// A controller for Apple's requests about customers who are about to cancel (Retention Messaging API, Get Retention
/// Message).
///
/// Apple shows its default message for an empty response and for any status other than 200.
struct RealtimeController: Sendable {
    /// The responder with the configured rules.
    let answering: RetentionResponder
    /// The apps by name.
    let apps: [AppName: ServedApp]
    /// The limits on bodies.
    let limits: BodyLimits
    /// The limit on the number of concurrent requests of one network.
    let concurrencyLimiter: ConcurrencyLimiter

    /// Adds `POST /apple/{app}/retention`.
    func add(to router: Router<PurserContext>) {
        router.post("/apple/:app/retention", use: self.answer)
    }

    @concurrent
    @Sendable private func answer(_ request: Request, context: PurserContext) async throws -> Response {
        guard let name = context.parameters.get("app"), let app = self.apps[AppName(name)]?.admitting(context.admission)
        else { throw Problem(.notFound, code: "app_unknown", "No app of this name is configured here.") }
        return try await self.limits.withBody(of: request, upTo: BodyLimits.signedData) { body in
            try await self.concurrencyLimiter.whenFree(at: "retention", from: context.countedClient) {
                try await self.answer(Array(body.readableBytesView), for: app)
            }
        }
    }

    private func answer(_ body: [UInt8], for app: ServedApp) async throws -> Response {
        let signedPayload: [UInt8]?
        do throws(JSONError) {
            signedPayload = try RealtimeRequestBody(json: body).signedPayload?.bytes
        } catch {
            throw Problem(
                .badRequest,
                code: error.code.rawValue,
                "The body is not the JSON object that Apple sends."
            )
        }
        guard let signedPayload else {
            throw Problem(
                .badRequest,
                code: "signed_payload_missing",
                "The body has no signedPayload.",
                field: "signedPayload"
            )
        }
        do throws(VerificationError) {
            let answer = try await self.answering.answer(signedPayload, for: app)
            Self.count(answer, "\(app.name)")
            return JSONResponse.written(answer.json())
        } catch {
            if error.code == .unknownSignerMustWait { throw Problem.unknownSignerMustWait }
            throw Problem(
                .badRequest,
                code: error.code.rawValue,
                "The request was refused. \(error.detail).",
                field: "signedPayload"
            )
        }
    }

    private static func count(_ answer: RealtimeResponseBody, _ app: String) {
        let outcome =
            if answer.message != nil {
                "message"
            } else if answer.alternateProduct != nil {
                "product"
            } else if answer.promotionalOffer != nil {
                "offer"
            } else {
                "default"
            }
        Counter(label: "purser_retention_answers_total", dimensions: [("app", app), ("outcome", outcome)]).increment()
    }
}

extension RealtimeController {
    private static let named = APIProperty.required("messageIdentifier", .string(format: "uuid"))

    /// The OpenAPI description of the route.
    static let operations: [APIOperation] = [
        APIOperation(
            .post,
            "/apple/{app}/retention",
            id: "answerRetentionRequest",
            tag: .apple,
            access: .apple,
            summary: "Get the retention message for a customer",
            description:
                "Answered immediately from the app's rules. For an empty object, Apple shows its default message.",
            parameters: [.path("app", .string(), "The app's name in the configuration.")],
            body: .json(.record([.required("signedPayload", .compactJWS)]), "Apple's body."),
            answers: [
                .ok(
                    .named(
                        "RetentionResponse",
                        .object(
                            .optional("message", .object(Self.named)),
                            .optional(
                                "alternateProduct",
                                .object(Self.named, .required("productId", .product))
                            ),
                            .optional(
                                "promotionalOffer",
                                .object(Self.named, .required("promotionalOfferSignatureV2", .string()))
                            )
                        )
                    ),
                    "The message to show; empty for Apple's default message."
                )
            ],
            problems: [
                .status(400, "signed_payload_missing", "json_invalid", "body_incomplete"),
                .status(404, "app_unknown"),
                .status(429, "unknown_signer_rate_limited"),
            ]
        )
    ]
}
