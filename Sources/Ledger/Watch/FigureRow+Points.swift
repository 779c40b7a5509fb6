extension FigureRow {
    /// The newest point of which something is known; `nil` where nothing is.
    package var newestPoint: Int64? {
        self.points.lastIndex { !$0.isNaN }.map { self.id.number * Int64(self.id.tier.pointsPerRow) + Int64($0) }
    }

    /// The points of which something is known, in ascending order.
    package var knownPoints: [Int64] {
        let first = self.id.number * Int64(self.id.tier.pointsPerRow)
        return self.points.indices.filter { !self.points[$0].isNaN }.map { first + Int64($0) }
    }

    /// Returns the row with nothing known of its points from one on.
    package func forgetting(from point: Int64) -> Self {
        var row = self
        let first = self.id.number * Int64(self.id.tier.pointsPerRow)
        for own in first..<(first + Int64(self.id.tier.pointsPerRow)) where own >= point {
            row.set(.nan, atPoint: own)
        }
        return row
    }
}
