import ArgumentParser
import Foundation

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
