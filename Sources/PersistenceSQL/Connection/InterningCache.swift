import Ledger
import Synchronization

/// A cache of the values behind the small numbers of the interning tables.
///
/// A committed number never changes its meaning, so readers share one cache, which never goes stale. The writer has its
/// own and clears it whenever a savepoint is rolled back, because the numbers created within it will be used again.
package final class InterningCache: Sendable {
    /// The sinks of an app; the writer clears them whenever they change.
    let sinks = Cache<Int64, [StoredSink]>()
    /// The numbers of an app and environment.
    let scopes = Cache<ScopeName, Scope>()
    /// The strings by number.
    let internedStrings = Cache<Int64, String>()
    /// The numbers by string.
    let internedStringNumbers = Cache<InternedString, Int64>()
    /// The offers by number.
    let offers = Cache<Int64, Offer>()
    /// The numbers by offer.
    let offerNumbers = Cache<StoredOffer, Int64>()
    /// The terms by number.
    let terms = Cache<Int64, Terms>()
    /// The numbers by terms.
    let termNumbers = Cache<StoredTerms, Int64>()
    /// The numbers of headers by digest.
    let headers = Cache<AppDigest, Int64>()

    /// Creates an empty cache.
    package init() {}

    /// Removes everything.
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

/// The values of lookups by one kind of key.
///
/// Two threads may look up the same key at once; they find the same value.
final class Cache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// The maximum number of entries; beyond it the cache is cleared and filled again.
    private static var maximumCount: Int { 20_000 }

    private let values = Mutex<[Key: Value]>([:])

    /// Returns the value of a key, and looks it up if it is not cached.
    func value(of key: Key, lookUp: () throws -> Value) rethrows -> Value {
        if let known = self.values.withLock({ $0[key] }) { return known }
        let found = try lookUp()
        self.keep(found, for: key)
        return found
    }

    /// Returns the value of a key, and looks it up if it is not cached; a missing value is not cached.
    func value(of key: Key, lookUp: () throws -> Value?) rethrows -> Value? {
        if let known = self.values.withLock({ $0[key] }) { return known }
        guard let found = try lookUp() else { return nil }
        self.keep(found, for: key)
        return found
    }

    /// Removes everything.
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

/// A string of one app, compared byte for byte.
struct InternedString: Hashable, Sendable {
    /// The app's number.
    let app: Int64
    /// The string.
    let text: Identifier<InterningCache>
}

/// A digest of evidence in one app.
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
