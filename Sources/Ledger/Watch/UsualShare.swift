/// Which share of something is usual, by the days of the last four weeks.
enum UsualShare {
    /// Takes the median of the shares that one part had on each day.
    ///
    /// - Parameters:
    ///   - part: The series of the part.
    ///   - whole: The series of the whole.
    ///   - history: Where they are.
    ///   - hour: The present hour.
    /// - Returns: The median; `nil` where fewer than seven days are known.
    static func of(_ part: [Int], in whole: [Int], _ history: FigureHistory, atHour hour: Int64) -> Double? {
        var parts = Array(repeating: Double.nan, count: 28 * 24 + 1)
        var wholes = parts
        for number in part { history.addHours(ofSeries: number, through: hour, to: &parts) }
        for number in whole { history.addHours(ofSeries: number, through: hour, to: &wholes) }
        var shares: [Double] = []
        for day in 0..<28 {
            let hours = (1 + day * 24)..<(25 + day * 24)
            let sum = wholes[hours].reduce(0) { $1.isNaN ? $0 : $0 + $1 }
            guard sum > 0 else { continue }
            shares.append(min(1, parts[hours].reduce(0) { $1.isNaN ? $0 : $0 + $1 } / sum))
        }
        guard shares.count >= 7 else { return nil }
        return shares.sorted()[shares.count / 2]
    }
}
