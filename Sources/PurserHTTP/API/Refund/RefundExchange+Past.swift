import Hummingbird
import Ledger
import PurserService

/// Requests of the past: what a policy would have told about them, and exports of them.
extension RefundExchange {
    /// A page of an export: requests of the past as policies meet them, without whose they are.
    func export(_ call: RefundRequest) async throws -> Response {
        func instant(_ field: String) throws -> Instant? {
            guard let text = try RequestQuery.text(field, in: call.request, upTo: 64) else { return nil }
            return try RequestFields.instant(text, field: field)
        }
        let until = try instant("until")
        var place = RefundPlace(since: try instant("since") ?? Instant(milliseconds: .min))
        if let text = try RequestQuery.text("cursor", in: call.request, upTo: 64) {
            guard let known = RefundPlace(cursor: text) else {
                throw RequestFields.invalid("cursor", "This must be the `next` of an earlier answer.")
            }
            place = known
        }
        let limit = try RequestQuery.limit(in: call.request, usually: 500, upTo: 1000)
        let found = try await Self.explained { [place] () throws(RefundError) in
            try await self.desk.opened(after: place, limit: limit, in: call.app)
        }
        let page = found.prefix { placed in until.map { placed.record.refundCase.openedAt < $0 } ?? true }
        var json = JSONText()
        json.add("cases", Int64(page.count))
        json.add("requests", objects: page.flatMap(\.record.exported).map(\.line))
        json.add("next", page.count == limit ? page.last.map { RefundPlace($0).cursor } : nil)
        return JSONResponse.written(json.bytes)
    }

    /// Tries a policy against the past, as long as whoever asked is there.
    func dryRun(_ call: RefundRequest) async throws -> Response {
        do {
            return try await call.request.body.consumeWithCancellationOnInboundClose { body in
                try await self.dryRunWhole(call.with(body))
            }
        } catch is CancellationError {
            throw Problem.refund(.cancelled)
        }
    }

    private func dryRunWhole(_ call: RefundRequest) async throws -> Response {
        let fields = try await self.fields(call, ["policy", "since"])
        let text = try Self.policy(fields)
        let since = try fields.instant("since")
        let run = try await Self.explained { () throws(RefundError) in
            try await self.desk.dryRun(text, in: call.app, since: since, differenceLimit: RefundDryRun.namedDifferences)
        }
        var json = JSONText()
        json.describe(run)
        return JSONResponse.written(json.bytes)
    }
}
