/// A rule by which the store misbehaves, on the way to the app's server or in its own answers.
public struct WorldFault: Hashable, Sendable, Codable {
    /// What goes wrong.
    public enum Effect: String, Hashable, Sendable, Codable, CaseIterable {
        // On the way to the app's server.

        /// A notification comes later.
        case delay
        /// An attempt to deliver is lost, and counts as failed.
        case drop
        /// A notification comes twice.
        case double
        /// Notifications come up to so much later, each by another length, and so in another order.
        case shuffle
        /// Notifications are held, and all come at once whenever so much time has passed.
        case burst
        /// What is signed is wrong: one byte is changed, or another defect that is named.
        case corrupt
        /// The payload names the other environment.
        case wrongEnvironment

        // In the answers of Apple's API.

        /// An answer has another status and error code.
        case error
        /// An answer comes later, in wall-clock time.
        case latency
        /// A body ends in its middle.
        case cut
        /// A 429 with its `Retry-After`.
        case rateLimit
        /// An answer shows the state of a while ago.
        case stale

        // In App Store Connect's reports.

        /// A report is made later than usual.
        case reportLate
        /// A report lacks its last row at first.
        case reportCorrected
        /// Rows are told apart by the customer's device.
        case reportSplit
        /// There is a column that nobody expects, amid the others.
        case reportColumn
        /// The compressed file ends in its middle.
        case reportCut
    }

    /// The names of a rule's fields.
    enum CodingKeys: String, CodingKey, CaseIterable {
        case effect, match, probability, count, from, until, milliseconds, status, errorCode, defect
    }

    /// What goes wrong.
    public var effect: Effect
    /// Which: a notification's type or `TYPE/SUBTYPE`, or an operation of the API such as `getTransactionInfo`; all when absent.
    public var match: String?
    /// How often, in thousandths of a percent; always when absent.
    ///
    /// The world's seed decides.
    public var probability: Int?
    /// How many times at most.
    public var count: Int?
    /// The first instant it is in force, in milliseconds since 1970.
    public var from: Int64?
    /// The instant from which it is no longer.
    public var until: Int64?
    /// A length in milliseconds: of a delay, a latency, or how stale.
    public var milliseconds: Int64?
    /// The HTTP status of an error.
    public var status: Int?
    /// Apple's error code of an error, such as 5000001.
    public var errorCode: Int64?
    /// How a payload is corrupted: the name of a ``SigningDefect``; one changed byte when absent.
    public var defect: String?

    /// A rule with this effect and no limits.
    public init(_ effect: Effect) {
        self.effect = effect
    }
}
