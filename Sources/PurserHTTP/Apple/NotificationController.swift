import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import Logging
import Metrics
import NIOCore
import Notation
import PurserService

/// A controller that receives App Store Server Notifications.
///
/// It responds with 200 after the notification is committed to disk: recorded, seen before, or held. A notification
/// that may be authentic but could not be stored or is not for this server gets a 503, so that Apple sends it again; a
/// forged or malformed one gets a 400.
struct NotificationController {
    /// The service that records notifications.
    let ingest: Ingest
    /// The apps by name.
    let apps: [AppName: ServedApp]
    /// The rate limits of unsigned notifications: all of them by chain, and those without the app's secret by address.
    let rateLimiter: RateLimiter
    /// The limits on bodies.
    let limits: BodyLimits
    /// The limit on the number of concurrent requests of one network.
    let concurrencyLimiter: ConcurrencyLimiter

    /// Adds `POST /apple/{app}/notifications`.
    func add(to router: Router<PurserContext>) {
        router.post("/apple/:app/notifications", use: self.receive)
    }

    @concurrent
    @Sendable private func receive(_ request: Request, context: PurserContext) async throws -> Response {
        guard let name = context.parameters.get("app"), let app = self.apps[AppName(name)]?.admitting(context.admission)
        else { throw Problem(.notFound, code: "app_unknown", "No app of this name is configured here.") }
        return try await self.limits.withBody(
            of: request,
            upTo: BodyLimits.receipts,
            past: BodyLimits.signedData,
            ifExpected: NotificationV1.isLikely
        ) { body in
            try await self.concurrencyLimiter.whenFree(at: "notifications", from: context.countedClient) {
                try await self.receive(Array(body.readableBytesView), for: app, context)
            }
        }
    }

    /// Records a notification of either version.
    private func receive(_ body: [UInt8], for app: ServedApp, _ context: PurserContext) async throws -> Response {
        let name = "\(app.name)"
        let signedPayload: [UInt8]
        do {
            signedPayload = try Self.signedPayload(in: body)
        } catch {
            // Version 1 contains a receipt; version 2 contains nothing nearly as long.
            guard let old = try? NotificationV1(json: body) else { throw error }
            return try await self.receive(old, for: app, context)
        }
        guard body.count <= BodyLimits.signedData else { throw Problem.framework(.contentTooLarge) }
        do {
            switch try await self.ingest.notification(signedPayload, for: app) {
            case .recorded(let recorded):
                Self.count(recorded.isNew ? "recorded" : "duplicate", name, recorded.environment)
                return Self.answer(recorded.isNew ? "recorded" : "duplicate")
            case .held(_, let code, _):
                Self.count("held", name)
                return Self.answer("held", code: code)
            }
        } catch {
            let problem = Problem.notification(error)
            Self.count(refused: problem.code, name)
            context.logger.warning(
                "A notification was not acknowledged.",
                metadata: ["app": "\(name)", "code": "\(problem.code)", "status": "\(problem.status.code)"]
            )
            throw problem
        }
    }

    /// The error for too many notifications about one chain.
    private static let tooOften = Problem(
        .tooManyRequests,
        code: "rate_limited",
        "There were too many notifications about this purchase. Wait, then send fewer at a time.",
        retryAfterSeconds: 60
    )

    /// Records a version 1 notification.
    private func receive(
        _ old: NotificationV1,
        for app: ServedApp,
        _ context: PurserContext
    ) async throws -> Response {
        // Without the secret any client may have sent it, as with verifyReceipt; Apple's notifications do not wait
        // behind it.
        if let client = context.countedClient, !app.hasSecret(old) { try self.rateLimiter.count(address: client) }
        let outcome: String
        do {
            let taken = try await self.ingest.notification(old, for: app) { app, original in
                (try? self.rateLimiter.count(receiptOf: original, in: app)) != nil
            }
            switch taken {
            case .tooOften: throw Self.tooOften
            case .recorded(let isNew): outcome = isNew ? "recorded" : "duplicate"
            case .hint: outcome = "hint"
            }
        } catch {
            let problem = (error as? IngestError).map { Problem.notification($0) } ?? Self.tooOften
            Self.count(refused: problem.code, "\(app.name)")
            context.logger.warning(
                "A version 1 notification was not acknowledged.",
                metadata: ["app": "\(app.name)", "code": "\(problem.code)", "status": "\(problem.status.code)"]
            )
            throw problem
        }
        // The environment of a hint is unknown.
        let environment = outcome == "hint" ? nil : old.environment.flatMap { StoreEnvironment(rawValue: $0.rawValue) }
        Self.count(outcome, "\(app.name)", environment)
        let type = NotificationV1.types.contains(old.type) ? old.type : "other"
        Counter(
            label: "purser_old_notifications_total",
            dimensions: [("app", "\(app.name)"), ("type", type)]
        ).increment()
        return Self.answer(outcome)
    }

    /// Returns the compact form in Apple's body `{"signedPayload": "..."}` (responseBodyV2).
    private static func signedPayload(in body: [UInt8]) throws -> [UInt8] {
        do {
            if let payload = try NotificationBody(json: body).signedPayload {
                return payload.bytes
            }
        } catch {
            throw Problem(.badRequest, code: error.code.rawValue, "The body is not the JSON object that Apple sends.")
        }
        throw Problem(
            .badRequest,
            code: "signed_payload_missing",
            "The body has neither a signedPayload nor a notification_type.",
            field: "signedPayload"
        )
    }

    /// Counts a notification by its outcome: a name, or the code of the error, whose environment is unknown.
    private static func count(_ outcome: String, _ app: String, _ environment: StoreEnvironment? = nil) {
        Counter(
            label: "purser_notifications_total",
            dimensions: [("app", app), ("environment", environment?.rawValue ?? "none"), ("outcome", outcome)]
        ).increment()
    }

    /// Counts a refused notification by its outcome, and by the code alone, which the history keeps.
    private static func count(refused code: String, _ app: String) {
        Self.count(code, app)
        Counter(
            label: "purser_notification_refusals_total",
            dimensions: [("app", app), ("code", code)]
        ).increment()
    }

    /// Returns the response with an outcome, and the reason if the notification is held.
    private static func answer(_ outcome: String, code: String? = nil) -> Response {
        var json = JSONText(capacity: 64)
        json.add("code", code)
        json.add("outcome", outcome)
        return JSONResponse.written(json.bytes)
    }
}

extension NotificationController {
    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .post,
            "/apple/{app}/notifications",
            id: "receiveNotification",
            tag: .apple,
            access: .apple,
            summary: "Receive an App Store Server Notification",
            description:
                "The server responds with 200 after the notification is committed to disk. A notification that may be "
                + "authentic but cannot be stored gets a 503, so that Apple sends it again; a forged or malformed "
                + "one gets a 400 with the code of the failed check.",
            parameters: [.path("app", .string(), "The app's name in the configuration.")],
            body: .json(
                .record([
                    .optional("signedPayload", .compactJWS, "Version 2."),
                    .optional("notification_type", .string(), "Version 1."),
                ]),
                "Apple's body."
            ),
            answers: [
                .ok(
                    .named(
                        "NotificationAnswer",
                        .object(
                            .required("outcome", .enumeration("recorded", "duplicate", "held", "hint")),
                            .optional("code", .string(), "The reason if it is held.")
                        )
                    ),
                    "The notification is recorded and on disk."
                )
            ],
            problems: [
                .status(400, "signed_payload_missing", "notification_secret_wrong", "json_invalid", "body_incomplete"),
                .status(404, "app_unknown"),
                .status(429, "unknown_signer_rate_limited"),
                .status(503, "quarantine_full", "notification_unconfirmed"),
            ]
        )
    ]
}
