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
struct VerifyReceiptRoutes {
    /// Answers.
    let desk: ReceiptDesk
    /// Counts by chain.
    let rates: CallRates
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
            let answer = await self.desk.admitting(context.admission).answer(asked, at: environment) { app, original in
                (try? self.rates.count(receiptOf: original, in: app)) != nil
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
