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
    /// Which: a notification's type or `TYPE/SUBTYPE`, or an operation of the API such as `getTransactionInfo`; all
    /// when absent.
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

extension WorldFault {
    /// The longest time a fault may name, in milliseconds: ten years.
    private static let longest: Int64 = 10 * 365 * 86_400_000

    /// Throws what is wrong with the rule's values.
    func requireSound() throws(WorldError) {
        if let probability = self.probability, !(0...100_000).contains(probability) {
            throw .invalidValue(field: "fault.probability", "\(probability)")
        }
        if let count = self.count, count < 1 { throw .invalidValue(field: "fault.count", "\(count)") }
        if let from = self.from, let until = self.until, from >= until {
            throw .invalidValue(field: "fault.until", "\(until)")
        }
        if let milliseconds = self.milliseconds, !(1...Self.longest).contains(milliseconds) {
            throw .invalidValue(field: "fault.milliseconds", "\(milliseconds)")
        }
        if let status = self.status, !(400...599).contains(status) {
            throw .invalidValue(field: "fault.status", "\(status)")
        }
        if let defect = self.defect, SigningDefect(rawValue: defect) == nil {
            throw .invalidValue(field: "fault.defect", defect)
        }
        switch self.effect {
        case .delay, .burst, .shuffle, .latency, .stale, .reportLate, .reportCorrected:
            guard self.milliseconds != nil else { throw .missingField("fault.milliseconds", action: "addFault") }
        case .drop, .double, .corrupt, .wrongEnvironment, .error, .cut, .rateLimit, .reportSplit, .reportColumn,
            .reportCut:
            break
        }
    }

    /// Reads the short form of a one-shot header: an effect, and after `=` what it needs, such as `error=500/5000001`,
    /// `latency=200`, `stale=60000`, `cut` or `rateLimit`; `nil` for another, and for a value that no rule may have.
    init?(header text: String) {
        let parts = text.split(separator: "=", maxSplits: 1).map { String($0) }
        guard let word = parts.first, let effect = Effect(rawValue: word) else { return nil }
        self.init(effect)
        if parts.count == 2 {
            switch effect {
            case .error:
                let numbers = parts[1].split(separator: "/").map { Int64($0) }
                guard let status = numbers.first ?? nil else { return nil }
                self.status = Int(status)
                self.errorCode = numbers.count > 1 ? numbers[1] : nil
            case .latency, .stale, .reportLate, .reportCorrected:
                guard let milliseconds = Int64(parts[1]) else { return nil }
                self.milliseconds = milliseconds
            default: return nil
            }
        }
        guard (try? self.requireSound()) != nil else { return nil }
    }
}
