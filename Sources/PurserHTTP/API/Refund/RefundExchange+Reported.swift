import Hummingbird
import Ledger
import Notation
import PurserService

extension RefundExchange {
    /// A page of the refunds that were reported and that Apple did not sign.
    func reported(_ call: RefundRequest) async throws -> Response {
        let limit = try RequestQuery.limit(in: call.request, usually: 50, upTo: Self.maximumPage)
        let position = try Self.cursor(in: call.request) ?? 0
        let found = try await Self.explained { () throws(RefundError) in
            try await self.desk.reported(after: position, limit: limit + 1, in: call.app)
        }
        let page = found.prefix(limit)
        var json = JSONText()
        json.add("reports", Array(page)) { json, reported in
            let report = reported.placed.report
            json.add("environment", reported.placed.environment.rawValue)
            json.add("state", reported.state.rawValue)
            json.add("customer", reported.customer?.rawValue)
            json.add("transaction", report.transactionID.rawValue)
            json.add("originalTransaction", report.originalTransactionID.rawValue)
            json.add("product", report.productID.rawValue)
            json.describe(report)
        }
        json.add("next", found.count > limit ? page.last.map { String($0.placed.position) } : nil)
        return JSONResponse.written(json.bytes)
    }
}
