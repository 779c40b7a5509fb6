/// Reads the header `Retry-After` of Apple's 429, which is an instant in milliseconds since 1970.
///
/// What is missing or senseless still makes a pause, and none lasts longer than Apple's own window, the hour.
enum RetryAfter {
    /// The pause when Apple names none, in milliseconds.
    static let usualMilliseconds: Int64 = 60 * 1000
    /// The shortest pause, in milliseconds.
    static let shortestMilliseconds: Int64 = 1000
    /// The longest pause, in milliseconds.
    static let longestMilliseconds: Int64 = 60 * 60 * 1000

    /// The instant to wait for.
    ///
    /// - Parameters:
    ///   - value: The header's value; nil when there is none.
    ///   - now: The App Store's clock, in milliseconds since 1970.
    /// - Returns: An instant of the same clock, between ``shortestMilliseconds`` and ``longestMilliseconds`` from now.
    static func instant(_ value: String?, at now: Int64) -> Int64 {
        let digits = (value ?? "").filter { $0 != " " }
        guard let number = Int64(digits), number >= 0 else { return now + Self.usualMilliseconds }
        let pause: Int64 =
            switch number {
            // As RFC 9110 has it: a number of seconds. No instant since 1970 of use to anybody is this small.
            case ..<1_000_000_000: number * 1000
            // An instant in seconds.
            case ..<100_000_000_000: number * 1000 - now
            default: number - now
            }
        return now + min(max(pause, Self.shortestMilliseconds), Self.longestMilliseconds)
    }
}
