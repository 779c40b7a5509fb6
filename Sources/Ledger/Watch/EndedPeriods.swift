/// The subscriptions whose paid period ended in a stretch of time, as far as they were to renew.
package struct EndedPeriods: Hashable, Sendable {
    /// The renewals that Apple charged in this time.
    package let renewed: Int
    /// The subscriptions that were to renew and have not, of which Apple has said something since their period ended.
    package let heard: Int
    /// How many there are that were to renew and of which Apple has said nothing since.
    package let silent: Int
    /// Some of these, those whose period ended first; the least that an answer about all of them can rest on.
    package let examples: [OriginalTransactionID]

    /// Subscriptions of these numbers.
    package init(renewed: Int, heard: Int, silent: Int, examples: [OriginalTransactionID]) {
        self.renewed = renewed
        self.heard = heard
        self.silent = silent
        self.examples = examples
    }

    /// Where nothing is known.
    package static let none = Self(renewed: 0, heard: 0, silent: 0, examples: [])
}
