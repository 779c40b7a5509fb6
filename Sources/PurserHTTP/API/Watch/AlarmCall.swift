import Hummingbird
import Ledger
import PurserService

/// A request about alarms, whichever door it came through.
struct AlarmCall: Sendable {
    /// What they sent.
    let request: Request
    /// The app whose alarms, besides those of the whole server, the caller sees; `nil` for every one.
    let app: AppName?
    /// Who is entered in the audit log.
    let name: String
    /// The alarm or silence that the path names; 0, which none has, where it names none.
    let number: Int64

    /// The call of somebody with a key, who sees the app of the key or of the path.
    init(_ request: Request, _ context: CallerContext) {
        self.request = request
        self.app = context.app?.name
        self.name = context.caller.name
        self.number = Self.number(in: context)
    }

    /// In which language texts are written.
    var language: PageLanguage {
        get throws {
            try RequestQuery.language(in: self.request)
        }
    }

    /// Which alarms are listed.
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

    /// The word for alarms in any state.
    static let everyState = "all"
    /// The words that `state` takes.
    static let states = Alarm.State.allCases.map(\.rawValue) + [Self.everyState]

    private static func number(in context: some RequestContext) -> Int64 {
        context.parameters.get("number").flatMap { Int64($0) } ?? 0
    }
}
