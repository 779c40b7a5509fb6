import Foundation

/// The files of paths, including those in folders.
package enum ReportFiles {
    /// The suffixes of the names of reports.
    private static let endings = [".txt", ".tsv", ".gz"]

    /// Returns the files of these paths in their order, each once; the files of a folder and its subfolders by name.
    ///
    /// In a folder, only files count whose names have the suffix of a report and do not begin with a dot. Links are
    /// followed, and each folder is read once, even if several links lead to it.
    ///
    /// - Returns: The files, or `nil` with the first unreadable path.
    package static func found(at paths: [String]) -> (files: [String], missing: String?) {
        var files: [String] = []
        var known: Set<String> = []
        var folders: Set<String> = []
        for path in paths {
            guard let found = Self.files(at: path, &folders) else { return (files, path) }
            files += found.filter { known.insert($0).inserted }
        }
        return (files, nil)
    }

    private static func files(at path: String, _ folders: inout Set<String>) -> [String]? {
        guard Self.isFolder(path) else { return FileManager.default.isReadableFile(atPath: path) ? [path] : nil }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return nil }
        guard folders.insert(URL(filePath: path).absoluteURL.resolvingSymlinksInPath().path).inserted else { return [] }
        let folder = path.hasSuffix("/") ? path : path + "/"
        var files: [String] = []
        for name in names.sorted() where !name.hasPrefix(".") {
            if Self.isFolder(folder + name) {
                files += Self.files(at: folder + name, &folders) ?? []
            } else if Self.endings.contains(where: name.lowercased().hasSuffix) {
                files.append(folder + name)
            }
        }
        return files
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        let exists = unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        return exists && isFolder.boolValue
    }
}
