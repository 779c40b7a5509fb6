/// A place in the list of customers whose reasons reached the line, the most points first.
package struct RiskPlace: Hashable, Sendable, Comparable {
    /// The points of the customer there.
    package let points: Int64
    /// The number of his mark.
    package let number: Int64

    /// The place of these points and this number.
    package init(points: Int64, number: Int64) {
        self.points = points
        self.number = number
    }

    /// Whether a place has fewer points, or the same and a smaller number.
    package static func < (left: Self, right: Self) -> Bool {
        left.points != right.points ? left.points < right.points : left.number < right.number
    }
}
