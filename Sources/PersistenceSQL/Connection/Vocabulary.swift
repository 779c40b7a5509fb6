import Ledger

/// A memory of what the small numbers of the interning tables stand for.
///
/// What has been committed never changes, so readers share one and it never goes stale. The writer has its own, which it
/// forgets whenever a savepoint is rolled back, because the numbers given out inside it will be given out again.
package final class Vocabulary: Sendable {
    /// Everybody in an app who is told; forgotten by itself whenever that changes.
    let sinks = Remembered<Int64, [StoredSink]>()
    /// The numbers of an app and environment.
    let scopes = Remembered<ScopeName, Scope>()
    /// The spellings that numbers stand for.
    let words = Remembered<Int64, String>()
    /// The numbers that stand for spellings.
    let wordNumbers = Remembered<AppWord, Int64>()
    /// The offers that numbers stand for.
    let offers = Remembered<Int64, Offer>()
    /// The numbers that stand for offers.
    let offerNumbers = Remembered<StoredOffer, Int64>()
    /// The terms that numbers stand for.
    let terms = Remembered<Int64, Terms>()
    /// The numbers that stand for terms.
    let termNumbers = Remembered<StoredTerms, Int64>()
    /// The numbers of headers.
    let headers = Remembered<AppDigest, Int64>()

    /// Nothing remembered yet.
    package init() {}

    /// Forgets everything.
    func forget() {
        self.sinks.forget()
        self.scopes.forget()
        self.words.forget()
        self.wordNumbers.forget()
        self.offers.forget()
        self.offerNumbers.forget()
        self.terms.forget()
        self.termNumbers.forget()
        self.headers.forget()
    }
}
