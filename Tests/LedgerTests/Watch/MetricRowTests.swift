import Ledger
import Testing

@Suite struct MetricRowTests {
    private static let key = MetricKey("purser_test_total", ["app": "shop"])

    private static func row(
        _ kind: MetricKind,
        _ resolution: MetricResolution = .minute,
        _ number: Int64 = 3
    ) -> MetricRow {
        MetricRow(MetricRow.ID(Self.key, resolution, number), kind)
    }

    @Test("Counts of the same point are added, and of gauges the greatest counts")
    func add() {
        for (kind, expected) in [(MetricKind.count, 7), (.gauge, 4)] as [(MetricKind, Float)] {
            var row = Self.row(kind)
            for value in [3, 4] as [Double] { row.add(value, atPoint: 185) }
            row.add(0, atPoint: 239)
            #expect(row.points[5] == expected)
            #expect(row.points[59] == 0, "0 is knowledge.")
            #expect(row.points.count { $0.isNaN } == 58)
            row.set(1, atPoint: 185)
            #expect(row.points[5] == 1)
        }
    }

    @Test("Points of other rows change nothing, however far away", arguments: [179, 240, .min, .max] as [Int64])
    func otherRows(point: Int64) {
        var row = Self.row(.count)
        row.add(1, atPoint: point)
        row.set(1, atPoint: point)
        #expect(row == Self.row(.count))
    }

    @Test("A value that is not a number leaves the known values unchanged", arguments: MetricKind.allCases)
    func noNumber(kind: MetricKind) {
        var row = Self.row(kind)
        row.add(2, atPoint: 180)
        row.add(.nan, atPoint: 180)
        row.add(.nan, atPoint: 181)
        #expect(row.points[0] == 2)
        #expect(row.points[1].isNaN)
    }

    @Test("A row comes back from its bytes", arguments: MetricResolution.allCases)
    func bytes(resolution: MetricResolution) {
        var row = Self.row(.gauge, resolution, -2)
        let first = -2 * Int64(resolution.pointsPerRow)
        for (place, value) in [0, 1, -2.5, 16_777_216, .infinity, -0.0].enumerated() {
            row.add(value, atPoint: first + Int64(place))
        }
        #expect(row.bytes.count == resolution.pointsPerRow * 4)
        #expect(Array(row.bytes[4..<8]) == [0x3F, 0x80, 0, 0])
        #expect(MetricRow(row.id, .gauge, bytes: row.bytes) == row)
        #expect(MetricRow(row.id, .gauge, bytes: Array(row.bytes.dropLast())) == nil)
        #expect(MetricRow(row.id, .gauge, bytes: row.bytes + [0]) == nil)
    }

    @Test("Rows that know the same are equal, and others are not")
    func equal() {
        var row = Self.row(.count)
        #expect(row == Self.row(.count))
        #expect(row != Self.row(.gauge))
        #expect(row != Self.row(.count, .minute, 4))
        row.add(0, atPoint: 180)
        #expect(row != Self.row(.count))
        #expect(Set([row, row, Self.row(.count)]).count == 2)
    }
}
