import ArgumentParser
import Foundation

/// A certificate in a file, DER or PEM.
enum CertificateFile {
    /// The DER bytes of the certificate in a file.
    static func der(at path: String) throws -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: path) else {
            StandardStream.error.write(
                line: "\(path): cannot be read. Give the path of a root certificate, DER or PEM."
            )
            throw ExitStatus.unavailable.error
        }
        let text = String(decoding: data, as: UTF8.self)
        guard let begin = text.range(of: "-----BEGIN CERTIFICATE-----"),
            let end = text.range(of: "-----END CERTIFICATE-----"),
            begin.upperBound <= end.lowerBound
        else { return Array(data) }
        let body = text[begin.upperBound..<end.lowerBound]
        guard let der = Data(base64Encoded: String(body), options: .ignoreUnknownCharacters) else {
            StandardStream.error.write(line: "\(path): the PEM text is not base64.")
            throw ExitStatus.badData.error
        }
        return Array(der)
    }
}
