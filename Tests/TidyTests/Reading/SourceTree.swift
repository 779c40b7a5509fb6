import Foundation

/// The files of this project, read once.
struct SourceTree: Sendable {
    /// The project this test was compiled in.
    static let project = SourceTree(root: Self.rootFolder)

    /// Every text file of the project that is part of it: sources, tests, pages, scripts and settings.
    let files: [SourceFile]
    /// Every folder and file below `Sources`, `Tests` and `Tools`, from the root, of any kind.
    let paths: [String]
    /// The project's folder.
    private let root: URL

    /// The Swift files of the package, its manifest left out.
    var swift: [SourceFile] {
        self.files.filter { file in file.isSwift && file.isOfPackage }
    }

    /// The text of a page, or an empty one where it is missing.
    func page(_ path: String) -> SourceFile {
        self.files.first { file in file.path == path } ?? SourceFile(path: path, text: "")
    }

    /// Whether a file or folder of any kind is at this path from the root.
    func holds(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: self.root.appending(path: path).path())
    }

    private static let folders = ["Sources", "Tests", "Tools", "docs", "scripts", ".ci"]
    private static let textEndings = ["swift", "md", "yaml", "yml", "json", "sh", "h", "c", "modulemap", "html", "css"]

    private static let rootFolder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private init(root: URL) {
        var files: [SourceFile] = []
        var paths: [String] = []
        let manager = FileManager.default
        let top = (try? manager.contentsOfDirectory(atPath: root.path())) ?? []
        var candidates = top.filter { name in
            Self.isText(name) || ["Makefile", ".editorconfig", ".gitignore", ".swift-format"].contains(name)
        }
        for folder in Self.folders {
            let below = (try? manager.subpathsOfDirectory(atPath: root.appending(path: folder).path())) ?? []
            let here = below.map { path in folder + "/" + path }
            if ["Sources", "Tests", "Tools"].contains(folder) {
                paths += here
            }
            candidates += here.filter { path in
                folder == "scripts" || folder == ".ci" || Self.isText(path)
            }
        }
        for path in candidates.sorted() {
            if let text = try? String(contentsOf: root.appending(path: path), encoding: .utf8) {
                files.append(SourceFile(path: path, text: text))
            }
        }
        self.files = files
        self.paths = paths.sorted()
        self.root = root
    }

    private static func isText(_ path: String) -> Bool {
        guard let dot = path.lastIndex(of: ".") else { return false }
        return self.textEndings.contains(String(path[path.index(after: dot)...]))
    }
}
