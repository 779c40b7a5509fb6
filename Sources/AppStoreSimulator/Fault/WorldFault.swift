/// A fault: a rule by which the store misbehaves, in deliveries to the app's server or in its own responses.
public struct WorldFault: Hashable, Sendable, Codable {
    /// The effect of the fault.
    public enum Effect: String, Hashable, Sendable, Codable, CaseIterable {
        // Effects on deliveries to the app's server.

        /// Delays a notification.
        case delay
        /// Loses a delivery attempt, which counts as failed.
        case drop
        /// Delivers a notification twice.
        case double
        /// Delays each notification by a different random length up to the limit, which changes their order.
        case shuffle
        /// Holds notifications and delivers all of them together, once in each interval.
        case burst
        /// Corrupts the signed data: changes one byte, or applies the named defect.
        case corrupt
        /// Names the other environment in the payload.
        case wrongEnvironment

        // Effects on responses of Apple's API.

        /// Responds with another status and error code.
        case error
        /// Delays a response, in wall-clock time.
        case latency
        /// Cuts a response body in its middle.
        case cut
        /// Responds with 200 and a web page, as Apple's front servers did during an outage.
        case webPage
        /// Responds with 429 and `Retry-After`.
        case rateLimit
        /// Responds with an earlier state of the world.
        case stale

        // Effects on App Store Connect's reports.

        /// Makes a report available later than usual.
        case reportLate
        /// Omits the last row of a report at first.
        case reportCorrected
        /// Splits rows by the customer's device.
        case reportSplit
        /// Inserts an unexpected column between the others.
        case reportColumn
        /// Cuts the compressed file in its middle.
        case reportCut
    }

    /// The names of a fault's fields.
    enum CodingKeys: String, CodingKey, CaseIterable {
        case effect, match, probability, count, from, until, milliseconds, status, errorCode, defect
    }

    /// The effect of the fault.
    public var effect: Effect
    /// What the fault applies to: a notification's type or `TYPE/SUBTYPE`, or an operation of the API such as
    /// `getTransactionInfo`; everything when absent.
    public var match: String?
    /// The probability of each occurrence, in thousandths of a percent; always when absent.
    ///
    /// The world's seed decides each case.
    public var probability: Int?
    /// The maximum number of occurrences.
    public var count: Int?
    /// The first instant at which the fault is active, in milliseconds since 1970.
    public var from: Int64?
    /// The instant from which on the fault is no longer active.
    public var until: Int64?
    /// A duration in milliseconds: of a delay or a latency, or the age of a stale state.
    public var milliseconds: Int64?
    /// The HTTP status of an error.
    public var status: Int?
    /// Apple's error code of an error, such as 5000001.
    public var errorCode: Int64?
    /// The way a payload is corrupted: the name of a ``SigningDefect``; one changed byte when absent.
    public var defect: String?

    /// Creates a fault with this effect and no limits.
    public init(_ effect: Effect) {
        self.effect = effect
    }
}

extension WorldFault {
    /// The longest duration that a fault may name, in milliseconds: ten years.
    private static let longest: Int64 = 10 * 365 * 86_400_000

    /// Throws an error when a value of the fault is invalid.
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
        case .drop, .double, .corrupt, .wrongEnvironment, .error, .cut, .webPage, .rateLimit, .reportSplit,
            .reportColumn, .reportCut:
            break
        }
    }

    /// Parses the short form in a one-shot header: an effect, and after `=` its value, such as `error=500/5000001`,
    /// `latency=200`, `stale=60000`, `cut` or `rateLimit`.
    ///
    /// Returns `nil` for other text and for invalid values.
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
