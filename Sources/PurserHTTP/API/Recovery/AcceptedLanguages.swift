/// The preferred languages of an `Accept-Language` header (RFC 9110, section 12.5.4).
package struct AcceptedLanguages: Hashable {
    /// The maximum number of tags that are read.
    private static let maximumCount = 20

    /// The tags in order of preference; tags with equal weight in their order in the header.
    package let tags: [String]

    /// Reads a header; it ignores invalid tags, because a text in another language is better than none.
    package init(_ header: String) {
        let ranges = header.split(separator: ",").prefix(Self.maximumCount).enumerated().compactMap { place, text in
            Self.range(text).map { (tag: $0.tag, weight: $0.weight, place: place) }
        }
        self.tags = ranges.filter { $0.weight > 0 }
            .sorted { ($1.weight, $0.place) < ($0.weight, $1.place) }
            .map(\.tag)
    }

    /// Returns a tag and its weight in thousandths.
    private static func range(_ text: Substring) -> (tag: String, weight: Int)? {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false).map { part in
            part.filter { $0 != " " && $0 != "\t" }
        }
        guard let tag = parts.first, !tag.isEmpty, tag != "*" else { return nil }
        guard let parameter = parts.dropFirst().first else { return (tag, 1000) }
        guard parameter.lowercased().hasPrefix("q="), let weight = Self.weight(parameter.dropFirst(2)) else {
            return nil
        }
        return (tag, weight)
    }

    private static func weight(_ text: Substring) -> Int? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard let whole = parts.first, whole == "0" || whole == "1", parts.count <= 2 else { return nil }
        let fraction = parts.count == 2 ? parts[1] : ""
        guard fraction.count <= 3, fraction.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
        let padded = fraction + String(repeating: "0", count: 3 - fraction.count)
        guard let thousandths = Int(padded), whole == "0" || thousandths == 0 else { return nil }
        return whole == "1" ? 1000 : thousandths
    }
}
