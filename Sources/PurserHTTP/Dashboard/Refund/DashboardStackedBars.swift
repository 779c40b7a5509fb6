/// A chart of stacked bars, drawn on the server: one bar for each group, with a part for each series.
struct DashboardStackedBars: Sendable {
    /// A series: its name in the legend, and its color, from 1 to 6.
    struct Series: Sendable {
        /// The name.
        let name: String
        /// The number of the color.
        let color: Int
    }

    /// A bar: its name, and a value for each series.
    struct Bar: Sendable {
        /// The name below it.
        let name: String
        /// The values in the order of the series, none negative.
        let values: [Int64]
    }

    /// The size of the drawing, and the area of the bars in it.
    private static let (width, height) = (560, 190)
    private static let (left, right, top, base) = (44, 552, 22, 164)
    /// The share of its place that a bar fills, in percent.
    private static let barPercent = 64

    /// The series, from the bottom up.
    let series: [Series]
    /// The bars, from left to right.
    let bars: [Bar]
    /// The text for people who do not see the chart.
    let alternative: String

    /// The values for the template `stacked-bars`.
    var values: [String: Any] {
        let tallest = self.bars.map { $0.values.reduce(0, +) }.max() ?? 0
        let step = Self.step(upTo: tallest)
        let most = max(step, (tallest + step - 1) / step * step)
        let ticks = stride(from: 0, through: most, by: Int64.Stride(step)).map { value -> [String: Any] in
            let y = Self.y(value, of: most)
            return [
                "left": "\(Self.left)", "right": "\(Self.right)", "y": Self.text(y), "textX": "\(Self.left - 6)",
                "textY": Self.text(y + 40), "value": DashboardNumbers.count(value),
            ]
        }
        return [
            "width": "\(Self.width)", "height": "\(Self.height)", "alt": self.alternative, "ticks": ticks,
            "series": self.series.map { ["name": $0.name, "color": "s\($0.color)"] },
            "bars": self.bars.enumerated().map { place, bar in self.values(of: bar, at: place, most: most) },
        ]
    }

    private func values(of bar: Bar, at place: Int, most: Int64) -> [String: Any] {
        let room = (Self.right - Self.left) * 10 / max(1, self.bars.count)
        let width = room * Self.barPercent / 100
        let x = Self.left * 10 + room * place + (room - width) / 2
        var sum: Int64 = 0
        var parts: [[String: Any]] = []
        for (series, value) in zip(self.series, bar.values) where value > 0 {
            let lower = Self.y(sum, of: most)
            sum += value
            let upper = Self.y(sum, of: most)
            // A line of the ground separates the parts.
            let height = max(5, lower - upper - 10)
            parts.append([
                "color": "s\(series.color)", "x": Self.text(x), "y": Self.text(lower - height),
                "width": Self.text(width), "height": Self.text(height),
                "title": "\(bar.name), \(series.name): \(DashboardNumbers.count(value))",
            ])
        }
        return [
            "parts": parts, "name": bar.name, "total": DashboardNumbers.count(sum),
            "middle": Self.text(x + width / 2), "top": Self.text(Self.y(sum, of: most) - 50),
            "base": "\(Self.base + 18)",
        ]
    }

    /// Returns the height of a value, in tenths.
    private static func y(_ value: Int64, of most: Int64) -> Int {
        let tall = Int128((Self.base - Self.top) * 10)
        return Self.base * 10 - Int(Int128(value) * tall / Int128(max(1, most)))
    }

    /// Returns the distance of the grid lines: 1, 2 or 5 times a power of ten, so that there are at most four above the
    /// base.
    private static func step(upTo tallest: Int64) -> Int64 {
        var power: Int64 = 1
        while true {
            for factor: Int64 in [1, 2, 5] where (tallest + power * factor - 1) / (power * factor) <= 4 {
                return power * factor
            }
            power *= 10
        }
    }

    private static func text(_ tenths: Int) -> String { "\(tenths / 10).\(abs(tenths % 10))" }
}
