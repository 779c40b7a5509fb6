import AppStore
internal import Foundation

extension Configuration {
    /// How many names of a folder are looked at.
    private static let lookedAt = 1000

    /// What to do where there is no configuration at a path: name the one that lies there under another name, or in a folder
    /// beside it.
    static func remedy(forMissing file: String) -> String {
        let folder = (file as NSString).deletingLastPathComponent
        let name = (file as NSString).lastPathComponent
        let manager = FileManager.default
        let listed = (try? manager.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
        let names = listed.sorted().prefix(Self.lookedAt)
        let documents = names.filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }
        let near = Spelling.nearest(to: name, among: documents).map { (folder as NSString).appendingPathComponent($0) }
        let below = names.lazy
            .map { ((folder as NSString).appendingPathComponent($0) as NSString).appendingPathComponent(name) }
            .first { manager.fileExists(atPath: $0) }
        guard let found = near ?? below else { return "Write a first one: purser init shop" }
        return "Did you mean --config \(ShellWord(found))?"
    }
}
