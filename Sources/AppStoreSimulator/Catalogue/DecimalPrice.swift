/// A price as people write it, `9.99`, in thousandths of the currency's unit; exact, without floating point.
enum DecimalPrice {
    /// Why a text is no price, as the problem of a finding.
    enum Refusal: String, Error {
        /// It is not digits with at most one point.
        case notDecimal = "is no decimal number"
        /// It has parts of a thousandth.
        case tooPrecise = "has more than three decimals"
        /// It is larger than any price.
        case tooLarge = "is larger than any price"
    }

    /// The largest price in thousandths: a thousand million units of any currency.
    static let limitMilliunits: Int64 = 1_000_000_000_000

    /// The thousandths of a decimal number such as `29`, `0.5` or `199.99`.
    static func milliunits(_ text: String) throws(Refusal) -> Int64 {
        let parts = Array(text.utf8).split(
            separator: UInt8(ascii: "."),
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        let whole = parts.first ?? []
        let decimals = parts.count > 1 ? parts[1] : []
        guard !whole.isEmpty, parts.count == 1 || !decimals.isEmpty,
            (whole + decimals).allSatisfy({ (0x30...0x39).contains($0) })
        else { throw .notDecimal }
        guard decimals.dropFirst(3).allSatisfy({ $0 == 0x30 }) else { throw .tooPrecise }
        var milliunits: Int64 = 0
        let padded = decimals.prefix(3) + Array(repeating: 0x30, count: max(0, 3 - decimals.count))
        for digit in whole + padded {
            milliunits = milliunits * 10 + Int64(digit - 0x30)
            guard milliunits <= Self.limitMilliunits else { throw .tooLarge }
        }
        return milliunits
    }

    /// The shortest decimal number of so many thousandths, with at least two decimals if any.
    static func text(_ milliunits: Int64) -> String {
        let magnitude = milliunits.magnitude
        let sign = milliunits < 0 ? "-" : ""
        let thousandths = magnitude % 1000
        guard thousandths > 0 else { return "\(sign)\(magnitude / 1000)" }
        var decimals = String(String(1000 + thousandths).dropFirst())
        if decimals.hasSuffix("0") { decimals.removeLast() }
        return "\(sign)\(magnitude / 1000).\(decimals)"
    }
}
