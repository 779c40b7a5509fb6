/// Which share of something is usual, by the days of the last four weeks.
enum UsualShare {
    /// Takes the median of the shares that one part had on each day.
    ///
    /// - Parameters:
    ///   - part: The series of the part.
    ///   - whole: The series of the whole.
    ///   - history: Where they are.
    ///   - hour: The present hour.
    ///   - quiet: The share that is taken where seven days are known, and the whole had something on fewer of them.
    /// - Returns: The median; `nil` where fewer than seven days are known, or, without `quiet`, had anything.
    static func of(
        _ part: [Int],
        in whole: [Int],
        _ history: FigureHistory,
        atHour hour: Int64,
        quiet: Double? = nil
    ) -> Double? {
        var parts = Array(repeating: Double.nan, count: 28 * 24 + 1)
        var wholes = parts
        for number in part { history.addHours(ofSeries: number, through: hour, to: &parts) }
        for number in whole { history.addHours(ofSeries: number, through: hour, to: &wholes) }
        var shares: [Double] = []
        var knownCount = 0
        for day in 0..<28 {
            let hours = (1 + day * 24)..<(25 + day * 24)
            let sum = wholes[hours].reduce(0) { $1.isNaN ? $0 : $0 + $1 }
            knownCount += wholes[hours].contains { !$0.isNaN } ? 1 : 0
            guard sum > 0 else { continue }
            shares.append(min(1, parts[hours].reduce(0) { $1.isNaN ? $0 : $0 + $1 } / sum))
        }
        guard shares.count >= 7 else { return knownCount >= 7 ? quiet : nil }
        return shares.sorted()[shares.count / 2]
    }
}
