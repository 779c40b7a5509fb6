package import Ledger
package import Logging
import Synchronization

/// The keys that sign passes, at most two of them valid at a time, so that a rotation invalidates no pass.
///
/// A key signs for `life`. Then the ring creates and publishes its successor, which signs after `lead`, when every
/// client that caches the published keys has it. The ring publishes the predecessor until the next rotation. Where a
/// rotation fails, the existing keys stay in use and the ring tries again after `pause`.
package final class PassKeyRing: Sendable {
    /// The time for which a key signs before its successor is created.
    package static let life = Span.days(30)
    /// The time for which a key is published before it signs.
    package static let lead = Span.days(1)

    /// The time between a failed rotation and the next attempt.
    package static let pause = Span.minutes(1)

    private struct State {
        /// The valid keys; `nil` before they were read.
        var keys: [PassKey]?
        /// The instant at which a failed rotation is tried again.
        var retryAt: Instant?
    }

    private let ambient: Ambient
    private let file: PassKeyFile?
    private let derive: (@Sendable (_ term: Int64) throws(PassError) -> [UInt8])?
    private let logger: Logger?
    private let state: Mutex<State>

    /// Creates a ring whose keys are stored in the file at `path`, which is created when first needed; without a path
    /// the keys are kept in memory only.
    ///
    /// `ambient` provides real time, whatever clock the ledger follows, because clients verify a pass by real time.
    package init(path: String?, ambient: Ambient, logger: Logger? = nil) {
        self.ambient = ambient
        self.file = path.map(PassKeyFile.init)
        self.derive = nil
        self.logger = logger
        self.state = Mutex(State())
    }

    /// Creates a ring whose keys every node of the same ledger derives for itself, identical on each node.
    ///
    /// A key signs for one term of `life`, counted from the Unix epoch. It is published from `lead` before its term
    /// until its second successor is published. The ring stores nothing.
    ///
    /// - Parameters:
    ///   - ambient: Provides real time.
    ///   - derive: Returns thirty-two secret bytes for a term's number.
    package init(ambient: Ambient, derive: @escaping @Sendable (_ term: Int64) throws(PassError) -> [UInt8]) {
        self.ambient = ambient
        self.file = nil
        self.derive = derive
        self.logger = nil
        self.state = Mutex(State())
    }

    /// Returns the published keys, oldest first.
    package func published() throws(PassError) -> [PassKey] {
        try self.alive()
    }

    /// Returns the key that signs now.
    func signing() throws(PassError) -> PassKey {
        let alive = try self.alive()
        let newest = alive[alive.count - 1]
        let isYoung = self.ambient.now() < newest.createdAt + Self.lead
        return isYoung && alive.count > 1 ? alive[alive.count - 2] : newest
    }

    /// Returns the valid keys, at least one; creates a key that is due.
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
                // A pass that is signed with an overdue key is better than none.
                guard !keys.isEmpty else { throw error }
                state.retryAt = now + Self.pause
                self.logger?.error(
                    "The rotation of the pass keys failed. The existing keys stay in use; the server tries again.",
                    metadata: ["code": "\(error.code)", "remedy": "\(error.remedy)"]
                )
                return keys
            }
        }
    }

    /// Returns the keys of the terms around an instant.
    private func alive(
        at now: Instant,
        _ derive: (_ term: Int64) throws(PassError) -> [UInt8]
    ) throws(PassError) -> [PassKey] {
        // The newest published key: that of the term that begins after `lead`.
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
