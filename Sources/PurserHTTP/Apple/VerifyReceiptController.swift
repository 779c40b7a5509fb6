import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import Metrics
import NIOCore
import PurserService

/// A controller that replaces Apple's verifyReceipt: a client works with these two addresses in place of Apple's.
///
/// As with Apple, the HTTP status is 200 and the status in the response is the result.
struct VerifyReceiptController {
    /// The service that verifies receipts.
    let service: ReceiptService
    /// The rate limit by chain.
    let rateLimiter: RateLimiter
    /// The limits on bodies.
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

    /// Counts a response by its status.
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
        Self.operation(
            "/verifyReceipt",
            id: "verifyReceipt",
            "Verify a Production receipt in place of Apple's verifyReceipt"
        ),
        Self.operation(
            "/sandbox/verifyReceipt",
            id: "verifyReceiptInSandbox",
            "Verify a Sandbox receipt in place of Apple's verifyReceipt"
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
            description:
                "Request, response and status codes are Apple's, including 21007 and 21008. Without the app's shared "
                + "secret, the response is the content of the receipt itself.",
            body: .json(
                .record([
                    .required("receipt-data", .string(), "The receipt in Base64."),
                    .optional("password", .string(), "The app's shared secret."),
                    .optional("exclude-old-transactions", .boolean),
                ]),
                "Apple's request body."
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
                                "An array; for a receipt from before iOS 7 a single purchase."
                            ),
                            .optional("pending_renewal_info", .array(of: .openObject)),
                            .optional(
                                "latest_expired_receipt_info",
                                .openObject,
                                "With 21006, and as in the following fields only for a receipt from before iOS 7."
                            ),
                            .optional("auto_renew_status", .integer(0...1)),
                            .optional("auto_renew_product_id", .string()),
                            .optional("expiration_intent", .string()),
                            .optional("is_in_billing_retry_period", .string()),
                        ])
                    ),
                    "Apple's response; its `status` is the result."
                )
            ],
            problems: [.status(400, "body_incomplete")]
        )
    }
}
