import Foundation
import PurserService
import Testing

@Suite struct SecretFileTests {
    private let folder: URL

    init() throws {
        self.folder = FileManager.default.temporaryDirectory.appending(
            path: "purser-secret-\(ProcessInfo.processInfo.globallyUniqueString)"
        )
        try FileManager.default.createDirectory(at: self.folder, withIntermediateDirectories: true)
    }

    private func path(_ name: String) -> String { self.folder.appending(path: name).path }

    private func change(mode: Int, of path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    @Test("Written bytes are read again, by the owner only, and no other file stays in the folder")
    func roundTrip() throws {
        let file = SecretFile(path: self.path("secret"))
        #expect(try file.read(limitBytes: 8) == nil)
        for content in ["first", "second"] {
            try file.write(Array(content.utf8))
            #expect(try file.read(limitBytes: 8) == Array(content.utf8))
            let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: self.folder.path) == ["secret"])
    }

    @Test("A file that others may read or write is refused", arguments: [0o640, 0o604, 0o620, 0o602, 0o644])
    func exposed(mode: Int) throws {
        let file = SecretFile(path: self.path("secret"))
        try file.write([1])
        try self.change(mode: mode, of: file.path)
        #expect(throws: SecretFile.Trouble.exposed) { try file.read(limitBytes: 8) }
        try self.change(mode: 0o400, of: file.path)
        #expect(try file.read(limitBytes: 8) == [1])
    }

    @Test("If the path is a link, the linked file must belong to its owner only")
    func link() throws {
        let file = SecretFile(path: self.path("secret"))
        try file.write([1])
        let link = SecretFile(path: self.path("link"))
        try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: file.path)
        #expect(try link.read(limitBytes: 8) == [1])
        try self.change(mode: 0o644, of: file.path)
        #expect(throws: SecretFile.Trouble.exposed) { try link.read(limitBytes: 8) }
    }

    @Test("A file that is too large, and a folder, are not secrets")
    func unreadable() throws {
        let file = SecretFile(path: self.path("secret"))
        try file.write([1, 2, 3])
        #expect(throws: SecretFile.Trouble.unreadable) { try file.read(limitBytes: 2) }
        #expect(try file.read(limitBytes: 3) == [1, 2, 3])
        #expect(throws: SecretFile.Trouble.unreadable) { try SecretFile(path: self.folder.path).read(limitBytes: 8) }
    }

    @Test("If a write fails, the previous contents stay, and no incomplete file is left")
    func unwritable() throws {
        #expect(throws: SecretFile.Trouble.unwritable) { try SecretFile(path: self.path("none/secret")).write([1]) }
        // A folder that is not empty cannot be replaced by a file.
        let taken = SecretFile(path: self.path("taken"))
        try FileManager.default.createDirectory(atPath: taken.path + "/inner", withIntermediateDirectories: true)
        #expect(throws: SecretFile.Trouble.unwritable) { try taken.write([1]) }
        #expect(!FileManager.default.fileExists(atPath: taken.path + ".new"))
        #expect(FileManager.default.fileExists(atPath: taken.path + "/inner"))
    }
}
