package import Ledger

/// Somebody who is told of events and remembers all of them: once a lane's event has arrived, no earlier one may arrive
/// for the first time.
package struct CrashSink: Sendable {
    private var seen: [Lane: [Event]] = [:]

    /// Nothing seen yet.
    package init() {}

    /// Takes an event, seen before or not.
    package mutating func take(_ event: Event) throws {
        let known = self.seen[event.lane] ?? []
        if event.number <= Int64(known.count) {
            try CrashViolation.require(
                event.number >= 1 && known[Int(event.number) - 1] == event,
                .sinkSeesAll,
                "event \(event.number) of \(event.lane.subject) is another one than the first time"
            )
            return
        }
        try CrashViolation.require(
            event.number == Int64(known.count) + 1,
            .sinkSeesAll,
            "event \(event.number) of \(event.lane.subject) came after \(known.count)"
        )
        self.seen[event.lane] = known + [event]
    }

    /// The events of a lane, as they arrived first.
    package func events(of lane: Lane) -> [Event] { self.seen[lane] ?? [] }

    /// The lanes of which anything was seen.
    package var lanes: Set<Lane> { Set(self.seen.keys) }
}
