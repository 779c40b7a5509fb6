/// Folders and files have plain names, folders are nouns of the domain, and no two files of a target share a name.
struct PathRule: Sendable {
    private static let emptyNames: Set<String> = [
        "Models", "Helpers", "Extensions", "Utils", "Utilities", "Common", "Misc",
    ]

    /// Every breach among these paths.
    func complaints(in paths: [String]) -> [Complaint] {
        self.emptyNames(in: paths) + self.sharedNames(in: paths)
    }

    private func sharedNames(in paths: [String]) -> [Complaint] {
        var first: [String: String] = [:]
        return paths.filter { path in path.hasSuffix(".swift") }.compactMap { path in
            let parts = path.split(separator: "/")
            guard let name = parts.last else { return nil }
            let key = parts.prefix(2).joined(separator: "/") + "/" + name
            guard let other = first.updateValue(path, forKey: key) else { return nil }
            return Complaint(
                path: path,
                problem: "\(other) has the same name in the same target, which cannot be built.",
                remedy: "One of the two types has too wide a name; rename it and its file."
            )
        }
    }

    private func emptyNames(in paths: [String]) -> [Complaint] {
        paths.compactMap { path in
            if path.contains(where: \.isWhitespace) {
                return Complaint(
                    path: path,
                    problem: "The name has a space in it.",
                    remedy: "Rename it: a space breaks command lines and links."
                )
            }
            let name = path.split(separator: "/").last.map(String.init) ?? path
            guard Self.emptyNames.contains(name) else { return nil }
            return Complaint(
                path: path,
                problem: "A folder called \(name) collects what has no place.",
                remedy: "Put each file into the folder of the noun it is about."
            )
        }
    }
}
