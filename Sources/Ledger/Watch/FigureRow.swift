/// The points of one series in one stretch of time, as they are stored: four bytes a point.
package struct FigureRow: Hashable, Sendable {
    /// Which row of a series.
    package struct ID: Hashable, Sendable {
        /// The series.
        package let key: FigureKey
        /// The resolution.
        package let tier: FigureTier
        /// The row's number, see `FigureTier.row(ofPoint:)`.
        package let number: Int64

        /// The row of a series in a resolution.
        package init(_ key: FigureKey, _ tier: FigureTier, _ number: Int64) {
            self.key = key
            self.tier = tier
            self.number = number
        }
    }

    /// Which row it is.
    package let id: ID
    /// How values are added up.
    package let kind: FigureKind
    /// The points, `FigureTier.pointsPerRow` of them; `nan` where nothing is known.
    package private(set) var points: [Float]

    /// A row in which nothing is known.
    package init(_ id: ID, _ kind: FigureKind) {
        self.id = id
        self.kind = kind
        self.points = Array(repeating: .nan, count: id.tier.pointsPerRow)
    }

    /// A row as it was stored; `nil` where the bytes are not those of a row of this resolution.
    package init?(_ id: ID, _ kind: FigureKind, bytes: [UInt8]) {
        guard bytes.count == id.tier.pointsPerRow * 4 else { return nil }
        self.id = id
        self.kind = kind
        self.points = (0..<id.tier.pointsPerRow).map { index in
            let bits = bytes[(index * 4)..<(index * 4 + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            return Float(bitPattern: bits)
        }
    }

    /// The points as bytes, each as a big-endian IEEE 754 number of 32 bits.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(self.points.count * 4)
        for point in self.points {
            let bits = point.bitPattern
            for shift in [24, 16, 8, 0] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: bits >> shift)) }
        }
        return bytes
    }

    /// Adds a value to what is known of a point of this row.
    package mutating func add(_ value: Double, atPoint point: Int64) {
        let index = Int(point - self.id.number * Int64(self.id.tier.pointsPerRow))
        guard self.points.indices.contains(index) else { return }
        let known = self.points[index]
        self.points[index] = known.isNaN ? Float(value) : Float(self.kind.combined(Double(known), value))
    }

    /// Sets a point of this row, whatever was known of it.
    package mutating func set(_ value: Double, atPoint point: Int64) {
        let index = Int(point - self.id.number * Int64(self.id.tier.pointsPerRow))
        guard self.points.indices.contains(index) else { return }
        self.points[index] = Float(value)
    }
}
