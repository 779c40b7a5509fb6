package import Ledger
import Synchronization

/// The keys that sign passes: two at most are alive, so that a change of keys breaks no pass and no check.
///
/// A key lives for `life`; then a new one is made and published, and signs after `lead`, when everybody who keeps the
/// published keys for a while has it. The one before stays published until the next change.
package final class PassKeyRing: Sendable {
    /// How long a key signs before the next is made.
    package static let life = Span.days(30)
    /// How long a key is published before it signs.
    package static let lead = Span.days(1)

    private let ambient: Ambient
    private let file: PassKeyFile?
    private let keys: Mutex<[PassKey]?>

    /// The keys in the file at a path, which is made when it is first needed; without a path they live in memory only.
    package init(path: String?, ambient: Ambient) {
        self.ambient = ambient
        self.file = path.map(PassKeyFile.init)
        self.keys = Mutex(nil)
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
        return try self.keys.withLock { (kept: inout [PassKey]?) throws(PassError) -> [PassKey] in
            var keys: [PassKey] = []
            if let kept {
                keys = kept
            } else if let file = self.file {
                keys = try file.read()
            }
            let isDue = keys.last.map { $0.createdAt + Self.life <= now } ?? true
            if isDue {
                keys = Array(keys.suffix(1)) + [try PassKey(randomBytes: self.ambient.randomBytes, at: now)]
                try self.file?.write(keys)
            }
            kept = keys
            return keys
        }
    }
}
