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
