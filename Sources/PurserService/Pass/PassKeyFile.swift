import AppStore
import Foundation
import Ledger

/// The file in which the keys of passes are kept, for its owner only.
struct PassKeyFile: Sendable {
    /// Its path.
    let path: String

    /// The keys in it, oldest first; none when there is no file yet.
    func read() throws(PassError) -> [PassKey] {
        guard FileManager.default.fileExists(atPath: self.path) else { return [] }
        let attributes = try? FileManager.default.attributesOfItem(atPath: self.path)
        if let permissions = (attributes?[.posixPermissions] as? NSNumber)?.intValue, permissions & 0o077 != 0 {
            throw .exposed(path: self.path)
        }
        guard let data = FileManager.default.contents(atPath: self.path), let json = try? JSONValue(json: Array(data)),
            case .array(let entries)? = json["keys"], !entries.isEmpty
        else { throw .unreadable(path: self.path) }
        var keys: [PassKey] = []
        for entry in entries {
            guard case .number(let created)? = entry["createdAt"], let milliseconds = Int64(created),
                case .string(let text)? = entry["privateKey"], let raw = Base64URL.decode(Array(text.utf8)),
                let key = PassKey(rawRepresentation: raw, createdAt: Instant(milliseconds: milliseconds))
            else { throw .unreadable(path: self.path) }
            keys.append(key)
        }
        return keys
    }

    /// Replaces what is in it, as a whole.
    func write(_ keys: [PassKey]) throws(PassError) {
        let entries = keys.map { key in
            JSONValue.object([
                JSONMember(key: "createdAt", value: .number(String(key.createdAt.milliseconds))),
                JSONMember(
                    key: "privateKey",
                    value: .string(String(decoding: Base64URL.encode(key.rawRepresentation), as: UTF8.self))
                ),
            ])
        }
        let json = JSONValue.object([JSONMember(key: "keys", value: .array(entries))]).json()
        let next = self.path + ".new"
        _ = unsafe unlink(next)
        // Nobody else could read it even for a moment.
        let descriptor = unsafe open(next, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .unwritable(path: self.path) }
        let written = unsafe json.withUnsafeBytes { bytes in
            unsafe Foundation.write(descriptor, bytes.baseAddress, bytes.count)
        }
        let isSynced = fsync(descriptor) == 0
        close(descriptor)
        guard written == json.count, isSynced, unsafe rename(next, self.path) == 0 else {
            throw .unwritable(path: self.path)
        }
    }
}
