import Foundation
import Ledger
import PurserHTTP
import PurserTesting
import Testing

@Suite struct ServerCertificateTests {
    private static func pem(_ der: [UInt8]) -> String {
        let text = Data(der).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return "-----BEGIN CERTIFICATE-----\n\(text)\n-----END CERTIFICATE-----\n"
    }

    @Test("A chain ends with the first of its certificates, and another one counts once it is loaded")
    func end() throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "purser-certificate-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (certificatePath, keyPath) = (folder.appending(path: "chain.pem"), folder.appending(path: "key.pem"))
        func write(endingAt seconds: Int64) throws {
            let validity = SigningAuthority.Validity(fromSeconds: 0, toSeconds: seconds)
            let made = try ReceiverCertificate(names: ["shop.example"], validity: validity)
            try Data((Self.pem(made.leaf) + Self.pem(made.root)).utf8).write(to: certificatePath)
            try Data(made.keyPEM.utf8).write(to: keyPath)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: keyPath.path)
        }
        try write(endingAt: 1_800_000_000)
        let certificate = try ServerCertificate(certificatePath: certificatePath.path, keyPath: keyPath.path)
        #expect(certificate.endsAt == Instant(milliseconds: 1_800_000_000_000))
        try write(endingAt: 1_900_000_000)
        #expect(try certificate.reload())
        #expect(certificate.endsAt == Instant(milliseconds: 1_900_000_000_000))
    }
}
