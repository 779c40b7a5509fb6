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
/// Hours, days, weeks and months are of one length, but for the span that runs and the hours in which clocks change.
/// Months are not where they are read as days.
struct FigureRun: Hashable {
    /// The place of the first span among all of them.
    let place: Int
    /// Where they are read, with the buckets, days or months of all of them.
    let part: FigurePart
    /// The number of buckets, days or months in each of them.
    let length: Int64

    /// The number of spans.
    private var count: Int {
        Int((self.part.times.upperBound - self.part.times.lowerBound) / self.length)
    }

    /// Returns the runs of spans in order, each of which has the parts that a division gives it.
    static func runs(_ spans: [Range<FigureBucket>], dividedBy division: FigureDivision) -> [Self] {
        var runs: [Self] = []
        for (place, span) in spans.enumerated() {
            for part in division.parts(of: span) {
                let (begin, end) = (part.times.lowerBound, part.times.upperBound)
                guard let last = runs.last, last.part.source == part.source, last.part.times.upperBound == begin,
                    last.length == end - begin, last.place + last.count == place
                else {
                    runs.append(Self(place: place, part: part, length: end - begin))
                    continue
                }
                let whole = FigurePart(source: part.source, times: last.part.times.lowerBound..<end)
                runs[runs.count - 1] = Self(place: last.place, part: whole, length: last.length)
            }
        }
        return runs
    }
}
