import Hummingbird
import Ledger
import PurserService

extension RefundExchange {
    /// How the desk did over a time.
    func report(_ call: RefundRequest) async throws -> Response {
        let environment = try CustomerParameter.environment(in: call.request)
        let since = try Self.instant("since", in: call.request)
        let until = try Self.instant("until", in: call.request)
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

    private static func instant(_ name: String, in request: Request) throws -> Instant? {
        guard let text = try RequestQuery.text(name, in: request, upTo: 64) else { return nil }
        return try RequestFields.instant(text, field: name)
    }
}
