import Hummingbird
import Ledger
import NIOCore
import PurserService

/// The event feed for clients with an open connection (HTML, "Server-sent events"); the id of each event is its cursor.
///
/// A connection ends before the deadline of responses, and the client resumes it at its last cursor. So no connection
/// lives longer than any other request, and a server that stops does not wait for clients.
final class EventFeed: Sendable {
    /// The maximum number of connections.
    static let maximum = 100
    /// The maximum number of connections of one app, so that an app cannot take the slots of another.
    static let maximumOfApp = 50
    /// The lifetime of a connection.
    static let life: Duration = .seconds(100)
    /// The interval at which the feed reads new events.
    static let interval: Duration = .milliseconds(200)
    /// The maximum time without data on a connection.
    private static let silence: Duration = .seconds(15)
    /// The maximum number of events that are read at once.
    private static let batch = 100
    /// The pause between two full pages.
    private static let breath: Duration = .milliseconds(2)
    /// The number of excluded events after which the client gets the current cursor.
    private static let maximumPassed = 2000

    /// The slots of the connections.
    let slots = Slots<AppName>(maximum: EventFeed.maximum, ofName: EventFeed.maximumOfApp)

    private let repository: any Repository
    private let pause: InterruptibleSleep

    /// Creates a feed of a repository's events; `sleep` waits in real time.
    init(repository: any Repository, sleep: @escaping @Sendable (Duration) async throws -> Void) {
        self.repository = repository
        self.pause = InterruptibleSleep(sleep: sleep)
    }

    /// Returns a body with the events after a position, until the connection's lifetime ends or the server stops.
    func body(_ app: AppName, after start: Int64, _ filter: WebhookFilter, _ slot: Slots<AppName>.Slot) -> ResponseBody
    {
        ResponseBody { writer in
            var position = start
            var elapsed: Duration = .zero
            var silent: Duration = .zero
            var passed = 0
            try await writer.write(ByteBuffer(string: "retry: 1000\n\n"))
            while elapsed < Self.life, !self.pause.isOver {
                let page = try await self.repository.read { [position] view in
                    try view.events(of: app, after: position, limit: Self.batch)
                }
                var buffer = ByteBuffer()
                for positioned in page {
                    position = positioned.position
                    guard positioned.event.passes(filter) else { continue }
                    buffer.writeString("id: \(EventCursor(position, app: app))\n")
                    buffer.writeString("event: \(positioned.event.name.rawValue)\ndata: ")
                    buffer.writeBytes(positioned.event.json)
                    buffer.writeString("\n\n")
                }
                passed = buffer.readableBytes > 0 ? 0 : passed + page.count
                if silent >= Self.silence || passed >= Self.maximumPassed, buffer.readableBytes == 0 {
                    // The cursor is sent too, so that a client whose filter excludes everything does not have to read
                    // these events again.
                    buffer.writeString("id: \(EventCursor(position, app: app))\n: nothing new\n\n")
                }
                if buffer.readableBytes > 0 {
                    silent = .zero
                    passed = 0
                    try await writer.write(buffer)
                }
                // Reading further takes time, and other work must not wait for it.
                let isMore = page.count == Self.batch
                await self.pause.rest(for: isMore ? Self.breath : Self.interval)
                elapsed += isMore ? Self.breath : Self.interval
                if !isMore { silent += Self.interval }
            }
            withExtendedLifetime(slot) {}
            try await writer.finish(nil)
        }
    }
}
