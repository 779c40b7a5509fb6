extension RuleSet {
    /// The reason why a rule can never be the first to match.
    package enum Unreachable: Hashable, Sendable {
        /// No value meets the condition on this piece of evidence.
        case contradictory(name: String)
        /// Every request that meets its conditions also meets those of this earlier rule, by index.
        case shadowed(by: Int)
        /// Every request that meets its conditions also meets those of one of several earlier rules.
        case covered
    }

    /// The maximum number of pieces into which the rest of a rule is divided before the search treats it as reachable.
    private static let pieceLimit = 4096

    /// Returns the rules that can never be the first to match, by index, each with the reason.
    ///
    /// A listed rule can indeed never match. A rule that is not listed may still never match: the search stops where
    /// very many rules overlap, and it assumes that pieces of evidence are independent of each other.
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
                // A list of words may contain some that the vocabulary does not know.
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

    /// A search whether one combination of values is contained in others.
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
            // The rest outside of the first one is cut off, one piece of evidence after the other.
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
