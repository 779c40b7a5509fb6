/// A reader of the numbers in Apple's reports, which have a decimal point and no thousands separators.
public enum ReportDecimal {
    /// Returns whether a text that cannot be read in thousandths is a number nevertheless, with more digits than the
    /// type holds.
    static func isTooLarge(_ text: some StringProtocol) -> Bool {
        let whole = text.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
            .prefix { $0 != UInt8(ascii: ".") }
        return whole.count > 15 && whole.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Returns the number in thousandths, exactly: `-0.99` is -990.
    ///
    /// - Parameter text: Digits with an optional sign and an optional decimal point. Decimals after the third must be
    ///   zeros.
    /// - Returns: `nil` for any other text. A text with a comma is refused, because it can separate thousands or
    ///   decimals.
    public static func thousandths(_ text: some StringProtocol) -> Int64? {
        var bytes = Array(text.utf8)[...]
        var isNegative = false
        if let sign = bytes.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            isNegative = sign == UInt8(ascii: "-")
            bytes.removeFirst()
        }
        var magnitude: Int64 = 0
        var digits = 0
        var decimals: Int?
        for byte in bytes {
            if byte == UInt8(ascii: "."), decimals == nil {
                decimals = 0
                continue
            }
            guard (0x30...0x39).contains(byte) else { return nil }
            digits += 1
            if let count = decimals {
                decimals = count + 1
                if count >= 3 {
                    guard byte == 0x30 else { return nil }
                    continue
                }
            }
            let (product, productOverflow) = magnitude.multipliedReportingOverflow(by: 10)
            let (sum, sumOverflow) = product.addingReportingOverflow(Int64(byte - 0x30))
            guard !productOverflow, !sumOverflow else { return nil }
            magnitude = sum
        }
        guard digits > 0 else { return nil }
        for _ in min(decimals ?? 0, 3)..<3 {
            let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
            guard !overflow else { return nil }
            magnitude = product
        }
        return isNegative ? -magnitude : magnitude
    }
}
