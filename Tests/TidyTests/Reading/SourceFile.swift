/// A file of the project, as the rules read it.
struct SourceFile: Sendable {
    /// The path from the project's root, with slashes.
    let path: String
    /// The text as it stands.
    let text: String
    /// The text taken apart, for a Swift file; empty for others.
    let swift: SwiftText
    /// The declarations of a Swift file, in order.
    let declarations: [Declaration]

    /// A file with this text; what ends in `.swift` is taken apart.
    init(path: String, text: String) {
        self.path = path
        self.text = text
        self.swift = SwiftText(path.hasSuffix(".swift") ? text : "")
        self.declarations = Declaration.all(in: self.swift)
    }

    /// Whether this is Swift.
    var isSwift: Bool { self.path.hasSuffix(".swift") }

    /// Whether this is a source or test file rather than a page or a script.
    var isOfPackage: Bool { ["Sources/", "Tests/", "Tools/"].contains { self.path.hasPrefix($0) } }

    /// The parts of the path: folders, then the file.
    var components: [String] {
        self.path.split(separator: "/").map(String.init)
    }

    /// The file's name without `.swift`.
    var stem: String {
        let name = self.components.last ?? self.path
        return name.hasSuffix(".swift") ? String(name.dropLast(6)) : name
    }

    /// The lines of the text.
    var lines: [Substring] {
        self.text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// Whether the file is this one, or lies in this folder when `place` ends in a slash.
    func isAt(_ place: String) -> Bool {
        place.hasSuffix("/") ? self.path.hasPrefix(place) : self.path == place
    }
}
