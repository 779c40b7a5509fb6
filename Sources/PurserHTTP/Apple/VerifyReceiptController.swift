import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import Metrics
import NIOCore
import PurserService

/// The drop-ins for Apple's verifyReceipt: a client that asks Apple's two addresses works by asking these.
///
/// As with Apple the HTTP status is 200 and the answer's own status says what became of it.
struct VerifyReceiptController {
    /// Answers.
    let service: ReceiptService
    /// Counts by chain.
    let rateLimiter: RateLimiter
    /// Bounds the bodies.
    let limits: BodyLimits

    /// Adds `POST /verifyReceipt` and `POST /sandbox/verifyReceipt`.
    func add(to router: Router<PurserContext>) {
        router.post("/verifyReceipt") { request, context in
            try await self.answer(request, at: .production, context)
        }
        router.post("/sandbox/verifyReceipt") { request, context in
            try await self.answer(request, at: .sandbox, context)
        }
    }

    @concurrent
    @Sendable private func answer(
        _ request: Request,
        at environment: StoreEnvironment,
        _ context: PurserContext
    ) async throws -> Response {
        try await self.limits.withBody(of: request, upTo: BodyLimits.receipts) { body in
            guard let asked = try? VerifyReceiptRequest(json: Array(body.readableBytesView)) else {
                let status = VerifyReceiptStatus.unreadableRequest.rawValue
                Self.count(status, app: nil)
                return JSONResponse.written(Array(#"{"status":\#(status)}"#.utf8))
            }
            let answer = await self.service.admitting(context.admission).answer(asked, at: environment) {
                app,
                original in
                (try? self.rateLimiter.count(receiptOf: original, in: app)) != nil
            }
            Self.count(answer.status.rawValue, app: answer.app)
            return JSONResponse.written(answer.json)
        }
    }

    /// Counts an answer by its status.
    private static func count(_ status: Int64, app: AppName?) {
        Counter(
            label: "purser_verify_receipt_total",
            dimensions: [("app", app.map { "\($0)" } ?? "none"), ("status", String(status))]
        ).increment()
    }
}

extension VerifyReceiptController {
    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        Self.operation("/verifyReceipt", id: "verifyReceipt", "Apple's verifyReceipt of Production, answered here"),
        Self.operation(
            "/sandbox/verifyReceipt",
            id: "verifyReceiptInSandbox",
            "Apple's verifyReceipt of the Sandbox, answered here"
        ),
    ]

    private static func operation(_ path: String, id: String, _ summary: String) -> APIOperation {
        APIOperation(
            .post,
            path,
            id: id,
            tag: .apple,
            access: .anyone,
            summary: summary,
            description: "Request, answer and status numbers are Apple's, 21007 and 21008 included. Without the app's "
                + "shared secret the answer is what the receipt itself contains.",
            body: .json(
                .record([
                    .required("receipt-data", .string(), "The receipt in Base64."),
                    .optional("password", .string(), "The app's shared secret."),
                    .optional("exclude-old-transactions", .boolean),
                ]),
                "As Apple takes it."
            ),
            answers: [
                .ok(
                    .named(
                        "VerifyReceiptResponse",
                        .record([
                            .required("status", .integer(0...21199)),
                            .optional("environment", .string()),
                            .optional("receipt", .openObject),
                            .optional("latest_receipt", .string()),
                            .optional(
                                "latest_receipt_info",
                                .oneOf([.array(of: .openObject), .openObject]),
                                "A list; of a receipt from before iOS 7 one purchase."
                            ),
                            .optional("pending_renewal_info", .array(of: .openObject)),
                            .optional(
                                "latest_expired_receipt_info",
                                .openObject,
                                "With 21006, and as what follows only of a receipt from before iOS 7."
                            ),
                            .optional("auto_renew_status", .integer(0...1)),
                            .optional("auto_renew_product_id", .string()),
                            .optional("expiration_intent", .string()),
                            .optional("is_in_billing_retry_period", .string()),
                        ])
                    ),
                    "Apple's answer; its `status` says what became of it."
                )
            ],
            problems: [.status(400, "body_incomplete")]
        )
    }
}
