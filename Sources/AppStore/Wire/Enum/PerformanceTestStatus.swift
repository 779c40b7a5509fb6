/// How a performance test of our retention endpoint went.
public struct PerformanceTestStatus: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// A value, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension PerformanceTestStatus {
    /// It is still running.
    public static let pending = PerformanceTestStatus(rawValue: "PENDING")
    /// It met the thresholds.
    public static let pass = PerformanceTestStatus(rawValue: "PASS")
    /// It did not meet the thresholds.
    public static let fail = PerformanceTestStatus(rawValue: "FAIL")

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [PerformanceTestStatus] = [.pending, .pass, .fail]
}
