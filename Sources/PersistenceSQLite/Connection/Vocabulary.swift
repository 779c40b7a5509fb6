import Ledger
import Synchronization

/// A memory of what the small numbers of the interning tables stand for.
///
/// What has been committed never changes, so readers share one and it never goes stale. The writer has its own, which it
/// forgets whenever a savepoint is rolled back, because the numbers given out inside it will be given out again.
final class Vocabulary: Sendable {
    /// The most entries remembered of one kind; beyond it everything is forgotten and read again when needed.
    private static let maximumCount = 20000

    /// Everything remembered.
    private struct Memory {
        var scopes: [ScopeName: Scope] = [:]
        var words: [Int64: String] = [:]
        var wordNumbers: [AppWord: Int64] = [:]
        var offers: [Int64: Offer] = [:]
        var offerNumbers: [StoredOffer: Int64] = [:]
        var terms: [Int64: Terms] = [:]
        var termNumbers: [StoredTerms: Int64] = [:]
        var headers: [AppDigest: Int64] = [:]
        var sinks: [Int64: [StoredSink]] = [:]
    }

    private let memory = Mutex(Memory())

    /// Forgets everything.
    func forget() {
        self.memory.withLock { $0 = Memory() }
    }

    /// Everybody in an app who is told; forgotten by ``forgetSinks()`` whenever that changes.
    func sinks(of app: Int64, lookUp: () throws -> [StoredSink]) rethrows -> [StoredSink] {
        if let known = self.memory.withLock({ $0.sinks[app] }) { return known }
        let found = try lookUp()
        self.memory.withLock { $0.sinks[app] = found }
        return found
    }

    /// Forgets who is told.
    func forgetSinks() {
        self.memory.withLock { $0.sinks = [:] }
    }

    /// The numbers of an app and environment.
    func scope(_ name: ScopeName, lookUp: () throws -> Scope?) rethrows -> Scope? {
        if let known = self.memory.withLock({ $0.scopes[name] }) { return known }
        guard let found = try lookUp() else { return nil }
        self.memory.withLock { $0.scopes[name] = found }
        return found
    }

    /// The spelling that a number stands for.
    func word(_ number: Int64, lookUp: () throws -> String?) rethrows -> String? {
        if let known = self.memory.withLock({ $0.words[number] }) { return known }
        guard let found = try lookUp() else { return nil }
        self.memory.withLock { memory in
            if memory.words.count >= Self.maximumCount { memory.words = [:] }
            memory.words[number] = found
        }
        return found
    }

    /// The number that stands for a spelling.
    func number(of word: AppWord, lookUp: () throws -> Int64) rethrows -> Int64 {
        if let known = self.memory.withLock({ $0.wordNumbers[word] }) { return known }
        let found = try lookUp()
        self.memory.withLock { memory in
            if memory.wordNumbers.count >= Self.maximumCount { memory.wordNumbers = [:] }
            memory.wordNumbers[word] = found
        }
        return found
    }

    /// The offer that a number stands for.
    func offer(_ number: Int64, lookUp: () throws -> Offer?) rethrows -> Offer? {
        if let known = self.memory.withLock({ $0.offers[number] }) { return known }
        guard let found = try lookUp() else { return nil }
        self.memory.withLock { memory in
            if memory.offers.count >= Self.maximumCount { memory.offers = [:] }
            memory.offers[number] = found
        }
        return found
    }

    /// The number that stands for an offer.
    func number(of offer: StoredOffer, lookUp: () throws -> Int64) rethrows -> Int64 {
        if let known = self.memory.withLock({ $0.offerNumbers[offer] }) { return known }
        let found = try lookUp()
        self.memory.withLock { memory in
            if memory.offerNumbers.count >= Self.maximumCount { memory.offerNumbers = [:] }
            memory.offerNumbers[offer] = found
        }
        return found
    }

    /// The terms that a number stands for.
    func terms(_ number: Int64, lookUp: () throws -> Terms?) rethrows -> Terms? {
        if let known = self.memory.withLock({ $0.terms[number] }) { return known }
        guard let found = try lookUp() else { return nil }
        self.memory.withLock { memory in
            if memory.terms.count >= Self.maximumCount { memory.terms = [:] }
            memory.terms[number] = found
        }
        return found
    }

    /// The number that stands for terms.
    func number(of terms: StoredTerms, lookUp: () throws -> Int64) rethrows -> Int64 {
        if let known = self.memory.withLock({ $0.termNumbers[terms] }) { return known }
        let found = try lookUp()
        self.memory.withLock { memory in
            if memory.termNumbers.count >= Self.maximumCount { memory.termNumbers = [:] }
            memory.termNumbers[terms] = found
        }
        return found
    }

    /// The number of a header.
    func number(of header: AppDigest, lookUp: () throws -> Int64) rethrows -> Int64 {
        if let known = self.memory.withLock({ $0.headers[header] }) { return known }
        let found = try lookUp()
        self.memory.withLock { memory in
            if memory.headers.count >= Self.maximumCount { memory.headers = [:] }
            memory.headers[header] = found
        }
        return found
    }
}
