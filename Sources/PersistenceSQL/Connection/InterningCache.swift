import Ledger
import Synchronization

/// A memory of what the small numbers of the interning tables stand for.
///
/// What has been committed never changes, so readers share one and it never goes stale. The writer has its own, which
/// it forgets whenever a savepoint is rolled back, because the numbers given out inside it will be given out again.
package final class InterningCache: Sendable {
    /// Everybody in an app who is told; forgotten by itself whenever that changes.
    let sinks = Cache<Int64, [StoredSink]>()
    /// The numbers of an app and environment.
    let scopes = Cache<ScopeName, Scope>()
    /// The spellings that numbers stand for.
    let internedStrings = Cache<Int64, String>()
    /// The numbers that stand for spellings.
    let internedStringNumbers = Cache<InternedString, Int64>()
    /// The offers that numbers stand for.
    let offers = Cache<Int64, Offer>()
    /// The numbers that stand for offers.
    let offerNumbers = Cache<StoredOffer, Int64>()
    /// The terms that numbers stand for.
    let terms = Cache<Int64, Terms>()
    /// The numbers that stand for terms.
    let termNumbers = Cache<StoredTerms, Int64>()
    /// The numbers of headers.
    let headers = Cache<AppDigest, Int64>()

    /// Nothing remembered yet.
    package init() {}

    /// Forgets everything.
    func forget() {
        self.sinks.forget()
        self.scopes.forget()
        self.internedStrings.forget()
        self.internedStringNumbers.forget()
        self.offers.forget()
        self.offerNumbers.forget()
        self.terms.forget()
        self.termNumbers.forget()
        self.headers.forget()
    }
}

/// What was looked up by one kind of key, so that it need not be looked up again.
///
/// Two threads may look the same up at once; they find the same.
final class Cache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// The most entries kept; beyond it all are forgotten and read again when needed.
    private static var maximumCount: Int { 20_000 }

    private let values = Mutex<[Key: Value]>([:])

    /// Returns the value of a key, looked up if it is not remembered.
    func value(of key: Key, lookUp: () throws -> Value) rethrows -> Value {
        if let known = self.values.withLock({ $0[key] }) { return known }
        let found = try lookUp()
        self.keep(found, for: key)
        return found
    }

    /// Returns the value of a key, looked up if it is not remembered; that there is none is not remembered.
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

/// A spelling in one app, compared byte for byte.
struct InternedString: Hashable, Sendable {
    /// The app's number.
    let app: Int64
    /// The spelling.
    let text: Identifier<InterningCache>
}

/// A digest in one app.
struct AppDigest: Hashable, Sendable {
    /// The app's number.
    let app: Int64
    /// The digest.
    let digest: EvidenceDigest
}

/// The numbers of one environment of one app.
struct Scope: Hashable, Sendable {
    /// The number of the app and environment together.
    let number: Int64
    /// The number of the app.
    let app: Int64
}

/// One environment of one app, within which Apple's ids are unique.
struct ScopeName: Hashable, Sendable {
    /// The app.
    let app: AppName
    /// The environment.
    let environment: StoreEnvironment
}
