import Foundation

/// The file that holds the key of all webhook secrets.
struct SigningKeyFile: Sendable {
    /// How many bytes the key has.
    static let keyByteCount = 32
    /// The key in Base64 and the end of the line are fewer.
    private static let maximumBytes = 64

    /// Its path.
    let path: String

    /// The key in it; `nil` when there is no file yet.
    func read() throws(WebhookSecretsError) -> [UInt8]? {
        let content: [UInt8]?
        do throws(SecretFile.Trouble) {
            content = try SecretFile(path: self.path).read(limitBytes: Self.maximumBytes)
        } catch {
            throw self.error(error)
        }
        guard let content else { return nil }
        guard let line = String(bytes: content, encoding: .utf8), line.hasSuffix("\n"),
            let key = Data(base64Encoded: String(line.dropLast())), key.count == Self.keyByteCount
        else { throw .unreadable(path: self.path) }
        return Array(key)
    }

    /// Makes the file, which is then on disk together with its name.
    func write(_ key: [UInt8]) throws(WebhookSecretsError) {
        do throws(SecretFile.Trouble) {
            try SecretFile(path: self.path).write(Array((Data(key).base64EncodedString() + "\n").utf8))
        } catch {
            throw self.error(error)
        }
    }

    private func error(_ trouble: SecretFile.Trouble) -> WebhookSecretsError {
        switch trouble {
        case .exposed: .exposed(path: self.path)
        case .unreadable: .unreadable(path: self.path)
        case .unwritable: .unwritable(path: self.path)
        }
    }
}
