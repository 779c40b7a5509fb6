import Ledger

/// A cache of the values behind the small numbers of the interning tables, for one session.
///
/// A committed number never changes its meaning, so the cache of a reader never goes stale. The writer clears its own
/// whenever a savepoint is rolled back, because the numbers created within it will be used again.
package final class InterningCache {
    /// The maximum number of entries of each kind, unless another is given.
    package static let maximumCount = 20_000

    /// The sinks of an app; the writer clears them whenever they change.
    let sinks: Cache<Int64, [NumberedSink]>
    /// How far the figures of an app and environment are summed up by day; only a writer's session has them.
    let figureFolds: Cache<Int64, FigureFold?>
    /// The numbers of apps by name.
    let apps: Cache<AppName, Int64>
    /// The numbers of an app and environment.
    let scopes: Cache<ScopeName, Scope>
    /// The strings by number.
    let internedStrings: Cache<Int64, String>
    /// The numbers by string.
    let internedStringNumbers: Cache<InternedString, Int64>
    /// The offers by number.
    let offers: Cache<Int64, Offer>
    /// The numbers by offer.
    let offerNumbers: Cache<StoredOffer, Int64>
    /// The terms by number.
    let terms: Cache<Int64, Terms>
    /// The numbers by terms.
    let termNumbers: Cache<StoredTerms, Int64>
    /// The numbers of headers by digest.
    let headers: Cache<AppDigest, Int64>

    /// Creates an empty cache for a number of entries of each kind.
    package init(maximumCount: Int = maximumCount) {
        self.sinks = Cache(maximumCount: maximumCount)
        self.figureFolds = Cache(maximumCount: maximumCount)
        self.apps = Cache(maximumCount: maximumCount)
        self.scopes = Cache(maximumCount: maximumCount)
        self.internedStrings = Cache(maximumCount: maximumCount)
        self.internedStringNumbers = Cache(maximumCount: maximumCount)
        self.offers = Cache(maximumCount: maximumCount)
        self.offerNumbers = Cache(maximumCount: maximumCount)
        self.terms = Cache(maximumCount: maximumCount)
        self.termNumbers = Cache(maximumCount: maximumCount)
        self.headers = Cache(maximumCount: maximumCount)
    }

    /// Removes everything.
    func forget() {
        self.sinks.forget()
        self.figureFolds.forget()
        self.apps.forget()
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
final class Cache<Key: Hashable, Value> {
    /// The maximum number of entries; beyond it the cache is cleared and filled again.
    private let maximumCount: Int
    private var values: [Key: Value] = [:]

    /// Creates an empty cache for a number of entries.
    init(maximumCount: Int = .max) {
        self.maximumCount = maximumCount
    }

    /// Returns the value of a key, or `nil` if it is not cached.
    func known(_ key: Key) -> Value? { self.values[key] }

    /// Changes the value of a key in place, if it is cached.
    func change(_ key: Key, _ change: (inout Value) throws -> Void) rethrows {
        guard let place = self.values.index(forKey: key) else { return }
        try change(&self.values.values[place])
    }

    /// Removes the value of a key.
    func forget(_ key: Key) { self.values[key] = nil }

    /// Returns the value of a key, and looks it up if it is not cached.
    func value(of key: Key, lookUp: () throws -> Value) rethrows -> Value {
        if let known = self.values[key] { return known }
        let found = try lookUp()
        self.keep(found, for: key)
        return found
    }

    /// Returns the value of a key, and looks it up if it is not cached; a missing value is not cached.
    func value(of key: Key, lookUp: () throws -> Value?) rethrows -> Value? {
        if let known = self.values[key] { return known }
        guard let found = try lookUp() else { return nil }
        self.keep(found, for: key)
        return found
    }

    /// Removes everything.
    func forget() {
        self.values = [:]
    }

    /// Caches the value of a key.
    func keep(_ value: Value, for key: Key) {
        if self.values.count >= self.maximumCount { self.values = [:] }
        self.values[key] = value
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
