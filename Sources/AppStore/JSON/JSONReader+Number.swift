extension JSONReader {
    /// Reads a number as an integer.
    ///
    /// Apple's own tools have sent exponents, fractions, and negative values in integer fields, so this method accepts
    /// them and truncates a fraction toward zero. It refuses a number that does not fit in 64 bits.
    package mutating func readInt64() throws(JSONError) -> Int64 {
        let start = self.position
        let isNegative = self.next == UInt8(ascii: "-")
        var offset = isNegative ? start + 1 : start
        let firstDigit = offset
        var value: Int64 = 0
        var digit = self.byte(at: offset) &- 0x30
        // Eighteen digits always fit, and a leading zero is valid only on its own.
        while digit < 10, offset - firstDigit < 18 {
            value = value &* 10 &+ Int64(digit)
            offset += 1
            digit = self.byte(at: offset) &- 0x30
        }
        let length = offset - firstDigit
        let after = self.byte(at: offset)
        let isPlain = length > 0 && (length == 1 || self.byte(at: firstDigit) != 0x30)
        guard isPlain, digit >= 10, after != UInt8(ascii: "."), after | 0x20 != UInt8(ascii: "e") else {
            return try self.readDecimal()
        }
        self.position = offset
        return isNegative ? -value : value
    }

    /// Reads a number as a 32-bit integer, with the tolerance of `readInt64()`.
    package mutating func readInt32() throws(JSONError) -> Int32 {
        let start = self.position
        guard let value = Int32(exactly: try self.readInt64()) else {
            throw JSONError(.numberOutOfRange, offset: start)
        }
        return value
    }

    /// Advances past a number and checks its syntax.
    mutating func scanNumber() throws(JSONError) -> NumberToken {
        let start = self.position
        let isNegative = self.next == UInt8(ascii: "-")
        if isNegative { self.position += 1 }
        let integer = self.position
        if self.next == UInt8(ascii: "0") {
            self.position += 1
        } else {
            try self.scanDigits()
        }
        let integerEnd = self.position
        var fraction = integerEnd..<integerEnd
        if self.next == UInt8(ascii: ".") {
            self.position += 1
            try self.scanDigits()
            fraction = (integerEnd + 1)..<self.position
        }
        var exponent = 0
        if self.next | 0x20 == UInt8(ascii: "e") {
            self.position += 1
            let sign = self.next
            if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { self.position += 1 }
            let digits = self.position
            try self.scanDigits()
            for offset in digits..<self.position {
                // Beyond this bound the value is zero or out of range, regardless of the length of the text.
                exponent = min(exponent * 10 + Int(self.byte(at: offset) - 0x30), 1 << 40)
            }
            if sign == UInt8(ascii: "-") { exponent = -exponent }
        }
        return NumberToken(
            range: start..<self.position,
            isNegative: isNegative,
            integer: integer..<integerEnd,
            fraction: fraction,
            exponent: exponent
        )
    }

    /// Advances past one or more digits.
    private mutating func scanDigits() throws(JSONError) {
        let start = self.position
        while self.next &- 0x30 < 10 { self.position += 1 }
        guard self.position > start else { throw self.error(.invalid) }
    }

    /// Reads a number with a fraction, an exponent, or many digits exactly as an integer.
    private mutating func readDecimal() throws(JSONError) -> Int64 {
        guard self.next == UInt8(ascii: "-") || self.next &- 0x30 < 10 else { throw self.mismatch() }
        let token = try self.scanNumber()
        let outOfRange = JSONError(.numberOutOfRange, offset: token.range.lowerBound)
        let digits = token.integer.count + token.fraction.count
        let wholeDigits = token.integer.count + token.exponent
        var value: Int64 = 0
        var index = 0
        while index < wholeDigits {
            if index >= digits, value == 0 { break }
            var digit: Int64 = 0
            if index < token.integer.count {
                digit = Int64(self.byte(at: token.integer.lowerBound + index) - 0x30)
            } else if index < digits {
                digit = Int64(self.byte(at: token.fraction.lowerBound + index - token.integer.count) - 0x30)
            }
            // Counting downward reaches Int64.min, which has no positive counterpart.
            let (tenfold, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, underflow) = tenfold.subtractingReportingOverflow(digit)
            if overflow || underflow { throw outOfRange }
            value = sum
            index += 1
        }
        if token.isNegative { return value }
        guard value != .min else { throw outOfRange }
        return -value
    }

    /// The parts of a number in the text.
    struct NumberToken {
        /// The whole number.
        let range: Range<Int>
        /// Whether the number has a minus sign.
        let isNegative: Bool
        /// The digits before the decimal point.
        let integer: Range<Int>
        /// The digits after the decimal point, if any.
        let fraction: Range<Int>
        /// The power of ten, clamped.
        let exponent: Int
    }
}
