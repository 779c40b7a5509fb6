internal import Foundation
internal import PurserService

/// A reader of the configuration document, which validates every value, records its source, and collects the issues.
struct ConfigurationReading {
    /// The validation of the document and its issues.
    var validation: Validation
    /// The values read so far, with their sources.
    var settings: [Configuration.Setting] = []
    /// The folder to which paths are relative; empty for the working directory.
    private let directory: String
    /// The folder with secrets from the service manager (`$CREDENTIALS_DIRECTORY` of systemd), if any.
    private let credentials: String?

    /// Creates a reader; messages call the document `file`, and its paths are relative to `directory`.
    init(file: String, directory: String, credentials: String?) {
        self.validation = Validation(file: file)
        self.directory = directory
        self.credentials = credentials
    }

    /// Reads the configuration, or throws everything that is wrong with it.
    mutating func read(_ document: DocumentNode) throws(ValidationIssues) -> Configuration {
        let root = self.validation.map(
            DocumentField(document: document),
            known: ConfigurationKey.document,
            example: "storage: sqlite:data/purser.db"
        )
        guard let root else {
            try self.validation.conclude()
            preconditionFailure("A document that is not a map has an issue.")
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

    /// Returns a value, or the content of the file that it names, and records its source.
    ///
    /// For a value of the form `{ file: path }` it reads the file's text without its line end. It refuses secrets in
    /// files that other users may read.
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

    /// Records a value and its source.
    mutating func record(_ keyPath: String, _ value: String, origin: String) {
        self.settings.append(Configuration.Setting(keyPath: keyPath, value: value, origin: origin))
    }

    /// Records a default value.
    mutating func recordDefault(_ keyPath: String, _ value: String) {
        self.record(keyPath, value, origin: "default")
    }

    /// Returns a description of a value's source.
    func describe(_ origin: DocumentNode.Origin) -> String {
        switch origin {
        case .document(let line, _): "\(self.validation.file):\(line)"
        case .environment(let variable): variable
        }
    }

    /// Returns a path that can be opened.
    func resolve(_ path: String) -> String {
        self.directory.isEmpty || path.hasPrefix("/") ? path : self.directory + "/" + path
    }

    /// Returns a key file's path that can be opened: the path itself, otherwise in the folder with the service
    /// manager's secrets.
    func resolveKey(_ path: String) -> String {
        let plain = self.resolve(path)
        guard let credentials, !path.hasPrefix("/"), !FileManager.default.fileExists(atPath: plain) else {
            return plain
        }
        let secret = credentials + "/" + path
        return FileManager.default.fileExists(atPath: secret) ? secret : plain
    }

    /// Reads the file at a path of the configuration; adds an issue if it cannot be read.
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

    /// Reads a certificate (DER) at a path of the configuration.
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

    /// Returns whether bytes are exactly one DER sequence, as a certificate is; the verifier checks its content.
    private static func isSequence(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > 4, bytes[0] == 0x30 else { return false }
        guard bytes[1] >= 0x80 else { return bytes.count == 2 + Int(bytes[1]) }
        let count = Int(bytes[1] & 0x7F)
        guard (1...3).contains(count), bytes.count > 2 + count else { return false }
        let length = bytes[2..<(2 + count)].reduce(0) { $0 << 8 | Int($1) }
        return bytes.count == 2 + count + length
    }
}
