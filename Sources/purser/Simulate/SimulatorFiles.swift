import AppStoreSimulator
import ArgumentParser
import Foundation

/// The files that a simulated App Store leaves for its users: the keys for its APIs, and its root certificate.
struct SimulatorFiles: Sendable {
    /// More than any key or root has, in bytes: of a longer file only so much is looked at.
    private static let lookedAtLimit = 65_536

    /// The folder that was named, or that of the root; `nil` for a temporary one.
    let folder: String?
    /// Where the root goes; `nil` for the folder.
    let root: String?

    /// The files of a store that was told to use this folder, or to leave its root in this place, or neither.
    init(folder: String?, root: String?) {
        self.folder = folder ?? root.map { URL(fileURLWithPath: $0).deletingLastPathComponent().path }
        self.root = root
    }

    /// Ends with an error where anything of the real App Store lies about: in the folder, or in the environment.
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

    /// Finds out whether key and root can be written where they were told to go, before anything is served.
    ///
    /// - Throws: The exit status, after saying which place cannot be written.
    func prove() throws {
        if let folder {
            // The key is in it.
            let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
            try Self.prove(URL(fileURLWithPath: folder), attributes, named: folder)
        }
        if let root { try Self.prove(URL(fileURLWithPath: root).deletingLastPathComponent(), nil, named: root) }
    }

    /// Writes a file into a folder and takes it away again: what lies there may be another simulator's.
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

    /// Says that a place cannot be written, and returns how the command ends for that.
    private static func refusal(of place: String) -> ExitCode {
        StandardStream.error.write(line: "\(place): cannot be written. Choose a place that you may write to.")
        return ExitStatus.cannotCreate.error
    }

    /// Writes the key of an app, that of its team, and the root; answers where the first and the root are.
    ///
    /// - Throws: The exit status, after saying which file cannot be written.
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

    /// What a file begins with; nothing for what is no file, such as a pipe, on which reading would wait.
    private static func beginning(of path: String) -> Data {
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        let type = try? target.resourceValues(forKeys: [.isRegularFileKey])
        guard type?.isRegularFile == true, let file = FileHandle(forReadingAtPath: path) else { return Data() }
        return (try? file.read(upToCount: Self.lookedAtLimit)) ?? Data()
    }

    private func refuse(_ what: String) throws {
        StandardStream.error.write(
            line: "The simulator does not start: \(what). A simulated store must never be near a real one's keys; "
                + "take it away, or choose another --folder."
        )
        throw ExitStatus.notAllowed.error
    }
}

/// The file in which a simulated App Store's root certificate is left for servers to trust.
enum RootFile {
    /// Writes the certificate, making the folder if need be.
    static func write(_ der: [UInt8], to path: String) throws {
        let url = URL(fileURLWithPath: path)
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(der).write(to: url, options: .atomic)
        } catch {
            StandardStream.error.write(line: "\(path): cannot be written. Choose a place that you may write to.")
            throw ExitStatus.cannotCreate.error
        }
    }
}
