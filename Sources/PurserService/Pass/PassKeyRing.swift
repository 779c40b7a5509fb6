package import Ledger
package import Logging
import Synchronization

/// The keys that sign passes: two at most are alive, so that a change of keys breaks no pass and no check.
///
/// A key lives for `life`; then a new one is made and published, and signs after `lead`, when everybody who keeps the
/// published keys for a while has it. The one before stays published until the next change. Where a new one cannot be
/// made or kept, the ones that are there go on, and it is tried again.
package final class PassKeyRing: Sendable {
    /// How long a key signs before the next is made.
    package static let life = Span.days(30)
    /// How long a key is published before it signs.
    package static let lead = Span.days(1)

    /// How long a change of keys that failed is left alone.
    package static let pause = Span.minutes(1)

    private struct State {
        /// The keys that are alive; `nil` before they were read.
        var keys: [PassKey]?
        /// When a change of keys that failed is tried again.
        var retryAt: Instant?
    }

    private let ambient: Ambient
    private let file: PassKeyFile?
    private let derive: (@Sendable (_ term: Int64) throws(PassError) -> [UInt8])?
    private let logger: Logger?
    private let state: Mutex<State>

    /// The keys in the file at a path, which is made when it is first needed; without a path they live in memory only.
    ///
    /// The ambient's time is real time, whatever clock the ledger follows: whoever checks a pass goes by his own.
    package init(path: String?, ambient: Ambient, logger: Logger? = nil) {
        self.ambient = ambient
        self.file = path.map(PassKeyFile.init)
        self.derive = nil
        self.logger = logger
        self.state = Mutex(State())
    }

    /// Keys that every node of the same ledger makes for itself, and that are the same on each.
    ///
    /// A key signs for one term of `life`, counted from the beginning of Unix time, and is published from `lead` before
    /// it until the next but one is. Nothing of it is kept.
    ///
    /// - Parameters:
    ///   - ambient: Its time is real time.
    ///   - derive: Thirty-two bytes that belong to a term's number and that nobody else can tell.
    package init(ambient: Ambient, derive: @escaping @Sendable (_ term: Int64) throws(PassError) -> [UInt8]) {
        self.ambient = ambient
        self.file = nil
        self.derive = derive
        self.logger = nil
        self.state = Mutex(State())
    }

    /// The keys that are published, oldest first.
    package func published() throws(PassError) -> [PassKey] {
        try self.alive()
    }

    /// The key that signs now.
    func signing() throws(PassError) -> PassKey {
        let alive = try self.alive()
        let newest = alive[alive.count - 1]
        let isYoung = self.ambient.now() < newest.createdAt + Self.lead
        return isYoung && alive.count > 1 ? alive[alive.count - 2] : newest
    }

    /// The keys that are alive, never none; makes one that is due.
    private func alive() throws(PassError) -> [PassKey] {
        let now = self.ambient.now()
        if let derive = self.derive { return try self.alive(at: now, derive) }
        return try self.state.withLock { (state: inout State) throws(PassError) -> [PassKey] in
            var keys: [PassKey] = []
            if let known = state.keys {
                keys = known
            } else if let file = self.file {
                keys = try file.read()
                if !keys.isEmpty { state.keys = keys }
            }
            let isDue = keys.last.map { $0.createdAt + Self.life <= now } ?? true
            if !isDue { return keys }
            if let retryAt = state.retryAt, now < retryAt, !keys.isEmpty { return keys }
            do throws(PassError) {
                let next = Array(keys.suffix(1)) + [try PassKey(randomBytes: self.ambient.randomBytes, at: now)]
                try self.file?.write(next)
                state = State(keys: next)
                return next
            } catch {
                // Passes that are signed with a key too old are better than none.
                guard !keys.isEmpty else { throw error }
                state.retryAt = now + Self.pause
                self.logger?.error(
                    "The keys that sign passes are due for a change, which failed. The ones before go on; it is tried again.",
                    metadata: ["code": "\(error.code)", "remedy": "\(error.remedy)"]
                )
                return keys
            }
        }
    }

    /// The keys of the terms around an instant.
    private func alive(
        at now: Instant,
        _ derive: (_ term: Int64) throws(PassError) -> [UInt8]
    ) throws(PassError) -> [PassKey] {
        // The newest that is published: the term that comes after `lead`.
        let newest = (now + Self.lead).milliseconds / Self.life.milliseconds
        return try self.state.withLock { (state: inout State) throws(PassError) -> [PassKey] in
            let published = { (term: Int64) in Instant(milliseconds: term * Self.life.milliseconds) - Self.lead }
            if let known = state.keys, known.last?.createdAt == published(newest) { return known }
            var keys: [PassKey] = []
            for term in [newest - 1, newest] {
                guard
                    let key = PassKey(rawRepresentation: try derive(term), createdAt: published(term))
                else { throw .signing }
                keys.append(key)
            }
            state.keys = keys
            return keys
        }
    }
}
