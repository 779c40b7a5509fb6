import AppStore
import Foundation
import SwiftASN1
import X509

/// A certification authority of the `openssl` command in its own folder, as an independent implementation of OCSP.
final class RevocationOpenSSL {
    struct Failure: Error {
        let arguments: [String]
        let output: String
    }

    enum Key: String, CaseIterable {
        case p384
        case rsa

        var arguments: [String] {
            switch self {
            case .p384: ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-384"]
            case .rsa: ["-newkey", "rsa:2048"]
            }
        }
    }

    /// The path of the command; `nil` if it is not installed.
    static let path: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "")
        .split(separator: ":")
        .map { "\($0)/openssl" }
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    static let goodSerial = "1234ABCD"
    static let revokedSerial = "5678"
    static let unlistedSerial = "9ABC"

    let folder: URL

    /// Creates an authority, a delegated responder, one without the purpose, and three certificates.
    init(key: Key) throws {
        self.folder = FileManager.default.temporaryDirectory
            .appending(path: "ocsp-\(key.rawValue)-\(ProcessInfo.processInfo.globallyUniqueString)")
        try FileManager.default.createDirectory(at: self.folder, withIntermediateDirectories: true)
        try self.write(
            """
            V\t491231235959Z\t\t\(Self.goodSerial)\tunknown\t/CN=good
            R\t491231235959Z\t240229123456Z,keyCompromise\t\(Self.revokedSerial)\tunknown\t/CN=revoked

            """,
            to: "index.txt"
        )
        try self.write("extendedKeyUsage=OCSPSigning\nkeyUsage=critical,digitalSignature\n", to: "responder.ext")
        try self.write("keyUsage=critical,digitalSignature\n", to: "plain.ext")

        try self.run(
            ["req", "-x509", "-nodes", "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/C=US/O=Test/CN=Authority"]
                + ["-days", "365", "-sha384"] + key.arguments
        )
        try self.issue("good", serial: Self.goodSerial, extensions: "plain.ext", key: .p384)
        try self.issue("revoked", serial: Self.revokedSerial, extensions: "plain.ext", key: .p384)
        try self.issue("unlisted", serial: Self.unlistedSerial, extensions: "plain.ext", key: .p384)
        try self.issue("responder", serial: "77", extensions: "responder.ext", key: key)
        try self.issue("impostor", serial: "78", extensions: "plain.ext", key: key)
    }

    deinit {
        try? FileManager.default.removeItem(at: self.folder)
    }

    /// The current time according to the certificate that was created last, because responses have the wall clock's
    /// time.
    var now: Int64 {
        get throws {
            Int64(try self.certificate("impostor").notValidBefore.timeIntervalSince1970 * 1000)
        }
    }

    func certificate(_ name: String) throws -> Certificate {
        try Certificate(pemEncoded: try String(contentsOf: self.folder.appending(path: "\(name).pem"), encoding: .utf8))
    }

    func request(about name: String) throws -> OCSPRequest {
        try OCSPRequest(
            certificate: try self.certificate(name),
            issuer: try self.certificate("ca"),
            nonce: (0..<UInt8(OCSPRequest.nonceByteCount)).map { $0 }
        )
    }

    /// Returns the command's response to a request.
    func respond(to request: OCSPRequest, signer: String = "ca", options: [String] = []) throws -> [UInt8] {
        try Data(request.derBytes).write(to: self.folder.appending(path: "request.der"))
        try self.run(
            ["ocsp", "-index", "index.txt", "-CA", "ca.pem", "-rsigner", "\(signer).pem", "-rkey", "\(signer).key"]
                + ["-reqin", "request.der", "-respout", "response.der", "-nmin", "60"] + options
        )
        return Array(try Data(contentsOf: self.folder.appending(path: "response.der")))
    }

    /// Returns the command's text form of a request.
    func text(of request: OCSPRequest) throws -> String {
        try Data(request.derBytes).write(to: self.folder.appending(path: "request.der"))
        return try self.run(["ocsp", "-reqin", "request.der", "-req_text"])
    }

    /// Starts the command as a server on a free port; the caller terminates it.
    func serve() throws -> (server: Process, address: String) {
        let (process, output) = self.process([
            "ocsp", "-index", "index.txt", "-CA", "ca.pem", "-rsigner", "ca.pem", "-rkey", "ca.key", "-port", "0",
            "-nmin", "60",
        ])
        try process.run()
        var said = ""
        while true {
            let data = output.fileHandleForReading.availableData
            said += String(decoding: data, as: UTF8.self)
            // "ACCEPT [::]:44893 PID=26437", or with an address of the older kind.
            if let match = said.firstMatch(of: /ACCEPT \S*:(\d+)/),
                said[match.range.upperBound...].contains("\n")
            {
                return (process, "http://localhost:\(match.output.1)/")
            }
            guard !data.isEmpty else {
                process.terminate()
                throw Failure(arguments: ["ocsp", "-port", "0"], output: said)
            }
        }
    }

    private func issue(_ name: String, serial: String, extensions: String, key: Key) throws {
        try self.run(
            ["req", "-nodes", "-keyout", "\(name).key", "-out", "\(name).csr", "-subj", "/CN=\(name)"]
                + key.arguments
        )
        try self.run(
            ["x509", "-req", "-in", "\(name).csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-set_serial", "0x\(serial)"]
                + ["-days", "90", "-sha256", "-extfile", extensions, "-out", "\(name).pem"]
        )
    }

    private func write(_ text: String, to name: String) throws {
        try text.write(to: self.folder.appending(path: name), atomically: true, encoding: .utf8)
    }

    private func process(_ arguments: [String]) -> (Process, Pipe) {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: Self.path ?? "/usr/bin/openssl")
        process.arguments = arguments
        process.currentDirectoryURL = self.folder
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        return (process, output)
    }

    @discardableResult
    private func run(_ arguments: [String]) throws -> String {
        let (process, output) = self.process(arguments)
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(arguments: arguments, output: text) }
        return text
    }
}
