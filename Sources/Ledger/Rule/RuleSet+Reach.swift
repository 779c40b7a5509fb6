extension RuleSet {
    /// Why a rule can never be the first to match.
    package enum Unreachable: Hashable, Sendable {
        /// No value meets the condition on this piece of evidence.
        case contradictory(name: String)
        /// Whatever meets its conditions meets those of this earlier rule, by place.
        case shadowed(by: Int)
        /// Whatever meets its conditions meets those of one of several earlier rules.
        case covered
    }

    /// The most pieces into which what is left of a rule is cut before it passes for one that can match.
    private static let pieceLimit = 4096

    /// The rules that can never be the first to match, by place, each with the reason.
    ///
    /// A rule that is listed can indeed never match. One that is not may still never do so: where a great many rules
    /// overlap the search is given up, and pieces of evidence are taken to be independent of each other.
    package func unreachable(_ vocabulary: RuleVocabulary) -> [Int: Unreachable] {
        var found: [Int: Unreachable] = [:]
        var boxes: [(index: Int, regions: [String: RuleRegion])] = []
        for (index, rule) in self.rules.enumerated() {
            var regions: [String: RuleRegion] = [:]
            var contradiction: String?
            for condition in rule.conditions {
                guard let kind = vocabulary.term(condition.name)?.kind else { continue }
                let region = RuleRegion.holding(condition.test, kind: kind, rates: self.rates)
                let all = regions[condition.name].map { $0.cut(region) } ?? region
                // A list of words may name some that the vocabulary does not know.
                regions[condition.name] = all.cut(.everything(kind))
                if regions[condition.name]?.isEmpty == true, contradiction == nil { contradiction = condition.name }
            }
            if let contradiction {
                found[index] = .contradictory(name: contradiction)
                continue
            }
            let search = Search(vocabulary: vocabulary)
            if let shadow = boxes.first(where: { search.isCovered(regions, by: [$0.regions]) }) {
                found[index] = .shadowed(by: shadow.index)
            } else if search.isCovered(regions, by: boxes.map(\.regions)) {
                found[index] = .covered
            } else {
                boxes.append((index, regions))
            }
        }
        return found
    }

    /// Looks whether one combination of values lies within others.
    private struct Search {
        let vocabulary: RuleVocabulary

        func isCovered(_ box: [String: RuleRegion], by boxes: [[String: RuleRegion]]) -> Bool {
            var pieces = RuleSet.pieceLimit
            return self.isCovered(box, by: boxes[...], pieces: &pieces)
        }

        private func isCovered(
            _ box: [String: RuleRegion],
            by boxes: ArraySlice<[String: RuleRegion]>,
            pieces: inout Int
        ) -> Bool {
            pieces -= 1
            guard pieces >= 0, let first = boxes.first else { return false }
            let rest = boxes.dropFirst()
            var inside: [(name: String, common: RuleRegion, outside: RuleRegion)] = []
            for (name, region) in first.sorted(by: { $0.key < $1.key }) {
                guard let here = box[name] ?? self.vocabulary.term(name).map({ .everything($0.kind) }) else {
                    return false
                }
                let common = here.cut(region)
                guard !common.isEmpty else { return self.isCovered(box, by: rest, pieces: &pieces) }
                inside.append((name, common, here.subtracting(region)))
            }
            // What the first one leaves over is cut off, one piece of evidence after the other.
            var remainder = box
            for (name, common, outside) in inside {
                if !outside.isEmpty {
                    var piece = remainder
                    piece[name] = outside
                    guard self.isCovered(piece, by: rest, pieces: &pieces) else { return false }
                }
                remainder[name] = common
            }
            return true
        }
    }
}
