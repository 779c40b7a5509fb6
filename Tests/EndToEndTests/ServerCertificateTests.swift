import AppStore
import Foundation
import PurserTesting
import Testing

@Suite(
    .onThreadsOfItsOwn,
    .timeLimit(.minutes(10)),
    .enabled(if: OpenSSL.path != nil, "There is no openssl on this machine.")
)
struct ServerCertificateTests {
    private static let request = "GET /health/live HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"

    let folder: TemporaryFolder

    init() throws {
        let shop = try InstalledShop()
        self.folder = shop.folder
        try OpenSSL.certificate("first", in: self.folder)
        try shop.configure { text in
            text.replacing(
                /(?m)^  address:.*$/,
                with: { "\($0.0)\n  tls: { certificate: ../server.pem, key: ../server.key }" }
            )
        }
    }

    /// Sends a request over TLS, and returns openssl's output about the connection, and the response.
    private func ask(_ server: RunningServer, _ further: [String] = []) throws -> String {
        let port = server.calls.url.split(separator: ":").last.map(String.init) ?? ""
        return try OpenSSL.run(
            ["s_client", "-connect", "127.0.0.1:\(port)", "-ign_eof"] + further,
            in: self.folder,
            input: Self.request
        ).1
    }

    /// Connects a bounded number of times until the certificate of a name is shown.
    private func shows(_ name: String, _ server: RunningServer) throws -> Bool {
        for _ in 0..<100 where try self.ask(server).contains("CN = \(name)") { return true }
        return false
    }

    @Test("The server ends TLS itself, and loads a new certificate without dropping connections")
    func reload() throws {
        let server = try RunningServer(in: self.folder)
        #expect(server.calls.url.hasPrefix("https://"))
        let first = try self.ask(server, ["-CAfile", "server.pem", "-verify_return_error"])
        #expect(first.contains("HTTP/1.1 200 OK"))
        #expect(first.contains("CN = first"))
        #expect(!(try self.ask(server, ["-tls1_1"]).contains("HTTP/1.1 200")))

        let open = try OpenConnection(to: server.calls.url, in: self.folder)
        try OpenSSL.certificate("second", in: self.folder)
        kill(server.processID, SIGHUP)
        #expect(try self.shows("second", server))
        #expect(try open.ask(Self.request).contains("HTTP/1.1 200 OK"))

        _ = try self.folder.write("server.pem", Array("no certificate".utf8))
        kill(server.processID, SIGHUP)
        for _ in 0..<5 { #expect(try self.ask(server).contains("CN = second")) }
        #expect(server.end(SIGTERM) == 0)
    }

    @Test("Files that cannot be used are named before the server starts")
    func mistakes() throws {
        let key = self.folder.path + "/server.key"
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: key)
        func check() throws -> Binary.Run {
            try Binary.run(["serve", "--config", "shop/purser.yaml", "--check"], in: self.folder)
        }
        let open = try check()
        #expect(open.status == 78)
        #expect(open.complaints.contains("is open to others than its owner. Run: chmod 600"))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
        #expect(try check().status == 0)
        let certificate = try Data(contentsOf: URL(fileURLWithPath: self.folder.path + "/server.pem"))
        try OpenSSL.certificate("second", in: self.folder)
        try certificate.write(to: URL(fileURLWithPath: self.folder.path + "/server.pem"))
        let strangers = try check()
        #expect(strangers.status == 78)
        #expect(strangers.complaints.contains("do not belong together"))
        _ = try self.folder.write("server.pem", [])
        #expect(try check().complaints.contains("holds no certificates in PEM"))
    }

    /// A connection over TLS that stays open until it is used.
    private final class OpenConnection {
        private let process = Process()
        private let input = Pipe()
        private let output = Pipe()

        /// Connects, and waits until TLS is spoken.
        init(to url: String, in folder: TemporaryFolder) throws {
            let port = url.split(separator: ":").last.map(String.init) ?? ""
            self.process.executableURL = URL(fileURLWithPath: OpenSSL.path ?? "")
            self.process.arguments = ["s_client", "-connect", "127.0.0.1:\(port)", "-ign_eof"]
            self.process.standardInput = self.input
            self.process.standardOutput = self.output
            self.process.standardError = FileHandle.nullDevice
            try self.process.run()
            var seen: [UInt8] = []
            while !String(decoding: seen, as: UTF8.self).contains("Verify return code"),
                let part = try self.output.fileHandleForReading.read(upToCount: 1), !part.isEmpty
            {
                seen += part
            }
        }

        /// Sends a request, and returns everything that comes until the end.
        func ask(_ request: String) throws -> String {
            try self.input.fileHandleForWriting.write(contentsOf: Data(request.utf8))
            let answer = try self.output.fileHandleForReading.readToEnd() ?? Data()
            self.process.waitUntilExit()
            return String(decoding: answer, as: UTF8.self)
        }
    }
}
