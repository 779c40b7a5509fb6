internal import Foundation
package import PurserService

/// The folder that `purser init` creates, with a configuration, a catalog, a secret key and a data folder.
package struct InitialInstallation: Sendable {
    private let name: String
    private let bundleID: String
    private let messages: InitMessages
    private let asksStore: Bool
    /// The new folder.
    private let folder: String

    /// Creates the installation of an app of this name, in a folder of this name within `directory`.
    ///
    /// `asksStore` says whether the server asks the simulated store for missed data.
    package init(name: String, directory: String, bundleID: String, messages: InitMessages, asksStore: Bool = true) {
        self.asksStore = asksStore
        self.name = name
        self.bundleID = bundleID
        self.messages = messages
        self.folder =
            switch directory {
            case ".", "": name
            case "/": "/" + name
            default: (directory.hasSuffix("/") ? String(directory.dropLast()) : directory) + "/" + name
            }
    }

    /// Writes all files, or none if one of them exists already.
    ///
    /// Only the owner can read the key and the folders.
    package func write(randomBytes: (Int) -> [UInt8]) throws(ValidationIssues) {
        let files = InitialFiles(messages: self.messages)
        let contents = [
            ("secret.key", SecretKey.make(randomBytes: randomBytes(SecretKey.randomByteCount)) + "\n", 0o600),
            ("catalog.yaml", files.catalog(), 0o644),
            (
                "purser.yaml", files.configuration(name: self.name, bundleID: self.bundleID, asksStore: self.asksStore),
                0o644
            ),
        ]
        let taken = contents.map { self.path($0.0) }.filter { FileManager.default.fileExists(atPath: $0) }
        guard taken.isEmpty else {
            throw ValidationIssues(taken.map(Self.takenIssue))
        }
        try self.makeFolder(self.folder)
        try self.makeFolder(self.path("data"))
        // The simulated store writes its key and its root certificate here.
        try self.makeFolder(self.path(InitialFiles.simulator))
        for (name, text, mode) in contents {
            try self.makeFile(self.path(name), text: text, mode: mode_t(mode))
        }
    }

    /// The written files and the next commands, as lines to print.
    package var report: [String] {
        let names = ["purser.yaml", "catalog.yaml", "secret.key", "data"]
        let width = names.map { self.path($0).count }.max() ?? 0
        var lines = [self.messages.written]
        for name in names {
            let path = self.path(name).padding(toLength: width + 3, withPad: " ", startingAt: 0)
            lines.append("  " + path + (self.messages.purposes[name] ?? ""))
        }
        lines += ["", self.messages.next]
        for (step, command) in zip(self.messages.steps, self.nextCommands) {
            lines += ["", "  # " + step, "  " + command]
        }
        return lines
    }

    /// The next commands: the simulated store, the server, a purchase, and its result.
    package var nextCommands: [String] {
        let address = "http://" + InitialFiles.address
        let simulate = [
            "purser simulate",
            "--catalog \(ShellArgument(self.path("catalog.yaml")))",
            "--bundle-id \(ShellArgument(self.bundleID))",
            "--app-apple-id \(InitialFiles.appAppleID)",
            "--folder \(ShellArgument(self.path(InitialFiles.simulator)))",
            "--notify \(address)/apple/\(self.name)/notifications",
        ]
        let configuration = ShellArgument(self.path("purser.yaml"))
        let buy = #"{"action":"buy","customer":"anna","product":"gems.600"}"#
        let submit = #"s/.*"signedTransaction":"\([^"]*\)".*/{"customer":"anna","signedTransaction":"\1"}/"#
        let key = ShellArgument(self.path("secret.key"))
        return [
            simulate.joined(separator: " "),
            "purser serve --config \(configuration) --clock \(InitialFiles.clock)",
            "export PURSER_CONFIG=\(configuration)",
            "curl -s \(InitialFiles.store)/_sim/v1/actions -d '\(buy)' > bought.json",
            "sed '\(submit)' bought.json | "
                + "curl -s -H \"Authorization: Bearer $(cat \(key))\" \(address)/v1/purchases -d @-",
            "purser wallets list anna",
        ]
    }

    private func path(_ name: String) -> String {
        self.folder + "/" + name
    }

    private func makeFolder(_ path: String) throws(ValidationIssues) {
        var isFolder: ObjCBool = false
        if unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
            guard isFolder.boolValue else { throw ValidationIssues(Self.takenIssue(path)) }
            return
        }
        do {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw ValidationIssues(
                ValidationIssue(
                    file: path,
                    problem: "the folder cannot be created",
                    remedy: "Choose a location with write permission: purser init \(self.name) --directory DIR"
                )
            )
        }
    }

    private func makeFile(_ path: String, text: String, mode: mode_t) throws(ValidationIssues) {
        // The file is created with its mode and only if none exists, so that other users can never read the key and no
        // file is overwritten, even with concurrent changes.
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        if descriptor < 0, errno == EEXIST {
            throw ValidationIssues(Self.takenIssue(path))
        }
        do {
            guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            try handle.write(contentsOf: Data(text.utf8))
            try handle.close()
        } catch {
            throw ValidationIssues(
                ValidationIssue(
                    file: path,
                    problem: "the file cannot be written",
                    remedy: "Choose a location with write permission: purser init \(self.name) --directory DIR"
                )
            )
        }
    }

    private static func takenIssue(_ path: String) -> ValidationIssue {
        ValidationIssue(
            file: path,
            problem: "already exists, and the command overwrites no file",
            remedy: "Choose another name or folder: purser init NAME --directory DIR"
        )
    }
}
