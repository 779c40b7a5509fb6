import Hummingbird
import Ledger
import NIOCore
import PurserService
import Synchronization

/// The feed of events to clients that listen (HTML, "Server-sent events"): each with its cursor as the id.
///
/// A connection ends by itself before the deadline of answers, and a listener takes it up again where it ended: so no
/// connection has to be trusted for longer than any other, and a server that stops waits for nobody.
final class EventFeed: Sendable {
    /// The most connections at once.
    static let maximum = 100
    /// The most connections of one app at once, so that no shop takes the slots of another.
    static let maximumOfApp = 50
    /// How long a connection lasts.
    static let life: Duration = .seconds(100)
    /// How often it is looked for new events.
    static let interval: Duration = .milliseconds(200)
    /// How long a listener hears nothing at most.
    private static let silence: Duration = .seconds(15)
    /// The most events read at once.
    private static let batch = 100
    /// How long it rests between two full reads.
    private static let breath: Duration = .milliseconds(2)
    /// After how many events that a filter has kept back a listener is told how far it is.
    private static let maximumPassed = 2000

    private let repository: any Repository
    private let pause: InterruptibleSleep
    private let counts = Mutex<[AppName: Int]>([:])

    /// Connections of what a repository keeps; `sleep` waits by real time.
    init(repository: any Repository, sleep: @escaping @Sendable (Duration) async throws -> Void) {
        self.repository = repository
        self.pause = InterruptibleSleep(sleep: sleep)
    }

    /// One of the slots for connections, given back when nobody holds it any more.
    final class Slot: Sendable {
        private let feed: EventFeed
        private let app: AppName

        fileprivate init(_ feed: EventFeed, _ app: AppName) {
            self.feed = feed
            self.app = app
        }

        deinit {
            self.feed.counts.withLock { $0[self.app, default: 1] -= 1 }
        }
    }

    /// Takes a slot for a connection of an app; `nil` when there is none.
    func take(for app: AppName) -> Slot? {
        let isFree = self.counts.withLock { counts in
            let count = counts[app] ?? 0
            guard count < Self.maximumOfApp, counts.values.reduce(0, +) < Self.maximum else { return false }
            counts[app] = count + 1
            return true
        }
        return isFree ? Slot(self, app) : nil
    }

    /// What comes after a position, until the connection's life or the server's is over.
    func body(_ app: AppName, after start: Int64, _ filter: WebhookFilter, _ slot: Slot) -> ResponseBody {
        ResponseBody { writer in
            var position = start
            var elapsed: Duration = .zero
            var silent: Duration = .zero
            var passed = 0
            try await writer.write(ByteBuffer(string: "retry: 1000\n\n"))
            while elapsed < Self.life, !self.pause.isOver {
                let page = try await self.repository.events(of: app, after: position, limit: Self.batch)
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
                    // The position goes along, so that whoever is told nothing need not look at it all again.
                    buffer.writeString("id: \(EventCursor(position, app: app))\n: nothing new\n\n")
                }
                if buffer.readableBytes > 0 {
                    silent = .zero
                    passed = 0
                    try await writer.write(buffer)
                }
                // Reading on takes time too, and nobody else may be kept waiting meanwhile.
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
