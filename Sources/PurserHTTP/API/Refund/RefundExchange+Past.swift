import Hummingbird
import Ledger
import Notation
import PurserService

/// Requests of the past: what a policy would have told about them, what became of them, and exports of
/// them.
extension RefundExchange {
    /// A page of an export: requests of the past as policies meet them, without whose they are.
    func export(_ call: RefundRequest) async throws -> Response {
        let until = try RequestQuery.instant("until", in: call.request)
        let since = try RequestQuery.instant("since", in: call.request)
        var place = RefundPlace(since: since ?? Instant(milliseconds: .min))
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
        json.add("requests", jsons: page.flatMap(\.record.exported).map(\.line))
        json.add("next", page.count == limit ? page.last.map { RefundPlace($0).cursor } : nil)
        return JSONResponse.written(json.bytes)
    }

    /// Tries a policy against the past, as long as whoever asked is there.
    func dryRun(_ call: RefundRequest) async throws -> Response {
        try await Self.whileCallerWaits(call) { try await self.dryRunWhole($0) }
    }

    /// How the desk did over a time, as long as whoever asked is there.
    func report(_ call: RefundRequest) async throws -> Response {
        try await Self.whileCallerWaits(call) { try await self.reportWhole($0) }
    }

    /// Ends work that may take long when its caller hangs up.
    private static func whileCallerWaits(
        _ call: RefundRequest,
        _ work: @Sendable (RefundRequest) async throws -> Response
    ) async throws -> Response {
        do {
            return try await call.request.body.consumeWithCancellationOnInboundClose { body in
                try await work(call.with(body))
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

    private func reportWhole(_ call: RefundRequest) async throws -> Response {
        let environment = try CustomerParameter.environment(in: call.request)
        let since = try RequestQuery.instant("since", in: call.request)
        let until = try RequestQuery.instant("until", in: call.request)
        if let since, let until, until <= since {
            throw RequestFields.invalid("until", "This must be after `since`.")
        }
        let report = try await Self.explained { () throws(RefundError) in
            try await self.desk.report(on: environment, since: since, until: until, in: call.app)
        }
        var json = JSONText()
        json.add("since", since)
        json.add("until", until)
        json.describe(report)
        return JSONResponse.written(json.bytes)
    }
}
