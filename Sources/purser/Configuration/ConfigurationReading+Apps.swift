internal import AppStore
internal import Ledger
internal import PurserService

extension ConfigurationReading {
    /// Reads `apps`.
    mutating func apps(_ root: DocumentFields, trust: Configuration.Trust) -> [Configuration.App] {
        let example = "apps: { shop: { bundleId: com.example.shop } }"
        guard let field = self.validation.required("apps", in: root, example: example),
            let entries = self.validation.openMap(field, example: example)
        else { return [] }
        if entries.all.isEmpty {
            self.validation.note(field, problem: "names no app", remedy: "Write for example: \(example)")
        }
        var apps: [Configuration.App] = []
        for (name, value) in entries.all {
            if !ConfigurationKey.isAppName(name) {
                self.validation.note(
                    value.keyOrigin,
                    keyPath: value.keyPath,
                    problem: "the name of an app has 1 to 32 lower-case letters, digits and hyphens, no hyphen first",
                    remedy: "Rename it."
                )
            }
            guard let app = self.app(name, value, trust: trust) else { continue }
            if let other = apps.first(where: { $0.secretKey == app.secretKey }),
                let key = self.validation.openMap(value, example: example)?["secretKey"]
            {
                self.validation.note(
                    key,
                    problem: "the same key as the one of \(other.name)",
                    remedy: "A key belongs to one app. " + Self.keyRemedy
                )
            }
            apps.append(app)
        }
        return apps
    }

    private mutating func app(
        _ name: String,
        _ field: DocumentField,
        trust: Configuration.Trust
    ) -> Configuration.App? {
        let parts = self.validation.map(
            field,
            known: ConfigurationKey.app,
            refused: ConfigurationKey.refusedInApp,
            example: "\(name): { bundleId: com.example.shop }"
        )
        guard let parts else { return nil }
        let bundleID = self.bundleID(parts)
        let appAppleID = self.appAppleID(parts)
        let environments = self.environments(parts)
        if environments.contains(.production), parts["appAppleId"] == nil {
            _ = self.validation.required("appAppleId", in: parts, example: "appAppleId: 1234567890")
        }
        let xcodeCertificate = self.xcodeCertificate(parts, environments: environments)
        let catalog = self.catalog(parts)
        let secretKey = self.secretKey(parts)
        let appStore = self.appStore(parts["appStore"], environments: environments, trust: trust)
        let appStoreConnect = self.appStoreConnect(parts["appStoreConnect"], trust: trust)
        let retention = self.retention(parts["retention"])
        let guards = self.guards(parts["guards"])
        let orderLimits = self.orderLimits(parts["orders"])
        let messages = self.messages(parts["messages"])
        let customerTokens = self.customerTokens(parts["customerTokens"])
        let sharedSecrets = self.sharedSecrets(parts["sharedSecret"])
        let verifyReceipt = self.verifyReceipt(parts["verifyReceipt"], trust: trust)
        let proceedsTerms = self.proceedsTerms(parts)
        let priceConsentLimits = self.priceConsentLimits(parts["priceConsentLimits"])
        guard let bundleID, let catalog, let secretKey else { return nil }
        return Configuration.App(
            name: AppName(name),
            bundleID: bundleID,
            appAppleID: appAppleID,
            environments: environments,
            xcodeCertificate: xcodeCertificate,
            catalog: catalog,
            secretKey: secretKey,
            appStore: appStore,
            appStoreConnect: appStoreConnect,
            retention: retention,
            guards: guards,
            orderLimits: orderLimits,
            messages: messages,
            customerTokens: customerTokens,
            sharedSecrets: sharedSecrets,
            verifyReceipt: verifyReceipt,
            proceedsTerms: proceedsTerms,
            priceConsentLimits: priceConsentLimits
        )
    }

    private mutating func priceConsentLimits(_ field: DocumentField?) -> PriceIncreaseRule.Limits? {
        let example = "priceConsentLimits: either"
        guard let field, let value = self.value(field, example: example) else { return nil }
        let known = PriceIncreaseRule.Limits.allCases.map(\.rawValue)
        return self.validation.word(value, among: known, example: example)
            .flatMap { PriceIncreaseRule.Limits(rawValue: $0) }
    }

    private mutating func bundleID(_ parts: DocumentFields) -> String? {
        let example = "bundleId: com.example.shop"
        guard let field = self.validation.required("bundleId", in: parts, example: example),
            let value = self.value(field, example: example),
            let text = self.validation.string(value, example: example)
        else { return nil }
        guard ConfigurationKey.isBundleID(text) else {
            self.validation.refuse(value, expected: "letters, digits, dots and hyphens", example: example)
            return nil
        }
        return text
    }

    private mutating func appAppleID(_ parts: DocumentFields) -> Int64? {
        let example = "appAppleId: 1234567890"
        guard let field = parts["appAppleId"], let value = self.value(field, example: example) else { return nil }
        return self.validation.integer(value, in: 1...Int64.max, example: example)
    }

    private mutating func environments(_ parts: DocumentFields) -> Set<StoreEnvironment> {
        let example = "environments: [Production, Sandbox]"
        guard let field = parts["environments"] else {
            self.recordDefault(parts.field.path(to: "environments"), "Production, Sandbox")
            return [.production, .sandbox]
        }
        var environments: Set<StoreEnvironment> = []
        let elements = self.validation.oneOrMore(field)
        if elements.isEmpty {
            self.validation.refuse(field, expected: "at least one environment", example: example)
        }
        for element in elements {
            let known = StoreEnvironment.allCases.map(\.rawValue)
            guard let word = self.validation.word(element, among: known, example: example),
                let environment = StoreEnvironment(rawValue: word)
            else { continue }
            if !environments.insert(environment).inserted {
                self.validation.note(element, problem: "\"\(word)\" is listed twice", remedy: "Keep one of the two.")
            }
        }
        let words = StoreEnvironment.allCases.filter(environments.contains).map(\.rawValue)
        self.record(field.keyPath, words.joined(separator: ", "), origin: self.describe(field.node.origin))
        return environments
    }

    private mutating func xcodeCertificate(
        _ parts: DocumentFields,
        environments: Set<StoreEnvironment>
    ) -> [UInt8]? {
        let example = "xcodeCertificate: xcode.der"
        guard let field = parts["xcodeCertificate"] else {
            if environments.contains(.xcode) {
                _ = self.validation.required("xcodeCertificate", in: parts, example: example)
            }
            return nil
        }
        if !environments.contains(.xcode) {
            self.validation.note(
                field.keyOrigin,
                keyPath: field.keyPath,
                problem: "a certificate without Xcode among the environments",
                remedy: "Remove it, or write: environments: [Production, Sandbox, Xcode]"
            )
        }
        guard let path = self.validation.string(field, example: example) else { return nil }
        self.record(field.keyPath, path, origin: self.describe(field.node.origin))
        return self.certificate(
            path,
            named: field,
            remedy: "Export it in Xcode: Editor, Save Public Certificate, with the StoreKit file open."
        )
    }

    private mutating func catalog(_ parts: DocumentFields) -> CatalogFile? {
        let example = "catalog: catalog.yaml"
        guard let field = self.validation.required("catalog", in: parts, example: example),
            let path = self.validation.string(field, example: example)
        else { return nil }
        self.record(field.keyPath, path, origin: self.describe(field.node.origin))
        let remedy = "Paths are relative to the configuration file; one to start from is written by: purser init shop"
        let limit = CatalogFile.sizeLimitBytes
        guard let file = self.file(path, named: field, limitBytes: limit, remedy: remedy) else { return nil }
        do {
            let text = try CatalogText(document: file.bytes, path: self.resolve(path))
            return try CatalogFile(text: text, file: self.resolve(path))
        } catch {
            self.validation.add(error)
            return nil
        }
    }

    private mutating func retention(_ field: DocumentField?) -> RetentionRules? {
        let example = "retention: retention.yaml"
        guard let field, let path = self.validation.string(field, example: example) else { return nil }
        self.record(field.keyPath, path, origin: self.describe(field.node.origin))
        let remedy = "Paths are relative to the configuration file; docs/reference/retention.md shows such a file."
        guard
            let file = self.file(path, named: field, limitBytes: DocumentReader.sizeLimitBytes, remedy: remedy)
        else { return nil }
        do {
            return try RetentionRules(bytes: file.bytes, file: self.resolve(path))
        } catch {
            self.validation.add(error)
            return nil
        }
    }

    private mutating func messages(_ field: DocumentField?) -> [PlayerMessageFile] {
        let example = "messages: [messages.fr.yaml, messages.ja.yaml]"
        guard let field else { return [] }
        let remedy = "Paths are relative to the configuration file; docs/concepts/recovery.md shows such a file."
        var files: [PlayerMessageFile] = []
        for element in self.validation.oneOrMore(field) {
            guard let path = self.validation.string(element, example: example) else { continue }
            self.record(element.keyPath, path, origin: self.describe(element.node.origin))
            guard
                let file = self.file(path, named: element, limitBytes: DocumentReader.sizeLimitBytes, remedy: remedy)
            else { continue }
            do {
                files.append(try PlayerMessageFile(bytes: file.bytes, file: self.resolve(path)))
            } catch {
                self.validation.add(error)
            }
        }
        return files
    }

    private mutating func guards(_ field: DocumentField?) -> RuleSet? {
        let example = "guards: guards.yaml"
        guard let field, let path = self.validation.string(field, example: example) else { return nil }
        self.record(field.keyPath, path, origin: self.describe(field.node.origin))
        let remedy = "Paths are relative to the configuration file; docs/concepts/rules.md shows such a file."
        guard
            let file = self.file(path, named: field, limitBytes: DocumentReader.sizeLimitBytes, remedy: remedy)
        else { return nil }
        do {
            return try RuleFile(bytes: file.bytes, file: self.resolve(path), vocabularies: [.orders]).rules
        } catch {
            self.validation.add(error)
            return nil
        }
    }

    /// The remedy for an invalid secret key.
    private static let keyRemedy =
        "Make a new one: echo purser_sk_$(openssl rand -base64 32 | tr '+/' '-_' | tr -d =)"

    private mutating func secretKey(_ parts: DocumentFields) -> Secret? {
        let example = "secretKey: { file: secret.key }"
        guard let field = self.validation.required("secretKey", in: parts, example: example),
            let value = self.value(field, isSecret: true, example: example)
        else { return nil }
        // No message may contain the value itself, so the usual checks are not used.
        guard case .scalar(let text, _) = value.node.content else {
            self.validation.note(field, problem: "must be a text", remedy: "Write for example: \(example)")
            return nil
        }
        guard let problem = SecretKey.problem(of: text) else { return Secret(text) }
        self.validation.note(field, problem: problem, remedy: Self.keyRemedy)
        return nil
    }
}
