import Foundation

/// The `openssl` command: another maker of certificates, and another client of TLS.
enum OpenSSL {
    /// The path of the program, or `nil` when it is not installed.
    static let path: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "")
        .split(separator: ":")
        .map { "\($0)/openssl" }
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// Runs it to its end with this text on standard input, and returns its status and all that it wrote.
    static func run(_ arguments: [String], in folder: TemporaryFolder, input: String = "") throws -> (Int32, String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.path ?? "")
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        let text = folder.path + "/.openssl-input"
        let log = folder.path + "/.openssl-output"
        try Data(input.utf8).write(to: URL(fileURLWithPath: text))
        try Data().write(to: URL(fileURLWithPath: log))
        process.standardInput = FileHandle(forReadingAtPath: text)
        let output = FileHandle(forWritingAtPath: log)
        process.standardOutput = output
        process.standardError = output
        try process.run()
        process.waitUntilExit()
        let written = try Data(contentsOf: URL(fileURLWithPath: log))
        return (process.terminationStatus, String(decoding: written, as: UTF8.self))
    }

    /// Makes a certificate of this name for this machine, and its key, which only the owner may read.
    static func certificate(_ name: String, in folder: TemporaryFolder) throws {
        let (status, output) = try Self.run(
            [
                "req", "-x509", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-days", "2",
                "-subj", "/CN=\(name)", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", "server.key",
                "-out", "server.pem",
            ],
            in: folder
        )
        guard status == 0 else { throw Failure(output: output) }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.path + "/server.key")
    }

    /// A failed command.
    struct Failure: Error {
        let output: String
    }
}
