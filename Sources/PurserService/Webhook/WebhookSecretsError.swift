import Foundation

/// The reason why a webhook could not be signed.
package enum WebhookSecretsError: Error, Hashable, Sendable {
    /// Other users of the machine can read the key file.
    case exposed(path: String)
    /// The key file has a content that the server did not write.
    case unreadable(path: String)
    /// The key file could not be written.
    case unwritable(path: String)
    /// The key file is missing, and secrets derived from it were given out.
    case missing(path: String)
    /// The file has another key than the one from which the endpoint's secrets were derived.
    case changed(path: String)
    /// The crypto library could not sign.
    case signing

    /// The stable code.
    package var code: String {
        switch self {
        case .exposed: "webhook_key_exposed"
        case .unreadable: "webhook_key_unreadable"
        case .unwritable: "webhook_key_unwritable"
        case .missing: "webhook_key_missing"
        case .changed: "webhook_key_changed"
        case .signing: "webhook_signing_failed"
        }
    }

    /// The remedy, as one sentence.
    package var remedy: String {
        switch self {
        case .exposed(let path): "Other users can read \(path). Restrict its permissions: chmod 600 \(path)"
        case .unreadable(let path):
            "The server's user cannot read \(path), or it is damaged: check its owner, or restore it from a backup."
        case .unwritable(let path): "\(path) cannot be written. Check the folder's permissions and the free space."
        case .missing(let path):
            "Restore \(path) from a backup; without one, rotate the secret of every endpoint and distribute the new ones."
        case .changed(let path):
            "\(path) has another key than when the secret was created. Restore the previous file and restart the server, "
                + "or rotate the secret and distribute the new one: purser webhooks rotate"
        case .signing: "The message could not be signed; the server tries again."
        }
    }

    /// Returns the remedy for a test of the alarm webhook, whose secret `purser alarms secret` creates.
    func alarmRemedy(in language: PageLanguage) -> String {
        let isChinese = language == .simplifiedChinese
        return switch self {
        case .missing:
            isChinese
                ? "首次运行以下命令会生成密钥：purser alarms secret"
                : "Create the key with: purser alarms secret"
        case .exposed(let path) where isChinese: "其他用户可以读取 \(path)；请收回其权限：chmod 600 \(path)"
        case .unreadable(let path) where isChinese: "当前用户无法读取 \(path)，或文件已损坏：请核对其所有者，或从备份恢复。"
        case .unwritable(let path) where isChinese: "无法写入 \(path)；请检查目录权限和剩余空间。"
        case .changed(let path) where isChinese: "\(path) 中的密钥与发放签名密钥时不同。请恢复原文件并重新启动服务器。"
        case .signing where isChinese: "无法为内容签名；系统会再次尝试。"
        case .exposed, .unreadable, .unwritable, .changed, .signing: self.remedy
        }
    }
}

/// The file with the key from which all webhook secrets are derived.
struct SigningKeyFile: Sendable {
    /// The size of the key in bytes.
    static let keyByteCount = 32
    /// The maximum size of the file; the key in Base64 and a line end are smaller.
    private static let maximumBytes = 64

    /// The path of the file.
    let path: String

    /// Returns the key; `nil` where the file does not exist yet.
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

    /// Creates the file durably, including its directory entry.
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
