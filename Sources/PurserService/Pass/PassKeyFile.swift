import AppStore
import Ledger

/// The file in which the keys of passes are kept.
struct PassKeyFile: Sendable {
    /// Two keys are much fewer.
    private static let maximumBytes = 64 * 1024

    /// Its path.
    let path: String

    /// The keys in it, oldest first; none when there is no file yet.
    func read() throws(PassError) -> [PassKey] {
        let content: [UInt8]?
        do throws(SecretFile.Trouble) {
            content = try SecretFile(path: self.path).read(limitBytes: Self.maximumBytes)
        } catch {
            throw self.error(error)
        }
        guard let content else { return [] }
        guard let json = try? JSONValue(json: content), case .array(let entries)? = json["keys"], !entries.isEmpty
        else {
            throw .unreadable(path: self.path)
        }
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
        do throws(SecretFile.Trouble) {
            try SecretFile(path: self.path).write(json)
        } catch {
            throw self.error(error)
        }
    }

    private func error(_ trouble: SecretFile.Trouble) -> PassError {
        switch trouble {
        case .exposed: .exposed(path: self.path)
        case .unreadable: .unreadable(path: self.path)
        case .unwritable: .unwritable(path: self.path)
        }
    }
}
