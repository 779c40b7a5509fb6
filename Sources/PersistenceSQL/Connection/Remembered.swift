import Synchronization

/// What was looked up by one kind of key, so that it need not be looked up again.
///
/// Two threads may look the same up at once; they find the same.
final class Remembered<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// The most entries kept; beyond it all are forgotten and read again when needed.
    private static var maximumCount: Int { 20_000 }

    private let values = Mutex<[Key: Value]>([:])

    /// The value of a key, looked up if it is not remembered.
    func value(of key: Key, lookUp: () throws -> Value) rethrows -> Value {
        if let known = self.values.withLock({ $0[key] }) { return known }
        let found = try lookUp()
        self.keep(found, for: key)
        return found
    }

    /// The value of a key, looked up if it is not remembered; that there is none is not remembered.
    func value(of key: Key, lookUp: () throws -> Value?) rethrows -> Value? {
        if let known = self.values.withLock({ $0[key] }) { return known }
        guard let found = try lookUp() else { return nil }
        self.keep(found, for: key)
        return found
    }

    /// Forgets everything.
    func forget() {
        self.values.withLock { $0 = [:] }
    }

    private func keep(_ value: Value, for key: Key) {
        self.values.withLock { values in
            if values.count >= Self.maximumCount { values = [:] }
            values[key] = value
        }
    }
}
