/// How much of a period has passed.
package enum ElapsedShare {
    /// The share of a period that had passed when Apple signed a request, in thousandths of a percent, cut off.
    ///
    /// An earlier period has passed wholly; a renewal that is signed before its period begins has not begun. A period of no
    /// length has passed.
    ///
    /// - Parameters:
    ///   - instant: When the request was signed.
    ///   - beginning: When the period of that very transaction began.
    ///   - end: When it ends.
    /// - Returns: The share, from 0 to 100000.
    package static func milliunits(at instant: Instant, from beginning: Instant, to end: Instant) -> Int64 {
        if instant >= end { return RuleValue.wholeShare }
        if instant <= beginning { return 0 }
        let passed = Int128(instant.milliseconds) - Int128(beginning.milliseconds)
        let length = Int128(end.milliseconds) - Int128(beginning.milliseconds)
        return Int64(passed * Int128(RuleValue.wholeShare) / length)
    }
}
