/// A search for the known word that is most similar to an unknown one.
package enum Spelling {
    /// The maximum length of a compared word; the cost grows with the product of the lengths.
    private static let lengthLimit = 80

    /// Returns the known word that was most likely meant, or `nil` if none is similar.
    ///
    /// A word is similar if it differs only in case, or in at most a third of its letters (but at least one) that are
    /// mistyped, omitted, added, or swapped with their neighbor. Of equally similar words the first one wins.
    package static func nearest(to word: String, among known: [String]) -> String? {
        let typed = Array(word.lowercased())
        guard !typed.isEmpty, typed.count <= Self.lengthLimit else { return nil }
        var best: (word: String, distance: Int)?
        for candidate in known where candidate.count <= Self.lengthLimit {
            let letters = Array(candidate.lowercased())
            let limit = max(1, max(typed.count, letters.count) / 3)
            guard abs(typed.count - letters.count) <= limit else { continue }
            let distance = Self.distance(typed, letters)
            if distance <= limit, distance < (best?.distance ?? .max) {
                best = (candidate, distance)
            }
        }
        return best?.word
    }

    /// Returns the most similar known word, or else the first that begins with this one if it has three letters or
    /// more, such as `env`.
    package static func meant(by word: String, among known: [String]) -> String? {
        if let nearest = Self.nearest(to: word, among: known) { return nearest }
        let beginning = word.lowercased()
        guard beginning.utf8.count >= 3 else { return nil }
        return known.first { $0.lowercased().hasPrefix(beginning) }
    }

    /// Returns the remedy for an unknown word: all known words, and the most similar one.
    package static func choice(_ word: String, among known: [String]) -> String {
        let remedy = Self.meant(by: word, among: known).map { " Did you mean \($0)?" } ?? ""
        let list = known.joined(separator: ", ")
        return "This must be \(known.count == 1 ? list : "one of \(list)").\(remedy)"
    }

    /// Returns the number of letters to change, add, drop, or swap with their neighbor (optimal string alignment).
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var current = [row + 1]
            current.reserveCapacity(right.count + 1)
            for (column, other) in right.enumerated() {
                var cost = min(last[column + 1] + 1, current[column] + 1)
                cost = min(cost, last[column] + (letter == other ? 0 : 1))
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            beforeLast = last
            last = current
        }
        return last[right.count]
    }
}
