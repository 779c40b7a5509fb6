/// No link in a page leads to nothing: what it names is there, and the section it names is on that page.
///
/// Links are read as CommonMark's inline links, outside code. Those with a scheme lead out of the project and are not
/// followed. Sections are named as the common hosts of repositories name them.
struct LinkRule: Sendable {
    /// Whether a file or folder is at a path from the root.
    let exists: @Sendable (String) -> Bool

    /// A link of a page.
    private struct Link {
        let target: Substring
        let line: Int
    }

    /// Every dead link in the pages among these files.
    func complaints(in files: [SourceFile]) -> [Complaint] {
        let pages = files.filter { file in file.path.hasSuffix(".md") }
        let sections = Dictionary(
            pages.map { page in (page.path, Self.sections(of: page)) },
            uniquingKeysWith: { first, _ in first }
        )
        return pages.flatMap { page in
            Self.links(of: page).compactMap { link in
                self.problem(with: link.target, on: page.path, sections: sections).map { problem, remedy in
                    Complaint(path: page.path, line: link.line, problem: problem, remedy: remedy)
                }
            }
        }
    }

    private func problem(
        with target: Substring,
        on page: String,
        sections: [String: Set<String>]
    ) -> (problem: String, remedy: String)? {
        let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        guard let path = parts[0].isEmpty ? page : Self.resolve(parts[0], from: page) else {
            return ("The link \(target) leads out of the project.", "Write the path from this page's own folder.")
        }
        guard self.exists(path) else {
            return ("The link \(target) leads to nothing.", "Correct the path, or take the link away.")
        }
        guard parts.count == 2, let known = sections[path], !known.contains(String(parts[1])) else { return nil }
        return (
            "The link \(target) names a section that \(path) does not have.",
            "Name one of: \(known.sorted().joined(separator: ", "))."
        )
    }

    /// The path from the root, or `nil` when it is absolute or leads above the root.
    private static func resolve(_ target: Substring, from page: String) -> String? {
        guard !target.hasPrefix("/") else { return nil }
        var folders = page.split(separator: "/").dropLast()
        for part in target.split(separator: "/") where part != "." {
            if part != ".." {
                folders.append(part)
            } else if folders.popLast() == nil {
                return nil
            }
        }
        return folders.joined(separator: "/")
    }

    // MARK: Reading

    /// The lines of a page that are text rather than code, with their numbers from 1; code spans are blanked.
    private static func text(of page: SourceFile) -> [(line: Int, text: String)] {
        var isFenced = false
        return page.lines.enumerated().compactMap { index, line in
            if line.drop(while: { $0 == " " }).hasPrefix("```") {
                isFenced.toggle()
                return nil
            }
            guard !isFenced, !line.hasPrefix("    ") else { return nil }
            return (index + 1, String(line))
        }
    }

    private static func links(of page: SourceFile) -> [Link] {
        Self.text(of: page).flatMap { number, line in
            // What stands between backticks is shown, not followed.
            let spans = line.split(separator: "`", omittingEmptySubsequences: false)
            let prose = spans.enumerated().map { $0.offset.isMultiple(of: 2) ? String($0.element) : "" }.joined()
            let afterText = prose.split(separator: "](", omittingEmptySubsequences: false).dropFirst()
            return afterText.compactMap { rest -> Link? in
                guard let end = rest.firstIndex(of: ")") else { return nil }
                var target = rest[..<end].prefix { $0 != " " }
                if target.hasPrefix("<"), target.hasSuffix(">") { target = target.dropFirst().dropLast() }
                guard !target.isEmpty, !Self.hasScheme(target) else { return nil }
                return Link(target: Substring(String(target)), line: number)
            }
        }
    }

    private static func hasScheme(_ target: Substring) -> Bool {
        guard let colon = target.firstIndex(of: ":") else { return false }
        return target[..<colon].allSatisfy { $0.isLetter || $0.isNumber || "+-.".contains($0) }
    }

    /// The names of a page's sections: headings in lower case without punctuation, hyphens for spaces, and a number
    /// behind one that comes again.
    private static func sections(of page: SourceFile) -> Set<String> {
        var counts: [String: Int] = [:]
        var names: Set<String> = []
        for (_, line) in Self.text(of: page) where line.hasPrefix("#") {
            let heading = line.drop { $0 == "#" }
            guard heading.first == " " else { continue }
            let name = String(
                heading.dropFirst().lowercased()
                    .filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" || $0 == " " }
                    .map { $0 == " " ? "-" : $0 }
            )
            let count = counts[name, default: 0]
            counts[name] = count + 1
            names.insert(count == 0 ? name : "\(name)-\(count)")
        }
        return names
    }
}
