import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// A controller that lists and silences alarms.
struct AlarmController {
    /// The maximum number of alarms in one page.
    static let maximumPage = 200
    /// The default number of alarms in one page.
    private static let standardPage = 100
    /// The maximum size of a body in bytes: a name, a subject and a reason.
    private static let maximumBody = 16 * 1024

    /// The service that reads and silences alarms.
    let service: AlarmService
    /// The limits on bodies.
    let limits: BodyLimits

    /// Adds the routes under `/v1/alarms`, `/v1/alarm-silences` and `/v1/alarm-tests`.
    func add(to group: RouterGroup<CallerContext>) {
        group.get("/v1/alarms") { try await self.list(AlarmCall($0, $1)) }
        group.get("/v1/alarms/:number") { try await self.get(AlarmCall($0, $1)) }
        group.get("/v1/alarm-silences") { try await self.silences(AlarmCall($0, $1)) }
        group.post("/v1/alarm-silences") { try await self.silence(AlarmCall($0, $1)) }
        group.delete("/v1/alarm-silences/:number") { try await self.endSilence(AlarmCall($0, $1)) }
        group.post("/v1/alarm-tests") { try await self.test(AlarmCall($0, $1)) }
    }

    private func list(_ call: AlarmCall) async throws -> Response {
        let limit = try RequestQuery.limit(in: call.request, usually: Self.standardPage, upTo: Self.maximumPage)
        let (filter, language) = (try call.filter, try call.language)
        let found = try await Self.explained { () throws(AlarmError) in
            try await self.service.alarms(filter, limit: limit + 1)
        }
        let page = found.prefix(limit)
        return try JSONResponse.encode(
            Alarms(
                alarms: page.map { AlarmBody($0, in: language, isWhole: false) },
                next: found.count > limit ? page.last.map { "\($0.alarm.number)" } : nil
            )
        )
    }

    private func get(_ call: AlarmCall) async throws -> Response {
        let language = try call.language
        let entry = try await Self.explained { () throws(AlarmError) in
            try await self.service.alarm(call.number, seenBy: call.app)
        }
        return try JSONResponse.encode(AlarmBody(entry, in: language, isWhole: true))
    }

    private func silences(_ call: AlarmCall) async throws -> Response {
        let found = try await Self.explained { () throws(AlarmError) in
            try await self.service.silences(seenBy: call.app)
        }
        return try JSONResponse.encode(Silences(silences: found.map { AlarmSilenceBody($0) }))
    }

    private func silence(_ call: AlarmCall) async throws -> Response {
        let fields = try await self.fields(call, ["name", "app", "subject", "minutes", "reason"])
        var draft = AlarmService.Draft(length: .minutes(try Self.minutes(fields)))
        if let word = try fields.text("name", upTo: 64) {
            guard let name = AlarmName(rawValue: word) else {
                throw RequestFields.choice("name", word, known: AlarmName.allCases.map(\.rawValue))
            }
            draft.name = name
        }
        draft.app = try fields.text("app", upTo: 64).map { AppName($0) } ?? call.app
        if let own = call.app, draft.app != own { throw Problem.appNotYours }
        draft.subject = try fields.text("subject", upTo: AlarmService.greatestSubject)
        let reason = try fields.text("reason", upTo: AlarmService.greatestReason)
        let wanted = draft
        let silence = try await Self.explained { () throws(AlarmError) in
            try await self.service.silence(wanted, by: RequestOrigin(name: call.name, reason: reason))
        }
        return try JSONResponse.encode(AlarmSilenceBody(silence), status: .created)
    }

    private func endSilence(_ call: AlarmCall) async throws -> Response {
        let reason = try RequestQuery.text("reason", in: call.request, upTo: AlarmService.greatestReason)
        let ended = try await Self.explained { () throws(AlarmError) in
            try await self.service.endSilence(
                call.number,
                seenBy: call.app,
                by: RequestOrigin(name: call.name, reason: reason)
            )
        }
        return try JSONResponse.encode(AlarmSilenceBody(ended.value, nothing: ended.nothing))
    }

    private func test(_ call: AlarmCall) async throws -> Response {
        let language = try call.language
        let channel = try await self.fields(call, ["channel"]).text("channel", upTo: 64)
        let tests = try await Self.explained { () throws(AlarmError) in
            try await self.service.test(channel, in: language, by: RequestOrigin(name: call.name))
        }
        return try JSONResponse.encode(
            Tests(
                channels: tests.map {
                    Tests.Test(channel: $0.channel, arrived: $0.problem == nil, problem: $0.problem)
                }
            )
        )
    }

    /// Returns the duration of a silence in minutes; a number outside the range becomes one above the maximum.
    private static func minutes(_ fields: RequestFields) throws -> Int64 {
        let value = fields["minutes"]
        guard let value, value != .null else { throw RequestFields.missing("minutes") }
        let greatest = AlarmService.greatestLength.milliseconds / 60_000
        guard case .number(let text) = value, let minutes = Int64(text) else {
            throw RequestFields.wrongType("minutes", "This must be an integer from 1 to \(greatest).")
        }
        return min(max(0, minutes), greatest + 1)
    }

    private func fields(_ call: AlarmCall, _ names: [String]) async throws -> RequestFields {
        try await self.limits.withBody(of: call.request, upTo: Self.maximumBody) { body in
            try RequestFields(json: Array(body.readableBytesView), fields: names)
        }
    }

    private static func explained<Answer>(
        _ work: () async throws(AlarmError) -> Answer
    ) async throws -> Answer {
        try await Problem.explaining(by: Problem.alarm, work)
    }

    private struct Alarms: Encodable {
        let alarms: [AlarmBody]
        let next: String?
    }

    private struct Silences: Encodable {
        let silences: [AlarmSilenceBody]
    }

    private struct Tests: Encodable {
        struct Test: Encodable {
            let channel: String
            let arrived: Bool
            let problem: String?
        }

        let channels: [Test]
    }
}

/// A request about alarms, by any kind of caller.
struct AlarmCall: Sendable {
    /// The request.
    let request: Request
    /// The app whose alarms the caller may see besides those of the whole server; `nil` for all apps.
    let app: AppName?
    /// The caller's name in the audit log.
    let name: String
    /// The alarm or silence in the path; 0, which none has, if the path has none.
    let number: Int64

    /// Creates the call of a caller with a key, for the app of the key or of the path.
    init(_ request: Request, _ context: CallerContext) {
        self.request = request
        self.app = context.app?.name
        self.name = context.caller.name
        self.number = Self.number(in: context)
    }

    /// The language of the texts.
    var language: PageLanguage {
        get throws {
            try RequestQuery.language(in: self.request)
        }
    }

    /// The filter of the list.
    var filter: AlarmService.Filter {
        get throws {
            var filter = AlarmService.Filter()
            filter.app = self.app
            filter.since = try RequestQuery.instant("since", in: self.request)
            filter.before = try RequestQuery.cursor(in: self.request, atLeast: 1)
            if let word = try RequestQuery.text("state", in: self.request, upTo: 64), word != Self.everyState {
                guard let state = Alarm.State(rawValue: word) else {
                    throw RequestFields.choice("state", word, known: Self.states)
                }
                filter.state = state
            }
            return filter
        }
    }

    /// The value for alarms in any state.
    static let everyState = "all"
    /// The values that `state` accepts.
    static let states = Alarm.State.allCases.map(\.rawValue) + [Self.everyState]

    private static func number(in context: some RequestContext) -> Int64 {
        context.parameters.get("number").flatMap { Int64($0) } ?? 0
    }
}

extension Problem {
    /// Returns the problem document of an error about alarms.
    static func alarm(_ error: AlarmError) -> Problem {
        switch error {
        case .appUnknown, .alarmNotFound, .silenceNotFound: Problem(.notFound, code: error.code, error.remedy)
        case .silenceNotYours: Problem(.forbidden, code: error.code, error.remedy, field: "app")
        case .subjectInvalid: Problem(.unprocessableContent, code: error.code, error.remedy, field: "subject")
        case .lengthInvalid: Problem(.unprocessableContent, code: error.code, error.remedy, field: "minutes")
        case .reasonMissing: Problem(.unprocessableContent, code: error.code, error.remedy, field: "reason")
        case .silencesFull, .channelsMissing: Problem(.conflict, code: error.code, error.remedy)
        case .channelUnknown: Problem(.unprocessableContent, code: error.code, error.remedy, field: "channel")
        case .storage(let cause): .storage(cause)
        }
    }
}

extension RequestQuery {
    /// Returns the language that a request asks for; English by default.
    static func language(in request: Request) throws -> PageLanguage {
        guard let word = try Self.text("language", in: request, upTo: 64) else { return .english }
        guard let language = PageLanguage(rawValue: word) else {
            throw RequestFields.choice("language", word, known: PageLanguage.allCases.map(\.rawValue))
        }
        return language
    }
}
