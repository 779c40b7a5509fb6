/// Finds the known word that somebody most likely meant.
enum KnownWord {
    /// The nearest known word: equal but for case, or with at most a third of its letters changed, added or left out.
    ///
    /// Of equally near words the first wins; `nil` when none is near.
    static func nearest(to word: String, among known: [String]) -> String? {
        let typed = Array(word.lowercased().unicodeScalars.prefix(64))
        guard !typed.isEmpty else { return nil }
        var best: (word: String, distance: Int)?
        for candidate in known {
            let letters = Array(candidate.lowercased().unicodeScalars)
            let limit = max(1, max(typed.count, letters.count) / 3)
            guard abs(typed.count - letters.count) <= limit else { continue }
            let distance = Self.distance(typed, letters)
            if distance <= limit, distance < (best?.distance ?? .max) {
                best = (candidate, distance)
            }
        }
        return best?.word
    }

    /// How many letters differ, at least (Levenshtein).
    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var row = Array(0...right.count)
        for (index, letter) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, other) in right.enumerated() {
                let changed = diagonal + (letter == other ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(changed, min(row[column], diagonal) + 1)
            }
        }
        return row[right.count]
    }
}
