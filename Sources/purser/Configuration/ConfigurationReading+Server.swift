internal import Foundation
internal import PurserService

extension ConfigurationReading {
    /// Reads `server.address`.
    mutating func address(_ field: DocumentField?) -> Configuration.Address {
        let standard = Configuration.Address(host: "127.0.0.1", port: 8080)
        let example = "address: 127.0.0.1:8080"
        guard let field else {
            self.recordDefault("server.address", standard.description)
            return standard
        }
        guard let value = self.value(field, example: example),
            let text = self.validation.string(value, example: example)
        else { return standard }
        guard let address = Self.address(text) else {
            self.validation.refuse(value, expected: "a host and a port", example: example)
            return standard
        }
        return address
    }

    /// Returns a host and a port, IPv6 in brackets; `nil` for anything else.
    static func address(_ text: String) -> Configuration.Address? {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        guard (1...5).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let port = Int(digits), port <= 65535
        else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        guard !host.isEmpty, !host.contains(where: { $0.isWhitespace || "/[]@".contains($0) }) else { return nil }
        return Configuration.Address(host: String(host), port: port)
    }

    /// Reads `server.publicUrl`.
    mutating func publicURL(_ field: DocumentField?) -> String? {
        let example = "publicUrl: https://purchases.example.com"
        guard let field, let value = self.value(field, example: example),
            let text = self.validation.string(value, example: example)
        else { return nil }
        guard let parts = URLComponents(string: text), parts.scheme == "https" || parts.scheme == "http",
            parts.host?.isEmpty == false, parts.user == nil, parts.password == nil, parts.query == nil,
            parts.fragment == nil
        else {
            self.validation.refuse(
                value,
                expected: "an http or https address without query",
                example: example
            )
            return nil
        }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    /// Reads `server.publicDocuments`.
    mutating func publicDocuments(_ field: DocumentField?) -> Bool {
        let example = "publicDocuments: true"
        guard let field else {
            self.recordDefault("server.publicDocuments", "false")
            return false
        }
        guard let value = self.value(field, example: example) else { return false }
        return self.validation.boolean(value, example: example) ?? false
    }

    /// Reads `storage`; `origin` is the location of the document.
    mutating func storage(_ field: DocumentField?, below origin: DocumentNode.Origin) -> Configuration.Storage {
        let standard = "sqlite:data/purser.db"
        let example = "storage: \(standard)"
        guard let field else {
            self.recordDefault("storage", standard)
            return self.database("data/purser.db", origin: origin)
        }
        guard let value = self.value(field, isSecret: Self.mayHoldPassword(field), example: example),
            let text = self.validation.string(value, example: example)
        else { return .sqlite(path: "") }
        if text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") {
            // The folder that is created by default for SQLite also suits keys and the socket.
            let beside = self.database("data/purser", origin: value.node.origin)
            guard case .sqlite(let path) = beside else { return beside }
            return .postgreSQL(connection: Secret(text), beside: path)
        }
        let path = text.dropFirst("sqlite:".count)
        // SQLite gives ":memory:" and "file:" special meanings, of which the first stores nothing.
        guard text.hasPrefix("sqlite:"), !path.isEmpty, !path.hasPrefix(":"), !path.hasPrefix("file:") else {
            self.validation.note(
                value,
                problem: "must be \"sqlite:\" and the path of a file, or the address of a PostgreSQL database",
                remedy: "Write for example: \(example), or storage: postgres://purser@db.example/purser"
            )
            return .sqlite(path: "")
        }
        return self.database(String(path), origin: value.node.origin)
    }

    /// Returns whether a storage value may contain a password: any but a file.
    private static func mayHoldPassword(_ field: DocumentField) -> Bool {
        guard case .scalar(let text, _) = field.node.content else { return true }
        return !text.hasPrefix("sqlite:")
    }

    private mutating func database(_ path: String, origin: DocumentNode.Origin) -> Configuration.Storage {
        let resolved = self.resolve(path)
        let parent = (resolved as NSString).deletingLastPathComponent
        let folder = parent.isEmpty ? "." : parent
        var isFolder: ObjCBool = false
        let exists = unsafe FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder)
        if !exists || !isFolder.boolValue {
            self.validation.note(
                origin,
                keyPath: "storage",
                problem: "the folder \"\(folder)\" does not exist",
                remedy: "Run: mkdir -m 700 \(ShellArgument(folder))"
            )
        }
        return .sqlite(path: resolved)
    }

    /// Reads `trust`.
    mutating func trust(_ field: DocumentField?) -> Configuration.Trust {
        guard let field else {
            self.recordDefault("trust", "apple")
            return .apple
        }
        let example = "trust: { simulator: root.der }"
        guard case .map = field.node.content else {
            return self.wordOfTrust(field, example: example)
        }
        let refusal: ConfigurationKey.Refusal = (
            "Apple's roots and a simulator's are never trusted together", "Keep one: trust: apple, or \(example)"
        )
        guard
            let parts = self.validation.map(
                field,
                known: ["simulator"],
                refused: ["apple": refusal],
                example: example
            ), let simulator = self.validation.required("simulator", in: parts, example: "simulator: root.der")
        else { return .apple }
        var roots: [[UInt8]] = []
        let elements = self.validation.oneOrMore(simulator)
        if elements.isEmpty {
            self.validation.refuse(simulator, expected: "a path or paths", example: example)
        }
        for element in elements {
            guard let path = self.validation.string(element, example: "simulator: root.der") else { continue }
            self.record(element.keyPath, path, origin: self.describe(element.node.origin))
            let remedy =
                "The simulator writes it when it starts: purser simulate --root \(ShellArgument(self.resolve(path)))"
            if let root = self.certificate(path, named: element, remedy: remedy) {
                roots.append(root)
            }
        }
        return .simulator(roots: roots)
    }

    private mutating func wordOfTrust(_ field: DocumentField, example: String) -> Configuration.Trust {
        if field.node.content == .scalar("simulator", isPlain: true) {
            self.validation.note(
                field,
                problem: "names no root certificate of a simulator",
                remedy: "Write for example: \(example)"
            )
        } else if self.validation.word(field, among: ["apple"], example: "trust: apple") != nil {
            self.record("trust", "apple", origin: self.describe(field.node.origin))
        }
        return .apple
    }
}
