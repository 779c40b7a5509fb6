internal import Foundation
internal import PurserService

/// One reading of the configuration document: asks for every value, notes its source, and collects what is wrong.
struct ConfigurationReading {
    /// The questions and their issues.
    var validation: Validation
    /// Every value with its source, so far.
    var settings: [Configuration.Setting] = []
    /// The folder that paths are relative to; empty for the working folder.
    private let directory: String
    /// The folder in which a service manager leaves secrets (`$CREDENTIALS_DIRECTORY` of systemd), if it does.
    private let credentials: String?

    /// A reading of the document that messages call `file`, whose paths are relative to `directory`.
    init(file: String, directory: String, credentials: String?) {
        self.validation = Validation(file: file)
        self.directory = directory
        self.credentials = credentials
    }

    /// The configuration, or everything that is wrong with it.
    mutating func read(_ document: DocumentNode) throws(ValidationIssues) -> Configuration {
        let root = self.validation.map(
            DocumentField(document: document),
            known: ConfigurationKey.document,
            example: "storage: sqlite:data/purser.db"
        )
        guard let root else {
            try self.validation.conclude()
            preconditionFailure("A document that is no map has an issue.")
        }
        let server = root["server"].flatMap { field in
            self.validation.map(
                field,
                known: ConfigurationKey.server,
                example: "server: { address: 127.0.0.1:8080 }"
            )
        }
        let address = self.address(server?["address"])
        let publicURL = self.publicURL(server?["publicUrl"])
        let areDocumentsOpen = self.publicDocuments(server?["publicDocuments"])
        let tls = self.tls(server?["tls"])
        let proxies = self.proxies(server)
        let limits = self.limits(server?["rateLimits"])
        let connectionsPerAddress = self.connectionsPerAddress(server?["connectionsPerAddress"])
        let storage = self.storage(root["storage"], below: document.origin)
        let trust = self.trust(root["trust"])
        let webhookAllow = self.webhookAllow(root["webhooks"])
        let logs = self.logs(root["logs"])
        let tracing = self.tracing(root["tracing"])
        let watch = self.watch(root["watch"])
        let apps = self.apps(root, trust: trust)
        try self.validation.conclude()
        return Configuration(
            address: address,
            publicURL: publicURL,
            areDocumentsOpen: areDocumentsOpen,
            tls: tls,
            proxies: proxies,
            limits: limits,
            connectionsPerAddress: connectionsPerAddress,
            storage: storage,
            trust: trust,
            webhookAllow: webhookAllow,
            logs: logs,
            tracing: tracing,
            watch: watch,
            apps: apps,
            settings: self.settings
        )
    }

    /// A value itself, or as the file that it names holds it; notes its source.
    ///
    /// A value of the form `{ file: path }` is replaced by the file's text without its line end. Secrets are refused
    /// from files that others may read.
    mutating func value(_ field: DocumentField, isSecret: Bool = false, example: String) -> DocumentField? {
        var origin = self.describe(field.node.origin)
        var resolved = field
        if case .map = field.node.content {
            guard let parts = self.validation.map(field, known: ["file"], example: example),
                let name = self.validation.required("file", in: parts, example: "file: secret.key"),
                let path = self.validation.string(name, example: "file: secret.key"),
                let file = self.file(path, named: name)
            else { return nil }
            if isSecret, file.isOpenToOthers {
                self.validation.note(
                    name,
                    problem: "the file \"\(self.resolve(path))\" is open to others than its owner",
                    remedy: "Run: chmod 600 \(ShellArgument(self.resolve(path)))"
                )
                return nil
            }
            guard let text = String(validating: file.bytes, as: UTF8.self) else {
                self.validation.note(
                    name,
                    problem: "the file \"\(self.resolve(path))\" is not valid UTF-8",
                    remedy: "Save the file as UTF-8."
                )
                return nil
            }
            let trimmed = text.last == "\n" || text.last == "\r\n" ? String(text.dropLast()) : text
            origin = self.describe(name.node.origin) + ", " + self.resolve(path)
            resolved = DocumentField(
                keyPath: field.keyPath,
                keyOrigin: field.keyOrigin,
                node: DocumentNode(origin: field.node.origin, content: .scalar(trimmed, isPlain: true))
            )
        }
        if case .scalar(let text, _) = resolved.node.content {
            self.record(field.keyPath, isSecret ? Secret(text).description : text, origin: origin)
        }
        return resolved
    }

    /// Notes a value and its source.
    mutating func record(_ keyPath: String, _ value: String, origin: String) {
        self.settings.append(Configuration.Setting(keyPath: keyPath, value: value, origin: origin))
    }

    /// Notes a value that nobody gave.
    mutating func recordDefault(_ keyPath: String, _ value: String) {
        self.record(keyPath, value, origin: "default")
    }

    /// Where a value was written, in words.
    func describe(_ origin: DocumentNode.Origin) -> String {
        switch origin {
        case .document(let line, _): "\(self.validation.file):\(line)"
        case .environment(let variable): variable
        }
    }

    /// A path as it can be opened.
    func resolve(_ path: String) -> String {
        self.directory.isEmpty || path.hasPrefix("/") ? path : self.directory + "/" + path
    }

    /// A key file's path as it can be opened: where it says, or else in the folder of the service manager's secrets.
    func resolveKey(_ path: String) -> String {
        let plain = self.resolve(path)
        guard let credentials, !path.hasPrefix("/"), !FileManager.default.fileExists(atPath: plain) else {
            return plain
        }
        let secret = credentials + "/" + path
        return FileManager.default.fileExists(atPath: secret) ? secret : plain
    }

    /// The file at a path of the configuration; an issue when it cannot be read.
    mutating func file(
        _ path: String,
        named field: DocumentField,
        limitBytes: Int = Configuration.valueSizeLimitBytes,
        remedy: String = "A path in the file is relative to the file's folder."
    ) -> BoundedFile? {
        do {
            return try BoundedFile(path: self.resolve(path), limitBytes: limitBytes)
        } catch {
            self.validation.note(
                field,
                problem: "the file \"\(self.resolve(path))\" \(error.rawValue)",
                remedy: remedy
            )
            return nil
        }
    }

    /// A certificate (DER) at a path of the configuration.
    mutating func certificate(_ path: String, named field: DocumentField, remedy: String) -> [UInt8]? {
        guard let file = self.file(path, named: field, remedy: remedy) else { return nil }
        guard Self.isSequence(file.bytes) else {
            let pem = ShellArgument(self.resolve(path))
            self.validation.note(
                field,
                problem: "the file \"\(self.resolve(path))\" is no certificate in DER",
                remedy: "If it is PEM, convert it: openssl x509 -in \(pem) -outform DER -out certificate.der"
            )
            return nil
        }
        return file.bytes
    }

    /// Whether bytes are exactly one DER sequence, as a certificate is; what is in it is the verifier's matter.
    private static func isSequence(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > 4, bytes[0] == 0x30 else { return false }
        guard bytes[1] >= 0x80 else { return bytes.count == 2 + Int(bytes[1]) }
        let count = Int(bytes[1] & 0x7F)
        guard (1...3).contains(count), bytes.count > 2 + count else { return false }
        let length = bytes[2..<(2 + count)].reduce(0) { $0 << 8 | Int($1) }
        return bytes.count == 2 + count + length
    }
}
