import Hummingbird
import Ledger
package import PurserService
import Synchronization

/// A limiter of the concurrent requests of one caller; further ones wait in the order of their arrival.
///
/// The threads for requests take ready work in turn. Without a limit, a caller with a thousand connections would get a
/// thousand turns for each turn of another caller. A connection has one request in progress in any case: HTTP/1.1
/// responds in the order of the requests (RFC 9112, section 9.3.2), and the server reads the next one after the
/// response.
package final class ConcurrencyLimiter: Sendable {
    /// The maximum for one key: as many as one database transaction can combine efficiently.
    package static let maximumOfKey = 128
    /// The maximum for a publishable key from one address: a household, or a mobile network in a busy second.
    package static let maximumOfAppsAtAddress = 16
    /// The maximum for one of Apple's addresses from one network: enough for a burst of Apple's, which mostly waits for
    /// the disk, and few enough to leave the cores to other requests.
    package static let maximumAtApple = 32

    /// The name under which requests are counted together.
    package struct Name: Hashable, Sendable {
        /// The key, or a placeholder for the configured one.
        package let key: String
        /// The network of the client; `nil` if only the key counts.
        package let network: NetworkAddress?

        /// Creates the name of requests with this key, from one network or from anywhere.
        package init(key: String, network: NetworkAddress? = nil) {
            self.key = key
            self.network = network
        }
    }

    /// The slot of a request among those of its caller.
    fileprivate final class Place: Sendable {
        /// The slot of the current task's request.
        @TaskLocal static var current: Place?

        let requests: ConcurrencyLimiter
        let name: Name
        let maximum: Int
        private let state = Mutex((isHeld: true, wasLent: false))

        init(_ requests: ConcurrencyLimiter, _ name: Name, maximum: Int) {
            self.requests = requests
            self.name = name
            self.maximum = maximum
        }

        /// Whether the request holds the slot and has to release it.
        var isHeld: Bool { self.state.withLock(\.isHeld) }

        /// Lends the slot to others, once for each request; returns whether it did.
        func lend() -> Bool {
            let isLent = self.state.withLock { state in
                if state.wasLent { return false }
                state = (isHeld: false, wasLent: true)
                return true
            }
            if isLent { self.requests.end(self.name) }
            return isLent
        }

        /// Takes a place again, before those that have had none.
        func reclaim() async throws {
            try await self.requests.begin(self.name, maximum: self.maximum, isReturning: true)
            self.state.withLock { $0.isHeld = true }
        }
    }

    /// A waiting request, with the continuation that ends the wait.
    private struct Waiting {
        let number: UInt64
        let turn: AsyncStream<Never>.Continuation
    }

    /// The requests of one caller.
    private struct Line {
        var atWork = 0
        /// The requests that lent their slot while they waited for their bodies.
        var returning: [Waiting] = []
        /// The requests that have had no slot.
        var waiting: [Waiting] = []

        /// Removes and returns the next one.
        mutating func next() -> Waiting? {
            if !self.returning.isEmpty { return self.returning.removeFirst() }
            return self.waiting.isEmpty ? nil : self.waiting.removeFirst()
        }

        /// Removes a request, and returns whether it was still waiting.
        mutating func remove(_ number: UInt64) -> Bool {
            let count = self.returning.count + self.waiting.count
            self.returning.removeAll { $0.number == number }
            self.waiting.removeAll { $0.number == number }
            return self.returning.count + self.waiting.count < count
        }
    }

    private struct State {
        var lines: [Name: Line] = [:]
        var number: UInt64 = 0
    }

    private let state = Mutex(State())

    /// Creates a limiter without requests.
    package init() {}

    /// Runs work as soon as fewer than `maximum` requests of this name are in progress.
    ///
    /// - Throws: The error of the work, or `CancellationError` if the task was canceled while it waited.
    package func whenFree<Outcome>(
        _ name: Name,
        maximum: Int,
        _ work: () async throws -> Outcome
    ) async throws -> Outcome {
        try await self.begin(name, maximum: maximum, isReturning: false)
        let place = Place(self, name, maximum: maximum)
        defer { if place.isHeld { self.end(name) } }
        return try await Place.$current.withValue(place) { try await work() }
    }

    /// Runs the work of a request to one of Apple's addresses, as soon as fewer than `maximumAtApple` of its network
    /// are in progress there; requests from a proxy that names no client are not counted.
    ///
    /// Further ones wait and are not refused, because Apple repeats a refused notification only after an hour. The
    /// connections and the memory for bodies limit how many wait.
    ///
    /// - Throws: The error of the work, or `CancellationError` if the task was canceled while it waited.
    func whenFree<Outcome>(
        at address: StaticString,
        from client: NetworkAddress?,
        _ work: () async throws -> Outcome
    ) async throws -> Outcome {
        guard let client else { return try await work() }
        return try await self.whenFree(
            Name(key: "\(address)", network: client.network),
            maximum: Self.maximumAtApple,
            work
        )
    }

    /// Waits for the body of the current request while others use its slot, and takes a slot again once the body is
    /// complete.
    ///
    /// Otherwise the slow bodies of a few phones would take all slots of their shared address. If the body does not
    /// arrive, no slot is taken, because the request is only refused.
    ///
    /// - Throws: The error of reading, or `CancellationError` if the task was canceled while it waited.
    package static func whileReading<Outcome>(_ read: () async throws -> Outcome) async throws -> Outcome {
        guard let place = Place.current, place.lend() else { return try await read() }
        let outcome = try await read()
        try await place.reclaim()
        return outcome
    }

    private func begin(_ name: Name, maximum: Int, isReturning: Bool) async throws {
        let place = self.state.withLock { state -> (number: UInt64, wait: AsyncStream<Never>)? in
            if state.lines[name, default: Line()].atWork < maximum {
                state.lines[name, default: Line()].atWork += 1
                return nil
            }
            state.number += 1
            let (wait, turn) = AsyncStream<Never>.makeStream()
            let waiting = Waiting(number: state.number, turn: turn)
            if isReturning {
                state.lines[name]?.returning.append(waiting)
            } else {
                state.lines[name]?.waiting.append(waiting)
            }
            return (state.number, wait)
        }
        guard let place else { return }
        // This ends with its turn, or with the task.
        for await _ in place.wait {}
        let isStillWaiting = self.state.withLock { $0.lines[name]?.remove(place.number) ?? false }
        if isStillWaiting { throw CancellationError() }
    }

    /// Gives the slot to the next request, or decreases the count.
    private func end(_ name: Name) {
        let turn = self.state.withLock { state -> AsyncStream<Never>.Continuation? in
            guard var line = state.lines[name] else { return nil }
            defer { state.lines[name] = line.atWork > 0 ? line : nil }
            if let next = line.next() { return next.turn }
            line.atWork -= 1
            return nil
        }
        turn?.finish()
    }
}

/// Limits the concurrent requests of one caller.
struct ConcurrencyLimitMiddleware: RouterMiddleware {
    private let requests = ConcurrencyLimiter()

    /// Passes the request on when it is its turn.
    ///
    /// While it waits for its body (`BodyLimits.withBody`), others use its slot. A request with a streamed response is
    /// in progress until the response begins.
    func handle(
        _ request: Request,
        context: PurserContext,
        next: @concurrent (Request, PurserContext) async throws -> Response
    ) async throws -> Response {
        guard let caller = context.caller else { return try await next(request, context) }
        let key = caller.key?.rawValue ?? "configured:\(context.app?.name.rawValue ?? "")"
        var name = ConcurrencyLimiter.Name(key: key)
        var maximum = ConcurrencyLimiter.maximumOfKey
        if case .publishable = caller.principal {
            // All phones have the same key, and requests from a proxy that names no client may come from any of them.
            guard let network = context.countedClient?.network else { return try await next(request, context) }
            name = ConcurrencyLimiter.Name(key: key, network: network)
            maximum = ConcurrencyLimiter.maximumOfAppsAtAddress
        }
        return try await self.requests.whenFree(name, maximum: maximum) { try await next(request, context) }
    }
}
