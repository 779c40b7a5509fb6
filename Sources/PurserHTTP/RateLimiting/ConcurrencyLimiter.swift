import Hummingbird
import Ledger
package import PurserService
import Synchronization

/// Lets a bounded number of one caller's requests be at work at once; further ones wait in the order in which they
/// came.
///
/// The threads for requests take what is ready in turn. Without a bound, a caller with a thousand connections would
/// have a thousand turns for each one that another caller has. One connection has one request at work in any case:
/// HTTP/1.1 answers in the order of the requests (RFC 9112, section 9.3.2), and the server reads the next one after the
/// answer.
package final class ConcurrencyLimiter: Sendable {
    /// How many requests with one key: as many as one transaction of the database can take together with good effect.
    package static let maximumOfKey = 128
    /// How many requests with a publishable key from one address: a household's, or a mobile network's in a busy
    /// second.
    package static let maximumOfAppsAtAddress = 16
    /// How many requests at one of Apple's addresses from one network: enough for a burst of Apple's, which mostly
    /// waits for the disk, and few enough for a stranger's to leave the cores to others.
    package static let maximumAtApple = 32

    /// Whose requests are counted together.
    package struct Name: Hashable, Sendable {
        /// The key, or what stands for the one in the configuration.
        package let key: String
        /// Where the request came from; `nil` where the key alone counts.
        package let network: NetworkAddress?

        /// Requests with this key, from one network or from anywhere.
        package init(key: String, network: NetworkAddress? = nil) {
            self.key = key
            self.network = network
        }
    }

    /// A request's place among those of one caller that are at work.
    fileprivate final class Place: Sendable {
        /// The place of the current task's request.
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

        /// Whether the request has the place and has to give it back.
        var isHeld: Bool { self.state.withLock(\.isHeld) }

        /// Gives the place to others, once for each request; says whether it did.
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

    /// A request that waits, with what ends the wait.
    private struct Waiting {
        let number: UInt64
        let turn: AsyncStream<Never>.Continuation
    }

    /// The requests of one caller.
    private struct Line {
        var atWork = 0
        /// Those that had a place and gave it to others while they waited for their bodies.
        var returning: [Waiting] = []
        /// Those that have had none.
        var waiting: [Waiting] = []

        /// The next one, which is taken out.
        mutating func next() -> Waiting? {
            if !self.returning.isEmpty { return self.returning.removeFirst() }
            return self.waiting.isEmpty ? nil : self.waiting.removeFirst()
        }

        /// Takes one out, and says whether it was still waiting.
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

    /// Nothing is at work.
    package init() {}

    /// Does work as soon as fewer than `maximum` requests of this name are at work.
    ///
    /// - Throws: What the work throws, and `CancellationError` where the task was canceled while it waited.
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

    /// Does work for what was posted to one of Apple's addresses, as soon as fewer than `maximumAtApple` of its network
    /// are at work there; what comes from a proxy that names nobody may be anybody's, and is not counted.
    ///
    /// Further ones wait and are not refused, because Apple repeats a refused notification only after an hour. The
    /// connections and the memory for bodies bound how many wait.
    ///
    /// - Throws: What the work throws, and `CancellationError` where the task was canceled while it waited.
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

    /// Waits for the body of the current request while others have its place, and takes the place again once the body
    /// is whole.
    ///
    /// Otherwise the slow bodies of a few phones would take all places of the address that they share. Where the body
    /// does not come, the place is not taken again: nothing is left but to refuse the request.
    ///
    /// - Throws: What the reading throws, and `CancellationError` where the task was canceled while it waited.
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
        // Ends with its turn, and with the task.
        for await _ in place.wait {}
        let isStillWaiting = self.state.withLock { $0.lines[name]?.remove(place.number) ?? false }
        if isStillWaiting { throw CancellationError() }
    }

    /// Gives the turn to the next one, or counts one less.
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

/// Bounds how many requests of one caller are at work at once.
struct ConcurrencyLimitMiddleware: RouterMiddleware {
    private let requests = ConcurrencyLimiter()

    /// Passes the request on when it is its turn.
    ///
    /// While it waits for its body (`BodyLimits.withBody`), others have its place.
    /// What streams its answer is at work until the answer begins.
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
            // All phones have the same key, and what comes from a proxy that names nobody may be any of them.
            guard let network = context.countedClient?.network else { return try await next(request, context) }
            name = ConcurrencyLimiter.Name(key: key, network: network)
            maximum = ConcurrencyLimiter.maximumOfAppsAtAddress
        }
        return try await self.requests.whenFree(name, maximum: maximum) { try await next(request, context) }
    }
}
