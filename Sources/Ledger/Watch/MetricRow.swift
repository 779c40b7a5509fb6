/// The points of one series in one span of time in their stored form: packed into a sequence of bytes.
package struct MetricRow: Hashable, Sendable {
    /// The identity of a row.
    package struct ID: Hashable, Sendable {
        /// The series.
        package let key: MetricKey
        /// The resolution.
        package let resolution: MetricResolution
        /// The row's number, see `MetricResolution.row(ofPoint:)`.
        package let number: Int64

        /// Creates the identity of a row of a series in a resolution.
        package init(_ key: MetricKey, _ resolution: MetricResolution, _ number: Int64) {
            self.key = key
            self.resolution = resolution
            self.number = number
        }
    }

    /// The identity of the row.
    package let id: ID
    /// The kind of the series.
    package let kind: MetricKind
    /// The points, `MetricResolution.pointsPerRow` of them; `nan` where nothing is known.
    package private(set) var points: [Float]

    /// Creates a row without known points.
    package init(_ id: ID, _ kind: MetricKind) {
        self.id = id
        self.kind = kind
        self.points = Array(repeating: .nan, count: id.resolution.pointsPerRow)
    }

    /// Creates a stored row; `nil` where the bytes are not those of a row of this resolution.
    package init?(_ id: ID, _ kind: MetricKind, bytes: [UInt8]) {
        let count = id.resolution.pointsPerRow
        guard let points = bytes.count == count * 4 ? Self.numbers(bytes) : Self.counts(bytes, count) else {
            return nil
        }
        self.id = id
        self.kind = kind
        self.points = points
    }

    /// The points as bytes, in the shorter of two forms, which differ in length.
    ///
    /// The short form has integers in one to four bytes each, and runs of equal ones in a few bytes together. It is a
    /// sequence of numbers in base 128, the lowest seven bits first, where all bytes but the last of a number have
    /// their highest bit set (LEB128). 0 is an unknown point, 1 means that the point before it is repeated as often as
    /// the next number states, and n + 2 is a point of the value n. The long form has four bytes a point, each a
    /// big-endian IEEE 754 number of 32 bits.
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

    /// The short form; `nil` where a point is not an integer from 0 on, or the long form is not longer.
    private var shortBytes: [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(self.points.count * 2)
        var place = 0
        while place < self.points.count {
            let point = self.points[place]
            guard point.isNaN || point.sign == .plus && point <= Self.greatestShort && point.rounded() == point else {
                return nil
            }
            var end = place + 1
            while end < self.points.count, self.points[end] == point || self.points[end].isNaN && point.isNaN {
                end += 1
            }
            let number = point.isNaN ? 0 : UInt32(point) + 2
            Self.append(number, to: &bytes)
            let again = end - place - 1
            if again > 2 {
                Self.append(1, to: &bytes)
                Self.append(UInt32(again), to: &bytes)
            } else {
                for _ in 0..<again { Self.append(number, to: &bytes) }
            }
            place = end
        }
        return bytes.count < self.points.count * 4 ? bytes : nil
    }

    private static func append(_ number: UInt32, to bytes: inout [UInt8]) {
        var rest = number
        while rest > 0x7F {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// The greatest value of the short form: all integers up to it are exact in 32 bits.
    private static let greatestShort: Float = 16_777_216

    private static func numbers(_ bytes: [UInt8]) -> [Float] {
        stride(from: 0, to: bytes.count, by: 4).map { place in
            let high = UInt32(bytes[place]) << 24 | UInt32(bytes[place + 1]) << 16
            return Float(bitPattern: high | UInt32(bytes[place + 2]) << 8 | UInt32(bytes[place + 3]))
        }
    }

    /// Returns the points of the short form; `nil` where the bytes do not contain exactly so many points.
    private static func counts(_ bytes: [UInt8], _ count: Int) -> [Float]? {
        var points: [Float] = []
        points.reserveCapacity(count)
        var (number, shift, isRun) = (UInt32(0), UInt32(0), false)
        for byte in bytes {
            guard shift < 28 else { return nil }
            number |= UInt32(byte & 0x7F) << shift
            shift += 7
            guard byte & 0x80 == 0 else { continue }
            if isRun {
                guard let last = points.last, Int(number) <= count - points.count else { return nil }
                points += repeatElement(last, count: Int(number))
                isRun = false
            } else if number == 1 {
                isRun = true
            } else {
                points.append(number == 0 ? .nan : Float(number - 2))
            }
            (number, shift) = (0, 0)
        }
        return points.count == count && shift == 0 && !isRun ? points : nil
    }

    /// Adds a value to a point; a point of another row, and a value that is not a number, change nothing.
    package mutating func add(_ value: Double, atPoint point: Int64) {
        guard !value.isNaN, let index = self.index(ofPoint: point) else { return }
        let known = self.points[index]
        self.points[index] = known.isNaN ? Float(value) : Float(self.kind.combined(Double(known), value))
    }

    /// Sets a point of this row, replacing its value.
    package mutating func set(_ value: Double, atPoint point: Int64) {
        guard let index = self.index(ofPoint: point) else { return }
        self.points[index] = Float(value)
    }

    /// Returns whether two rows have the same known points with the same values.
    package static func == (left: Self, right: Self) -> Bool {
        left.id == right.id && left.kind == right.kind
            && left.points.elementsEqual(right.points) { $0 == $1 || $0.isNaN && $1.isNaN }
    }

    /// Hashes the identity, which distinguishes rows of one history.
    package func hash(into hasher: inout Hasher) { hasher.combine(self.id) }

    private func index(ofPoint point: Int64) -> Int? {
        guard self.id.resolution.row(ofPoint: point) == self.id.number else { return nil }
        return Int(point - self.id.number * Int64(self.id.resolution.pointsPerRow))
    }
}

extension MetricRow {
    /// The newest known point; `nil` where none is known.
    package var newestPoint: Int64? {
        self.points.lastIndex { !$0.isNaN }.map { self.id.number * Int64(self.id.resolution.pointsPerRow) + Int64($0) }
    }

    /// The known points, in ascending order.
    package var knownPoints: [Int64] {
        let first = self.id.number * Int64(self.id.resolution.pointsPerRow)
        return self.points.indices.filter { !self.points[$0].isNaN }.map { first + Int64($0) }
    }

    /// Returns the row without its points from one on.
    package func forgetting(from point: Int64) -> Self {
        var row = self
        let first = self.id.number * Int64(self.id.resolution.pointsPerRow)
        for own in first..<(first + Int64(self.id.resolution.pointsPerRow)) where own >= point {
            row.set(.nan, atPoint: own)
        }
        return row
    }
}
