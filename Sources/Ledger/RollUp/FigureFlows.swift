/// The flows of the spans of a query while they are read.
struct FigureFlows {
    /// The values of each span by cell.
    private(set) var spans: [[FigureCell: FigureValues]]
    private let maximumRows: Int
    private var rowCount = 0

    /// Creates the flows of a query, which are empty.
    init(_ query: FigureQuery) {
        self.spans = Array(repeating: [:], count: query.spans.count)
        self.maximumRows = query.maximumRows
    }

    /// Adds the sums of a run of spans, and returns whether there are at most as many rows as the query allows.
    mutating func add(_ sums: FigureSums, of run: FigureRun) -> Bool {
        for sum in sums {
            let place = run.place + Int(sum.place)
            if self.spans[place][sum.cell] == nil { self.rowCount += 1 }
            self.spans[place][sum.cell, default: FigureValues()].add(sum.values)
        }
        return self.rowCount <= self.maximumRows
    }
}

/// Consecutive spans of the same length, which one statement adds up.
///
/// Hours, days and weeks are of one length, but for the span that runs and the hours in which clocks change. Months
/// are not.
struct FigureRun: Hashable {
    /// The place of the first span among all of them.
    let place: Int
    /// The buckets or days of all of them.
    let times: Range<Int64>
    /// The number of buckets or days in each of them.
    let length: Int64

    /// The number of spans.
    private var count: Int { Int((self.times.upperBound - self.times.lowerBound) / self.length) }

    /// Returns the runs of spans, each of which ends where the next one begins.
    ///
    /// - Parameters:
    ///   - place: The place of the first span.
    ///   - bounds: The buckets or days at which the spans begin, ascending, and last the end of the last one.
    /// - Returns: The runs, in order.
    static func runs(from place: Int, _ bounds: [Int64]) -> [Self] {
        var runs: [Self] = []
        for (offset, (begin, end)) in zip(bounds, bounds.dropFirst()).enumerated() where begin < end {
            if let last = runs.last, last.length == end - begin, last.place + last.count == place + offset {
                runs[runs.count - 1] = Self(place: last.place, times: last.times.lowerBound..<end, length: last.length)
            } else {
                runs.append(Self(place: place + offset, times: begin..<end, length: end - begin))
            }
        }
        return runs
    }
}
