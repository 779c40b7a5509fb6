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
        self.points = stride(from: 0, to: bytes.count, by: 4).map { place in
            let high = UInt32(bytes[place]) << 24 | UInt32(bytes[place + 1]) << 16
            return Float(bitPattern: high | UInt32(bytes[place + 2]) << 8 | UInt32(bytes[place + 3]))
        }
    }

    /// The points as bytes, each as a big-endian IEEE 754 number of 32 bits.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(self.points.count * 4)
        for point in self.points {
            let bits = point.bitPattern
            bytes.append(UInt8(truncatingIfNeeded: bits >> 24))
            bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
            bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
            bytes.append(UInt8(truncatingIfNeeded: bits))
        }
        return bytes
    }

    /// Adds a value to what is known of a point; one of another row, and a value that is no number, change nothing.
    package mutating func add(_ value: Double, atPoint point: Int64) {
        guard !value.isNaN, let index = self.index(ofPoint: point) else { return }
        let known = self.points[index]
        self.points[index] = known.isNaN ? Float(value) : Float(self.kind.combined(Double(known), value))
    }

    /// Sets a point of this row, whatever was known of it.
    package mutating func set(_ value: Double, atPoint point: Int64) {
        guard let index = self.index(ofPoint: point) else { return }
        self.points[index] = Float(value)
    }

    /// Two rows are equal where they know the same, and nothing of the same points.
    package static func == (left: Self, right: Self) -> Bool {
        left.id == right.id && left.kind == right.kind
            && left.points.elementsEqual(right.points) { $0 == $1 || $0.isNaN && $1.isNaN }
    }

    /// Hashes what the row is of, which tells rows of one history apart.
    package func hash(into hasher: inout Hasher) { hasher.combine(self.id) }

    private func index(ofPoint point: Int64) -> Int? {
        guard self.id.tier.row(ofPoint: point) == self.id.number else { return nil }
        return Int(point - self.id.number * Int64(self.id.tier.pointsPerRow))
    }
}
