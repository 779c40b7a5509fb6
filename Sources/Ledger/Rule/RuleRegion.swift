/// A set of values of one piece of evidence that can be intersected and subtracted exactly.
///
/// Values belong to units, because not all can be compared with each other: each word is a unit of its own, each
/// currency is one, and all other numbers share one.
struct RuleRegion: Hashable {
    /// Whether the set contains unknown evidence.
    private var hasUnknown: Bool
    /// The numbers in each unit, as ascending ranges that do not touch.
    private var units: [RuleValue.Unit: [ClosedRange<Int64>]]
    /// Whether the set contains all of the units that are not listed.
    private var hasElsewhere: Bool
    /// All numbers of a unit.
    private let domain: ClosedRange<Int64>

    /// Returns the set of all values of a kind, and of unknown evidence.
    static func everything(_ kind: RuleTerm.Kind) -> Self {
        switch kind {
        case .text(let known?):
            let units = known.map { (RuleValue.Unit($0), [kind.domain]) }
            return Self(unknown: true, units: Dictionary(units) { first, _ in first }, elsewhere: false, kind.domain)
        case .text(nil), .money: return Self(unknown: true, units: [:], elsewhere: true, kind.domain)
        case .count, .share, .span, .flag:
            return Self(unknown: true, units: [RuleValue.Unit(""): [kind.domain]], elsewhere: false, kind.domain)
        }
    }

    /// Returns the values for which a condition holds.
    static func holding(_ test: RuleCondition.Test, kind: RuleTerm.Kind, rates: [RuleRate]) -> Self {
        var region = Self(unknown: false, units: [:], elsewhere: false, kind.domain)
        switch test {
        case .oneOf(let values):
            for value in values {
                let number = value.number ?? 0
                region.join(Self.units(from: number, to: number, in: value.unit, kind: kind, rates: rates))
            }
        case .within(let bounds):
            region = .everything(kind)
            region.hasUnknown = false
            for bound in bounds {
                var side = Self(unknown: false, units: [:], elsewhere: false, kind.domain)
                let number = bound.limit.number ?? 0
                let range: (from: Int64, to: Int64)? =
                    switch bound.side {
                    case .below: number == .min ? nil : (.min, number - 1)
                    case .above: number == .max ? nil : (number + 1, .max)
                    case .atLeast: (number, .max)
                    case .atMost: (.min, number)
                    }
                if let range {
                    side.join(
                        Self.units(from: range.from, to: range.to, in: bound.limit.unit, kind: kind, rates: rates)
                    )
                }
                region = region.cut(side)
            }
        }
        return region
    }

    private init(
        unknown: Bool,
        units: [RuleValue.Unit: [ClosedRange<Int64>]],
        elsewhere: Bool,
        _ domain: ClosedRange<Int64>
    ) {
        self.hasUnknown = unknown
        self.units = units
        self.hasElsewhere = elsewhere
        self.domain = domain
    }

    /// Whether the set is empty.
    var isEmpty: Bool {
        !self.hasUnknown && !self.hasElsewhere && self.units.values.allSatisfy(\.isEmpty)
    }

    /// Returns the intersection of both sets.
    func cut(_ other: Self) -> Self {
        var result = self.combined(other) { Self.cut($0, $1) }
        result.hasUnknown = self.hasUnknown && other.hasUnknown
        result.hasElsewhere = self.hasElsewhere && other.hasElsewhere
        return result
    }

    /// Returns the values of this set that are not in the other.
    func subtracting(_ other: Self) -> Self {
        var result = self.combined(other) { Self.subtract($0, $1) }
        result.hasUnknown = self.hasUnknown && !other.hasUnknown
        result.hasElsewhere = self.hasElsewhere && !other.hasElsewhere
        return result
    }

    private func combined(
        _ other: Self,
        _ combine: ([ClosedRange<Int64>], [ClosedRange<Int64>]) -> [ClosedRange<Int64>]
    ) -> Self {
        var result = self
        for unit in Set(self.units.keys).union(other.units.keys) {
            result.units[unit] = combine(self.ranges(unit), other.ranges(unit))
        }
        return result
    }

    private func ranges(_ unit: RuleValue.Unit) -> [ClosedRange<Int64>] {
        self.units[unit] ?? (self.hasElsewhere ? [self.domain] : [])
    }

    private mutating func join(_ units: [RuleValue.Unit: ClosedRange<Int64>]) {
        for (unit, range) in units {
            // The ranges of a unit must not overlap, so the existing ranges are subtracted before this one is added.
            let rest = Self.subtract(self.ranges(unit), [range])
            self.units[unit] = (rest + [range]).sorted { $0.lowerBound < $1.lowerBound }
        }
    }

    /// Returns a range of numbers in its own unit, and in the units from which a rate leads there.
    private static func units(
        from: Int64,
        to: Int64,
        in unit: RuleValue.Unit,
        kind: RuleTerm.Kind,
        rates: [RuleRate]
    ) -> [RuleValue.Unit: ClosedRange<Int64>] {
        var units: [RuleValue.Unit: ClosedRange<Int64>] = [:]
        let domain = kind.domain
        if from <= domain.upperBound, to >= domain.lowerBound {
            units[unit] = max(from, domain.lowerBound)...min(to, domain.upperBound)
        }
        guard kind == .money else { return units }
        var seen: Set<RuleValue.Unit> = [unit]
        for rate in rates where RuleValue.Unit(rate.to) == unit {
            let other = RuleValue.Unit(rate.from)
            guard seen.insert(other).inserted else { continue }
            guard let first = Self.first(where: { rate.converted($0) >= from }) else { continue }
            let beyond = to == .max ? nil : Self.first { rate.converted($0) > to }
            guard let beyond else {
                units[other] = first...Int64.max
                continue
            }
            if first < beyond { units[other] = first...(beyond - 1) }
        }
        return units
    }

    /// Returns the lowest number for which a condition holds that also holds for all greater ones.
    private static func first(where holds: (Int64) -> Bool) -> Int64? {
        guard holds(.max) else { return nil }
        var low = Int64.min
        var high = Int64.max
        while low < high {
            let middle = Int64(clamping: (Int128(low) + Int128(high)) >> 1)
            if holds(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    private static func cut(_ left: [ClosedRange<Int64>], _ right: [ClosedRange<Int64>]) -> [ClosedRange<Int64>] {
        left.flatMap { range in
            right.filter { $0.overlaps(range) }.map { $0.clamped(to: range) }
        }
    }

    private static func subtract(_ left: [ClosedRange<Int64>], _ right: [ClosedRange<Int64>]) -> [ClosedRange<Int64>] {
        right.reduce(left) { ranges, hole in
            ranges.flatMap { range -> [ClosedRange<Int64>] in
                guard range.overlaps(hole) else { return [range] }
                var rest: [ClosedRange<Int64>] = []
                if range.lowerBound < hole.lowerBound { rest.append(range.lowerBound...(hole.lowerBound - 1)) }
                if range.upperBound > hole.upperBound { rest.append((hole.upperBound + 1)...range.upperBound) }
                return rest
            }
        }
    }
}
