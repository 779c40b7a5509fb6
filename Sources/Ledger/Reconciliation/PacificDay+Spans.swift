extension PacificDay {
    /// Returns days as spans of days that follow each other, ascending; none is longer than so many days.
    package static func spans(
        of days: some Sequence<PacificDay>,
        upTo limit: Int64 = .max
    ) -> [ClosedRange<PacificDay>] {
        var spans: [ClosedRange<PacificDay>] = []
        for day in Set(days).sorted() {
            if let last = spans.last, last.upperBound + 1 == day, day - last.lowerBound < limit {
                spans[spans.count - 1] = last.lowerBound...day
            } else {
                spans.append(day...day)
            }
        }
        return spans
    }

    /// The Monday of its calendar week.
    package var monday: Self {
        // 1970-01-01 was a Thursday.
        let count = (self.number + 3) % 7
        return self + -(count < 0 ? count + 7 : count)
    }
}
