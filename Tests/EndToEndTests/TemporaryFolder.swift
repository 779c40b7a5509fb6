import Foundation
import Testing

/// A folder that is deleted together with the object that made it.
final class TemporaryFolder {
    /// Its path.
    let path: String

    init() throws {
        let template = FileManager.default.temporaryDirectory.appendingPathComponent("purser-end-to-end-XXXXXX").path
        var bytes = Array(template.utf8CString)
        guard unsafe mkdtemp(&bytes) != nil else { throw CocoaError(.fileWriteUnknown) }
        self.path = String(decoding: bytes.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: self.path)
    }

    /// Writes a file and says where it is.
    func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        let file = self.path + "/" + name
        try FileManager.default.createDirectory(
            at: URL(fileURLWithPath: file).deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        return file
    }

    /// Changes a file's text, which has to be another one then.
    func change(_ name: String, _ change: (String) -> String) throws {
        let text = try String(contentsOfFile: self.path + "/" + name, encoding: .utf8)
        let changed = change(text)
        try #require(text != changed, "\(name) stays as it was")
        _ = try self.write(name, Array(changed.utf8))
    }

    /// Writes this in the place of what the first catalog says of fulfilling; with nothing, nothing is fulfilled.
    func fulfill(by line: String) throws {
        try self.change("shop/catalog.yaml") { text in
            text.split(separator: "\n", omittingEmptySubsequences: false)
                .map { $0.hasPrefix("fulfillment:") ? line : String($0) }.joined(separator: "\n")
        }
    }
}
