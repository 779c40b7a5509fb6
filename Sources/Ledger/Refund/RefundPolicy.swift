/// A refund policy that was published once.
package struct RefundPolicy: Hashable, Sendable {
    /// Its number; the first of an app is 1 and none is left out.
    package let version: Int64
    /// The rules as they were written.
    package let text: String
    /// When it was published.
    package let publishedAt: Instant
    /// Who did it.
    package let publishedBy: String
    /// Why, in his words.
    package let reason: String?
    /// Its trial, where it was published to be tried; otherwise it is in force until the next that is not tried.
    package var trial: RefundTrial?

    /// A policy of these values.
    package init(
        version: Int64,
        text: String,
        publishedAt: Instant,
        publishedBy: String,
        reason: String?,
        trial: RefundTrial? = nil
    ) {
        self.version = version
        self.text = text
        self.publishedAt = publishedAt
        self.publishedBy = publishedBy
        self.reason = reason
        self.trial = trial
    }
}
