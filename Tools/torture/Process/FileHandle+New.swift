import Foundation

extension FileHandle {
    /// A new file at a path, open for writing; what was there is gone.
    static func new(at path: String) throws -> FileHandle {
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let file = FileHandle(forWritingAtPath: path)
        else { throw CocoaError(.fileWriteUnknown) }
        return file
    }
}
