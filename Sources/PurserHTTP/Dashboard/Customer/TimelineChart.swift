import Ledger

/// A time line of periods and single instants, drawn as SVG; a list of the same sentences stands beside it.
///
/// The window ends some weeks after now, and begins at the first mark, at most two years before.
struct TimelineChart: Sendable {
    /// A period or an instant of a row.
    struct Mark: Sendable {
        /// The form of a mark.
        enum Shape: Sendable {
            /// A period, drawn as a bar.
            case bar(until: Instant)
            /// A single instant, drawn as a dot.
            case dot
            /// A change, drawn as a thin line across the row.
            case tick
        }

        /// The form.
        let shape: Shape
        /// The beginning.
        let at: Instant
        /// The class of the color in the style sheet.
        let color: String
        /// The words in or beside the mark, where there is room.
        var label: String?
        /// The sentence that says the same.
        let says: String
        /// The page about it.
        var link: String?

        fileprivate var end: Instant {
            if case .bar(let until) = self.shape { until } else { self.at }
        }
    }

    /// The marks of one product.
    struct Row: Sendable {
        /// The name.
        let name: String
        /// The marks, in any order.
        var marks: [Mark]
    }

    /// The maximum number of rows.
    static let maximumRows = 12
    /// The maximum number of marks in the list.
    private static let maximumItems = 100
    private static let width = 1120
    private static let left = 150
    private static let rowHeight = 34
    /// The width of a character of a text, at most.
    private static let character = 8
    private static let maximumPast = Span.days(731)
    private static let maximumFuture = Span.days(400)
    private static let margin = Span.days(31)
    private static let maximumMonths = 12

    /// The rows, from top to bottom.
    let rows: [Row]
    /// The present instant.
    let now: Instant

    /// Returns the values for the template `timeline-chart`.
    ///
    /// - Parameters:
    ///   - label: The name of the chart for screen readers.
    ///   - nowLabel: The word at the line of the present.
    /// - Returns: The values; `rows` is empty where there is nothing to draw.
    func values(label: String, now nowLabel: String) -> [String: Any] {
        let rows = self.rows.prefix(Self.maximumRows)
        let marks = rows.flatMap(\.marks)
        let first = marks.map(\.at).min() ?? self.now
        let last = marks.map(\.end).max() ?? self.now
        let end = max(self.now + Self.margin, min(last + Span.days(3), self.now + Self.maximumFuture))
        let start = Self.month(of: max(min(first, self.now), self.now - Self.maximumPast))
        let scale = Scale(start: start, end: end, left: Self.left, width: Self.width - Self.left - 8)
        let bottom = 12 + rows.count * Self.rowHeight
        let drawn = rows.enumerated().map { place, row -> [String: Any] in
            let top = 10 + place * Self.rowHeight
            let shown = row.marks.filter { $0.end >= start && $0.at <= end }
            return [
                "name": Self.shortened(row.name), "y": top + 15,
                "bars": shown.compactMap { Self.bar($0, top: top, scale) },
                "dots": shown.compactMap { Self.dot($0, top: top, scale) },
                "ticks": shown.compactMap { Self.tick($0, top: top, scale) },
            ]
        }
        let items = marks.sorted { $0.at > $1.at }.prefix(Self.maximumItems)
        return [
            "label": label, "width": Self.width, "height": bottom + 22, "bottom": bottom, "textY": bottom + 16,
            "rows": drawn, "hasRows": !drawn.isEmpty, "months": Self.months(scale),
            "now": ["x": scale.x(self.now), "textX": scale.x(self.now) + 5, "name": nowLabel, "y": bottom + 4],
            "items": items.map { mark -> [String: Any] in
                var item: [String: Any] = ["says": mark.says, "link": false]
                if let link = mark.link { item["link"] = ["path": link, "says": mark.says] }
                return item
            },
        ]
    }

    /// The place of instants on the horizontal axis.
    private struct Scale {
        let start: Instant
        let end: Instant
        let left: Int
        let width: Int

        func x(_ instant: Instant) -> Int {
            let span = max(1, (self.end - self.start).milliseconds)
            let inside = min(max(instant, self.start), self.end)
            return self.left + Int((inside - self.start).milliseconds * Int64(self.width) / span)
        }
    }

    private static func bar(_ mark: Mark, top: Int, _ scale: Scale) -> [String: Any]? {
        guard case .bar(let until) = mark.shape else { return nil }
        let x = scale.x(mark.at)
        // Bars that follow each other stay apart.
        let width = max(2, scale.x(until) - x - 2)
        var values: [String: Any] = [
            "x": x, "y": top, "width": width, "color": mark.color, "says": mark.says, "text": false,
        ]
        if let label = mark.label, width > label.unicodeScalars.count * Self.character {
            values["text"] = ["x": x + 7, "y": top + 14, "words": label]
        }
        return values
    }

    private static func dot(_ mark: Mark, top: Int, _ scale: Scale) -> [String: Any]? {
        guard case .dot = mark.shape else { return nil }
        let x = scale.x(mark.at)
        var values: [String: Any] = ["x": x, "y": top + 10, "color": mark.color, "says": mark.says, "text": false]
        if let label = mark.label {
            // At the right edge it stands before the dot.
            let isCut = x + 10 + label.unicodeScalars.count * Self.character > Self.width
            values["text"] =
                ["x": isCut ? x - 10 : x + 10, "y": top + 14, "words": label, "isBefore": isCut] as [String: Any]
        }
        return values
    }

    private static func tick(_ mark: Mark, top: Int, _ scale: Scale) -> [String: Any]? {
        guard case .tick = mark.shape else { return nil }
        return ["x": scale.x(mark.at) - 2, "y": top - 4, "color": mark.color, "says": mark.says]
    }

    /// The beginnings of months, at most `maximumMonths` of them.
    private static func months(_ scale: Scale) -> [[String: Any]] {
        var months: [(at: Instant, name: String)] = []
        var month = Self.month(of: scale.start)
        while month < scale.end {
            months.append((month, String(CivilDay(of: month).text.prefix(7))))
            month = Self.month(of: month + .days(32))
        }
        let step = max(1, (months.count + Self.maximumMonths - 1) / Self.maximumMonths)
        return months.enumerated().filter { $0.offset.isMultiple(of: step) }.map { _, month in
            let x = scale.x(month.at)
            let hasRoom = x + 4 + month.name.count * Self.character <= Self.width
            return ["x": x, "textX": x + 4, "name": hasRoom ? month.name : ""]
        }
    }

    /// The beginning of the month of an instant, in UTC.
    private static func month(of instant: Instant) -> Instant {
        let date = CivilDay(of: instant).date
        return Instant(milliseconds: CivilDay(year: date.year, month: date.month).number * Span.days(1).milliseconds)
    }

    private static func shortened(_ name: String) -> String {
        name.count > 22 ? "\(name.prefix(21))…" : name
    }
}
