/// The points of one series in one stretch of time, as they are stored: packed into one run of bytes.
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
        let count = id.tier.pointsPerRow
        guard let points = bytes.count == count * 4 ? Self.numbers(bytes) : Self.counts(bytes, count) else {
            return nil
        }
        self.id = id
        self.kind = kind
        self.points = points
    }

    /// The points as bytes: counts in one to three bytes each where that is shorter, else four bytes a point.
    ///
    /// In the short form a point is a whole number in base 128, the lowest seven bits first, and all bytes but the last of
    /// a number have their highest bit set (LEB128): 0 is unknown, and n + 1 is the value n. In the long form a point is a
    /// big-endian IEEE 754 number of 32 bits. Which form it is the length tells.
    package var bytes: [UInt8] { self.shortBytes ?? self.longBytes }

    private var longBytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(self.points.count * 4)
        for point in self.points {
            let bits = point.bitPattern
            for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: bits >> shift)) }
        }
        return bytes
    }

    /// The short form; `nil` where a point is no whole number from 0 on, or the long form is not longer.
    private var shortBytes: [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(self.points.count * 2)
        for point in self.points {
            guard point.isNaN || point.sign == .plus && point <= Self.greatestShort && point.rounded() == point else {
                return nil
            }
            var rest = point.isNaN ? 0 : UInt32(point) + 1
            while rest > 0x7F {
                bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
                rest >>= 7
            }
            bytes.append(UInt8(rest))
        }
        return bytes.count < self.points.count * 4 ? bytes : nil
    }

    /// The greatest value of the short form: all whole numbers up to it are exact in 32 bits.
    private static let greatestShort: Float = 16_777_216

    private static func numbers(_ bytes: [UInt8]) -> [Float] {
        stride(from: 0, to: bytes.count, by: 4).map { place in
            let high = UInt32(bytes[place]) << 24 | UInt32(bytes[place + 1]) << 16
            return Float(bitPattern: high | UInt32(bytes[place + 2]) << 8 | UInt32(bytes[place + 3]))
        }
    }

    /// The points of the short form; `nil` where the bytes are not so many numbers of at most four bytes.
    private static func counts(_ bytes: [UInt8], _ count: Int) -> [Float]? {
        var points: [Float] = []
        points.reserveCapacity(count)
        var (number, shift) = (UInt32(0), UInt32(0))
        for byte in bytes {
            guard shift < 28 else { return nil }
            number |= UInt32(byte & 0x7F) << shift
            shift += 7
            guard byte & 0x80 == 0 else { continue }
            points.append(number == 0 ? .nan : Float(number - 1))
            (number, shift) = (0, 0)
        }
        return points.count == count && shift == 0 ? points : nil
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
