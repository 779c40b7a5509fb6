import Foundation
import Notation
import PurserService

/// A chart that the server draws as SVG, with the same numbers as a table below it.
///
/// The template draws it from plain numbers, so a name from outside is text in it as everywhere else.
struct DashboardChart: Sendable {
    /// How the values are drawn.
    enum Form: Sendable {
        /// A line for each series.
        case lines
        /// Bars, with the series on top of each other.
        case bars
    }

    /// The values of one name, one for each place on the horizontal axis.
    struct Series: Sendable {
        /// The name.
        let name: String
        /// The values; `nil` where none is known, which leaves a gap.
        let values: [Double?]
        /// Whether it is there for comparison, and therefore dashed and gray.
        var isComparison = false
        /// The places whose values are not complete yet, which are hatched, and to which a line is dashed.
        var incomplete: Set<Int> = []
        /// The class of its color; `nil` for the next one of the six.
        var color: String?
    }

    /// The greatest number of series, because further colors cannot be told apart.
    static let maximumSeries = ChartParts.maximumCount
    private static let width = 720.0
    private static let height = 220.0
    private static let left = 64.0
    private static let right = 12.0
    private static let top = 14.0
    private static let bottom = 26.0
    /// The number of labels on the horizontal axis for which there is room.
    private static let labelCount = 8
    /// Half of the width of a label's characters, at most.
    private static let halfCharacter = 3.5

    /// A name that no other chart of the page has.
    var id = "chart"
    /// What the chart shows, for those who do not see it.
    let title: String
    /// How the values are drawn.
    let form: Form
    /// The names of the places on the horizontal axis.
    let places: [String]
    /// The series, at most six.
    let series: [Series]
    /// The places that have a label on the horizontal axis; `nil` for as many as there is room for.
    var labeled: [Int]?
    /// Whether the same numbers follow as a table; a page may have a table of its own.
    var hasTable = true
    /// Whether its values are whole numbers, between which the axis has no labels.
    var isWhole = false
    /// Whether the bars of a series are one shape in whole coordinates and do not state their values, which is a tenth of
    /// the bytes.
    var isCompact = false
    /// The chart of the page that has the pattern of hatched parts; `nil` for this one.
    var patternOf: String?
    /// A value that is drawn as a line across, such as a threshold, with its name.
    var threshold: (value: Double, name: String)?
    /// Writes a value as a person reads it.
    let format: @Sendable (Double) -> String

    /// Whether there is nothing to see but zeros.
    var isEmpty: Bool { self.series.allSatisfy { $0.values.allSatisfy { ($0 ?? 0) == 0 } } }

    /// Returns the values for the template `chart`.
    func values(for visit: DashboardVisit) -> [String: Any] {
        let shown = Array(self.series.prefix(Self.maximumSeries))
        let ticks = self.ticks(from: self.least(shown), to: self.greatest(shown))
        let scale = Scale(least: ticks.first ?? 0, greatest: ticks.last ?? 1)
        let rows = self.hasTable ? self.rows(shown) : []
        var values: [String: Any] = [
            "chartTitle": self.title, "hatch": "hatch-\(self.patternOf ?? self.id)",
            "hasPattern": self.patternOf.map { $0 == self.id } ?? true,
            "width": Int(Self.width), "height": Int(Self.height),
            "grid": ticks.map { tick in
                ["text": self.text(ofTick: tick), "textY": self.coordinate(scale.y(tick) + 4)]
            },
            "gridPath": self.grid(ticks.map(scale.y)),
            "gridLeft": Int(Self.left), "gridRight": Int(Self.width - Self.right), "gridText": Int(Self.left - 8),
            "labels": self.labels(), "labelY": Int(Self.height - 8),
            "legend": shown.enumerated().map { place, one -> [String: Any] in
                ["name": one.name, "color": Self.color(place, one)]
            },
            "hasLegend": shown.count > 1, "hasTable": self.hasTable, "bars": false, "lines": false, "threshold": false,
            "shapes": false, "hatched": false,
            "head": shown.map { ["name": $0.name] }, "rows": rows,
        ]
        switch self.form {
        case .bars where self.isCompact:
            let bars = self.bars(shown, scale)
            let zero = Int(scale.y(0).rounded())
            // Each shape reaches to zero, and is covered by those on which it stands.
            values["shapes"] = shown.enumerated().reversed().map { number, one in
                ["color": Self.color(number, one), "path": Self.shape(bars.filter { $0.series == number }, from: zero)]
            }
            let incomplete = bars.filter { shown[$0.series].incomplete.contains($0.place) }
            if !incomplete.isEmpty { values["hatched"] = Self.shape(incomplete) }
        case .bars:
            values["bars"] = self.bars(shown, scale).map { bar -> [String: Any] in
                let one = shown[bar.series]
                return [
                    "color": Self.color(bar.series, one), "x": Self.number(bar.x), "y": Self.number(bar.y),
                    "width": Self.number(bar.width), "height": Self.number(bar.height),
                    "says": "\(self.places[bar.place]): \(one.name) \(self.format(bar.value))",
                    "isIncomplete": one.incomplete.contains(bar.place),
                ]
            }
        case .lines: values["lines"] = self.lines(shown, scale)
        }
        if let threshold {
            let y = scale.y(threshold.value)
            values["threshold"] = ["y": Self.number(y), "textY": Self.number(y - 4), "name": threshold.name]
        }
        return values
    }

    private func grid(_ heights: [Double]) -> String {
        heights.map { "M\(Int(Self.left)) \(self.coordinate($0))H\(Int(Self.width - Self.right))" }.joined()
    }

    private func rows(_ shown: [Series]) -> [[String: Any]] {
        self.places.enumerated().map { place, name -> [String: Any] in
            [
                "name": name,
                "cells": shown.map { one in
                    [
                        "text": one.value(place).map { self.format($0) } ?? "–",
                        "isIncomplete": one.incomplete.contains(place),
                    ]
                },
            ]
        }
    }

    // MARK: Geometry

    /// The vertical scale.
    private struct Scale {
        let least: Double
        let greatest: Double

        func y(_ value: Double) -> Double {
            let share = self.greatest > self.least ? (value - self.least) / (self.greatest - self.least) : 0
            return DashboardChart.height - DashboardChart.bottom
                - share * (DashboardChart.height - DashboardChart.bottom - DashboardChart.top)
        }
    }

    /// A bar, which is a part of the column of its place.
    private struct Bar {
        let series: Int
        let place: Int
        let value: Double
        let x: Double
        let y: Double
        let width: Double
        let height: Double
    }

    private func bars(_ shown: [Series], _ scale: Scale) -> [Bar] {
        let step = (Self.width - Self.left - Self.right) / Double(max(1, self.places.count))
        let width = max(1, step * 0.72)
        return self.places.indices.flatMap { place -> [Bar] in
            var above = 0.0
            var below = 0.0
            return shown.enumerated().compactMap { number, one -> Bar? in
                guard let value = one.value(place), value != 0 else { return nil }
                let base = value > 0 ? above : below
                if value > 0 { above += value } else { below += value }
                let (start, end) = (scale.y(base), scale.y(base + value))
                return Bar(
                    series: number,
                    place: place,
                    value: value,
                    x: Self.left + Double(place) * step + (step - width) / 2,
                    y: min(start, end),
                    width: width,
                    height: max(0.5, abs(start - end))
                )
            }
        }
    }

    /// Returns the path of several bars.
    private static func shape(_ bars: [Bar]) -> String {
        bars.map { bar in
            let (width, height) = (Self.number(bar.width), Self.number(bar.height))
            return "M\(Self.number(bar.x)) \(Self.number(bar.y))h\(width)v\(height)h-\(width)z"
        }.joined()
    }

    /// Returns the path of the bars of one series, in the order of their places, from zero to where each ends.
    private static func shape(_ bars: [Bar], from zero: Int) -> String {
        var (path, x) = ("", 0)
        for bar in bars {
            let left = Int(bar.x.rounded())
            let right = max(left + 1, Int((bar.x + bar.width).rounded()))
            let end = Int((bar.value > 0 ? bar.y : bar.y + bar.height).rounded())
            let height = bar.value > 0 ? min(end - zero, -1) : max(end - zero, 1)
            if path.isEmpty { path = "M\(left) \(zero)" } else if left > x { path += "h\(left - x)" }
            path += "v\(height)h\(right - left)v\(-height)"
            x = right
        }
        return path
    }

    /// The path of a dot around the point at which it begins.
    private static let dot = "m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0"

    private func lines(_ shown: [Series], _ scale: Scale) -> [[String: Any]] {
        let step = (Self.width - Self.left - Self.right) / Double(max(1, self.places.count - 1))
        return shown.enumerated().map { number, one -> [String: Any] in
            func point(_ place: Int, _ value: Double) -> String {
                "\(self.coordinate(Self.left + Double(place) * step)) \(self.coordinate(scale.y(value)))"
            }
            var (path, incomplete) = ("", "")
            var isDrawing = false
            for place in self.places.indices {
                guard let value = one.value(place) else {
                    isDrawing = false
                    continue
                }
                if one.incomplete.contains(place), let before = one.value(place - 1) {
                    incomplete += "M\(point(place - 1, before))L\(point(place, value))"
                    isDrawing = false
                    continue
                }
                path += "\(isDrawing ? "L" : "M")\(point(place, value))"
                // A single known value between gaps is a dot.
                if !isDrawing, one.value(place + 1) == nil { path += Self.dot }
                isDrawing = true
            }
            var values: [String: Any] = [
                "color": Self.color(number, one), "path": path, "says": one.name, "isDashed": one.isComparison,
                "incomplete": false,
            ]
            if !incomplete.isEmpty { values["incomplete"] = incomplete }
            return values
        }
    }

    private func labels() -> [[String: Any]] {
        guard !self.places.isEmpty else { return [] }
        let count = self.places.count
        let every = max(1, Int((Double(count) / Double(Self.labelCount)).rounded(.up)))
        let room = Self.width - Self.left - Self.right
        let places = self.labeled ?? Array(stride(from: 0, to: count, by: every))
        return places.filter(self.places.indices.contains).map { place in
            let x =
                switch self.form {
                case .bars: Self.left + (Double(place) + 0.5) * room / Double(count)
                case .lines: Self.left + Double(place) * room / Double(max(1, count - 1))
                }
            let text = self.places[place]
            let isCut = x + Double(text.count) * Self.halfCharacter > Self.width
            let isLast = place == count - 1 && self.form == .lines
            return [
                "x": self.coordinate(isCut && !isLast ? Self.width : x), "text": text,
                "anchor": isCut || isLast ? "end" : false as Any,
            ]
        }
    }

    private func greatest(_ shown: [Series]) -> Double {
        let values = self.places.indices.map { place in
            let all = shown.compactMap { $0.value(place) }
            return self.form == .bars ? all.filter { $0 > 0 }.reduce(0, +) : all.max() ?? 0
        }
        return max(values.max() ?? 0, self.threshold?.value ?? 0)
    }

    private func least(_ shown: [Series]) -> Double {
        let values = self.places.indices.map { place in
            let all = shown.compactMap { $0.value(place) }
            return self.form == .bars ? all.filter { $0 < 0 }.reduce(0, +) : all.min() ?? 0
        }
        return min(0, values.min() ?? 0)
    }

    /// Returns round values that include 0 and span the values.
    private func ticks(from least: Double, to greatest: Double) -> [Double] {
        let span = max(greatest - least, greatest > 0 ? greatest : 1)
        let raw = span / 4
        let power = pow(10, floor(log10(raw)))
        let round = [1, 2, 2.5, 5, 10].map { $0 * power }.first { $0 >= raw } ?? raw
        let step = self.isWhole ? round.rounded(.up) : round
        let first = floor(least / step)
        let last = max(ceil(greatest / step), first + 1)
        return stride(from: first, through: last, by: 1).map { $0 * step }
    }

    /// Returns the text of a round value on the axis, which has no room for decimal places that are all zero.
    private func text(ofTick tick: Double) -> String { self.format(tick).replacing(#/\.0+$/#, with: "") }

    private static func color(_ place: Int, _ series: Series) -> String {
        series.color ?? (series.isComparison ? "s6" : "s\(place + 1)")
    }

    /// Returns a coordinate; whole where the chart is compact.
    private func coordinate(_ value: Double) -> String { Self.number(self.isCompact ? value.rounded() : value) }

    /// Returns a coordinate with at most one decimal place.
    private static func number(_ value: Double) -> String {
        let tenths = value.isFinite ? Int((value * 10).rounded()) : 0
        let whole = "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10)"
        return tenths % 10 == 0 ? whole : "\(whole).\(abs(tenths) % 10)"
    }
}

extension DashboardChart.Series {
    /// The value at a place; `nil` beyond the last one.
    fileprivate func value(_ place: Int) -> Double? {
        self.values.indices.contains(place) ? self.values[place] : nil
    }
}
