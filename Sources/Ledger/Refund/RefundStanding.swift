/// How a refund case stands for the people who look after it.
package enum RefundStanding: String, Hashable, Sendable, CaseIterable {
    /// Apple has asked and is to be answered.
    case requested
    /// A person may decide.
    case held
    /// Apple has received the answer, and has not decided.
    case answered
    /// Nothing may be told.
    case withheld
    /// Nothing was received in time, and nobody listens any more.
    case missed
    /// Nobody listens any more, and nobody knows whether an attempt was received: it was under way when its node died, or
    /// its connection broke.
    case doubtful
    /// Money went back, all of it or a part.
    case refunded
    /// Apple paid back nothing.
    case declined
    /// Apple took its refund back.
    case reversed
    /// What a family shared has ended.
    case revoked
}
