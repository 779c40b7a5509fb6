/// A reader of the header field `Retry-After` of Apple's 429 response, which is an instant in milliseconds since 1970.
///
/// A missing or invalid value still results in a pause. No pause is longer than an hour, the window of Apple's limits.
enum RetryAfter {
    /// The default pause if Apple names none, in milliseconds.
    static let usualMilliseconds: Int64 = 60 * 1000
    /// The shortest pause, in milliseconds.
    static let shortestMilliseconds: Int64 = 1000
    /// The longest pause, in milliseconds.
    static let longestMilliseconds: Int64 = 60 * 60 * 1000

    /// Returns the instant until which to wait.
    ///
    /// - Parameters:
    ///   - value: The header's value; `nil` if there is none.
    ///   - now: The App Store's clock, in milliseconds since 1970.
    /// - Returns: An instant of the same clock, between ``shortestMilliseconds`` and ``longestMilliseconds`` from now.
    static func instant(_ value: String?, at now: Int64) -> Int64 {
        let digits = (value ?? "").filter { $0 != " " }
        guard let number = Int64(digits), number >= 0 else { return now + Self.usualMilliseconds }
        let pause: Int64 =
            switch number {
            // A number of seconds, as RFC 9110 defines it. Any plausible instant since 1970 is larger.
            case ..<1_000_000_000: number * 1000
            // An instant in seconds.
            case ..<100_000_000_000: number * 1000 - now
            default: number - now
            }
        return now + min(max(pause, Self.shortestMilliseconds), Self.longestMilliseconds)
    }
}
