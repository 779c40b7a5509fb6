import Foundation

/// The `openssl` command as a reader of receipts, written by others.
enum ReceiptOpenSSL {
    /// Where the command is, or nothing when it is not installed.
    static let path: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "")
        .split(separator: ":")
        .map { "\($0)/openssl" }
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// What was signed in a receipt, if the command finds its signature and its chain to a root right.
    static func verified(_ receipt: [UInt8], root: [UInt8]) throws -> [UInt8]? {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "receipt-\(ProcessInfo.processInfo.globallyUniqueString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(receipt).write(to: folder.appending(path: "receipt.der"))
        let armor = Data(root).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        try "-----BEGIN CERTIFICATE-----\n\(armor)\n-----END CERTIFICATE-----\n"
            .write(to: folder.appending(path: "root.pem"), atomically: true, encoding: .utf8)
        let process = Process()
        process.executableURL = URL(filePath: Self.path ?? "/usr/bin/openssl")
        // Simulated clocks stand anywhere, so the command is not to look at its own.
        process.arguments = [
            "cms", "-verify", "-binary", "-inform", "DER", "-in", "receipt.der", "-CAfile", "root.pem",
            "-purpose", "any", "-no_check_time", "-out", "payload.der",
        ]
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { return nil }
        return Array(try Data(contentsOf: folder.appending(path: "payload.der")))
    }
}
