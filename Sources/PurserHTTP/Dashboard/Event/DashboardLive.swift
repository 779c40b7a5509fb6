import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// Tells open pages that something was committed for their app (HTML, "Server-sent events").
///
/// A message has no content: the page fetches its own address again, where all checks of a request apply. A connection
/// ends before the deadline of responses, with its session, and when the server stops.
final class DashboardLive: Sendable {
    /// The maximum number of connections.
    static let maximum = 100
    /// The maximum number of connections of one operator, so that forgotten tabs take no slots of others.
    ///
    /// A new connection takes over the slot of the operator's oldest one, because a page that was left holds its slot
    /// until the next write. A page that is still in sight connects again by itself.
    static let maximumOfOperator = 10
    /// The lifetime of a connection.
    static let life: Duration = .seconds(100)
    /// The interval at which a connection looks for new events: one lookup of one row.
    static let interval: Duration = .seconds(2)
    /// The maximum time without data on a connection.
    private static let silence: Duration = .seconds(14)
    /// The interval at which a connection checks that its session goes on.
    private static let check: Duration = .seconds(10)

    private let repository: any Repository
    private let operators: OperatorService
    private let pause: InterruptibleSleep
    private let slots = Slots<OperatorName>(maximum: DashboardLive.maximum, ofName: DashboardLive.maximumOfOperator)

    /// Creates the connections of one server; `sleep` waits in real time.
    init(
        repository: any Repository,
        operators: OperatorService,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.repository = repository
        self.operators = operators
        self.pause = InterruptibleSleep(sleep: sleep)
    }

    /// Adds the route.
    func add(to routes: DashboardRoutes) {
        routes.get(app: "live", for: .scope(.read)) { visit, app in try self.follow(visit, app) }
    }

    private func follow(_ visit: DashboardVisit, _ app: DashboardApp) throws -> Response {
        let session = try visit.requiredOperator.session
        guard let slot = self.slots.take(for: session.operatorName, takingOver: true) else {
            throw Problem(
                .serviceUnavailable,
                code: "live_limit_reached",
                visit.text("liveLimit"),
                retryAfterSeconds: 30
            )
        }
        var headers: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-store"]
        // A proxy that collects the response would hold every message back.
        if let name = HTTPField.Name("X-Accel-Buffering") { headers[name] = "no" }
        return Response(status: .ok, headers: headers, body: self.body(app.app.name, session, slot))
    }

    private func body(_ app: AppName, _ session: OperatorSession, _ slot: Slots<OperatorName>.Slot) -> ResponseBody {
        ResponseBody { writer in
            var known = await self.newest(of: app)
            var elapsed: Duration = .zero
            var silent: Duration = .zero
            var unchecked: Duration = .zero
            try await writer.write(ByteBuffer(string: "retry: 5000\n\n"))
            while elapsed < Self.life, !self.pause.isOver {
                await self.pause.rest(for: Self.interval)
                guard !slot.isTakenOver else { break }
                elapsed += Self.interval
                silent += Self.interval
                unchecked += Self.interval
                if unchecked >= Self.check {
                    guard await self.goesOn(session) else { break }
                    unchecked = .zero
                }
                // A database that does not answer now ends nothing; the next look sees what it misses.
                if let newest = await self.newest(of: app), newest != known {
                    known = newest
                    silent = .zero
                    try await writer.write(ByteBuffer(string: "event: change\ndata: \n\n"))
                } else if silent >= Self.silence {
                    silent = .zero
                    try await writer.write(ByteBuffer(string: ": nothing new\n\n"))
                }
            }
            try await writer.finish(nil)
        }
    }

    private func newest(of app: AppName) async -> Int64? {
        try? await EventQuery(repository: self.repository).newest(of: app)
    }

    /// Returns whether a session has not ended; a database that does not answer now ends nothing.
    private func goesOn(_ session: OperatorSession) async -> Bool {
        (try? await self.operators.goesOn(session)) ?? true
    }
}
