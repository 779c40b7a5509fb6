import AppStoreSimulator
import ArgumentParser
import Foundation

/// The files that a simulated App Store writes for its users: the keys for its APIs, and its root certificate.
struct SimulatorFiles: Sendable {
    /// The maximum number of bytes that are read of a file: more than any key or root has.
    private static let lookedAtLimit = 65_536

    /// The given folder, or the folder of the root; `nil` for a temporary one.
    let folder: String?
    /// The path of the root; `nil` for the folder.
    let root: String?

    /// Creates the files from the options for the folder and the root.
    init(folder: String?, root: String?) {
        self.folder = folder ?? root.map { URL(fileURLWithPath: $0).deletingLastPathComponent().path }
        self.root = root
    }

    /// Exits with an error when a key or root of the real App Store is in the folder or in the environment.
    func refuseProductionKeys(own: [APIKey]) throws {
        for (name, value) in ProcessInfo.processInfo.environment.sorted(by: { $0.key < $1.key }) {
            if name.hasPrefix("PURSER_"), ProductionKey.detect(in: Array(value.utf8), own: own) != nil {
                try self.refuse("the variable \(name) holds a private key")
            }
        }
        guard let folder, let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return }
        let ownNames = own.map { "\($0.keyId).p8" }
        for name in names.sorted() where !ownNames.contains(name) {
            let bytes = Self.beginning(of: "\(folder)/\(name)")
            if ProductionKey.detect(in: Array(bytes), name: name, own: own) != nil {
                try self.refuse("\(folder)/\(name) looks like a key or a root of the real App Store")
            }
        }
    }

    /// Checks, before the store is served, that keys and root can be written.
    ///
    /// - Throws: The exit status, after reporting the path that cannot be written.
    func prove() throws {
        if let folder {
            // The file contains the key.
            let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
            try Self.prove(URL(fileURLWithPath: folder), attributes, named: folder)
        }
        if let root { try Self.prove(URL(fileURLWithPath: root).deletingLastPathComponent(), nil, named: root) }
    }

    /// Writes and removes a file in a folder, which may contain another simulator's files.
    private static func prove(_ folder: URL, _ attributes: [FileAttributeKey: Any]?, named place: String) throws {
        let file = folder.appendingPathComponent(".purser-simulator")
        do {
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                attributes: attributes
            )
            try Data().write(to: file)
            try FileManager.default.removeItem(at: file)
        } catch {
            throw Self.refusal(of: place)
        }
    }

    /// Reports a path that cannot be written, and returns the exit status.
    private static func refusal(of place: String) -> ExitCode {
        StandardStream.error.write(line: "\(place): cannot be written. Choose a path that you may write to.")
        return ExitStatus.cannotCreate.error
    }

    /// Writes the key of an app, the key of its team, and the root; returns the paths of the first key and the root.
    ///
    /// - Throws: The exit status, after reporting the file that cannot be written.
    func write(
        _ key: APIKey,
        team: APIKey,
        root certificate: [UInt8],
        port: Int
    ) throws -> (key: String, root: String) {
        let folder =
            self.folder.map { URL(fileURLWithPath: $0).path }
            ?? FileManager.default.temporaryDirectory.appendingPathComponent("purser-simulator-\(port)").path
        let keyPath = try Self.write(key, into: folder)
        _ = try Self.write(team, into: folder)
        let rootPath = self.root ?? "\(folder)/root.der"
        try RootFile.write(certificate, to: rootPath)
        return (keyPath, rootPath)
    }

    private static func write(_ key: APIKey, into folder: String) throws -> String {
        let path = "\(folder)/\(key.keyId).p8"
        do {
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            try Data(key.privateKeyPEM.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        } catch {
            throw Self.refusal(of: path)
        }
        return path
    }

    /// Returns the beginning of a file; empty for other objects such as a pipe, from which reading would block.
    private static func beginning(of path: String) -> Data {
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        let type = try? target.resourceValues(forKeys: [.isRegularFileKey])
        guard type?.isRegularFile == true, let file = FileHandle(forReadingAtPath: path) else { return Data() }
        return (try? file.read(upToCount: Self.lookedAtLimit)) ?? Data()
    }

    private func refuse(_ what: String) throws {
        StandardStream.error.write(
            line: "The simulator does not start: \(what). Do not keep keys of the real App Store near a simulated one; "
                + "remove it, or choose another --folder."
        )
        throw ExitStatus.notAllowed.error
    }
}

/// The file with a simulated App Store's root certificate, for servers to trust.
enum RootFile {
    /// Writes the certificate, and creates the folder if needed.
    static func write(_ der: [UInt8], to path: String) throws {
        let url = URL(fileURLWithPath: path)
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(der).write(to: url, options: .atomic)
        } catch {
            StandardStream.error.write(line: "\(path): cannot be written. Choose a path that you may write to.")
            throw ExitStatus.cannotCreate.error
        }
    }
}
