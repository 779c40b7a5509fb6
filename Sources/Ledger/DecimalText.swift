/// Formats integers in a small unit as decimal numbers.
package enum DecimalText {
    /// Returns an amount of thousandths with two decimal places, or three where it has them: `-1234.50`, `0.125`.
    package static func amount(_ milliunits: Int64) -> String { Self.text(milliunits, places: 3, atLeast: 2) }

    /// Returns an amount of thousandths with the decimal places of its currency, or more where it has them: `3750`.
    package static func amount(_ milliunits: Int64, in currency: String) -> String {
        Self.text(milliunits, places: 3, atLeast: Money.places(of: currency))
    }

    /// Returns a count of thousandths with as many decimal places as it has: `3`, `-1`, `0.35`.
    package static func units(_ thousandths: Int64) -> String { Self.text(thousandths, places: 3, atLeast: 0) }

    /// Returns a value of millionths with two to six decimal places: `0.0125`, `7.10`.
    package static func rate(_ microunits: Int64) -> String { Self.text(microunits, places: 6, atLeast: 2) }

    /// Returns tenths of a percent: `31.2 %`.
    package static func percent(_ perMille: Int64) -> String { Self.text(perMille, places: 1, atLeast: 1) + " %" }

    /// Returns tenths of a percent without a decimal place that is zero: `30 %`, `31.2 %`.
    package static func shortPercent(_ perMille: Int64) -> String { Self.text(perMille, places: 1, atLeast: 0) + " %" }

    /// Returns an unsigned decimal number as an integer of its smallest place.
    ///
    /// - Parameters:
    ///   - text: The number: `9.99`.
    ///   - digits: The maximum number of digits before the point; at least one is required.
    ///   - places: The maximum number of decimal places, which the integer counts; together with the digits at most 18.
    /// - Returns: The integer, or `nil` when the text is no such number.
    package static func number(_ text: Substring, digits: Int, places: Int) -> Int64? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            (1...digits).contains(parts[0].utf8.count)
        else { return nil }
        let decimals = parts.count == 2 ? parts[1] : "0"
        guard (1...places).contains(decimals.utf8.count) else { return nil }
        return Int64("\(parts[0])\(decimals)\(String(repeating: "0", count: places - decimals.utf8.count))")
    }

    private static func text(_ number: Int64, places: Int, atLeast least: Int) -> String {
        let digits = String(number.magnitude)
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.utf8.count)) + digits
        var decimals = padded.suffix(places)
        while decimals.utf8.count > least, decimals.hasSuffix("0") { decimals.removeLast() }
        let point = decimals.isEmpty ? "" : "."
        return "\(number < 0 ? "-" : "")\(padded.dropLast(places))\(point)\(decimals)"
    }
}
