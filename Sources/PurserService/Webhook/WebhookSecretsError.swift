import Foundation

/// Why nothing could be signed for a webhook.
package enum WebhookSecretsError: Error, Hashable, Sendable {
    /// The file of the key can be read by others than its owner.
    case exposed(path: String)
    /// The file of the key is not one that was written here.
    case unreadable(path: String)
    /// The file of the key could not be written.
    case unwritable(path: String)
    /// The file of the key is gone, and secrets were given out that came from it.
    case missing(path: String)
    /// The file has another key than the one that the endpoint's secrets came from.
    case changed(path: String)
    /// The crypto library could not sign.
    case signing

    /// A stable code.
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

    /// What to do about it, in one sentence.
    package var remedy: String {
        switch self {
        case .exposed(let path): "Others can read \(path); take their permissions away: chmod 600 \(path)"
        case .unreadable(let path):
            "This user cannot read \(path), or it is damaged: compare its owner, or put it back from a backup."
        case .unwritable(let path): "\(path) cannot be written; look at the folder's permissions and at the space left."
        case .missing(let path):
            "Put \(path) back from a backup; without it, rotate the secret of every endpoint and give out the new ones."
        case .changed(let path):
            "\(path) has another key than when the secret was given out. Put the former file back and start the server "
                + "again, or rotate the secret and give out the new one: purser webhooks rotate"
        case .signing: "What is sent could not be signed; it is tried again."
        }
    }

    /// What to do about it where the channel of alarms is tried, which nobody was given a secret for by the service.
    func alarmRemedy(in language: PageLanguage) -> String {
        let isChinese = language == .simplifiedChinese
        return switch self {
        case .missing:
            isChinese
                ? "首次运行以下命令会生成密钥：purser alarms secret"
                : "The first run of this makes the key: purser alarms secret"
        case .exposed(let path) where isChinese: "其他用户可以读取 \(path)；请收回其权限：chmod 600 \(path)"
        case .unreadable(let path) where isChinese: "当前用户无法读取 \(path)，或文件已损坏：请核对其所有者，或从备份恢复。"
        case .unwritable(let path) where isChinese: "无法写入 \(path)；请检查目录权限和剩余空间。"
        case .changed(let path) where isChinese: "\(path) 中的密钥与发放签名密钥时不同。请恢复原文件并重新启动服务器。"
        case .signing where isChinese: "无法为内容签名；系统会再次尝试。"
        case .exposed, .unreadable, .unwritable, .changed, .signing: self.remedy
        }
    }
}

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
