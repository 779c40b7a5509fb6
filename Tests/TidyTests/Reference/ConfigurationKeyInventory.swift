/// The keys of the configuration file.
///
/// They are found in the lists of accepted keys: `static let server = ["address", ...]` in the file of
/// `ConfigurationKey`, one list for each map of the document, named after the map. Lists with a declared type and maps
/// hold no further keys.
struct ConfigurationKeyInventory: Inventory {
    let noun = "configuration key"
    let page = "docs/reference/configuration.md"

    /// The file with the lists.
    static let place = "Sources/purser/Configuration/ConfigurationKey.swift"
    /// The prefix of the keys of each list.
    ///
    /// A list that is missing here is prefixed with its own name.
    static let prefixes = [
        "document": "", "values": "", "tls": "server.tls.", "rateLimits": "server.rateLimits.",
        "levels": "logs.levels.",
        "app": "apps.{app}.",
        "orders": "apps.{app}.orders.", "appStore": "apps.{app}.appStore.",
        "appStoreConnect": "apps.{app}.appStoreConnect.", "customerTokens": "apps.{app}.customerTokens.",
        "commission": "apps.{app}.commission.", "membership": "apps.{app}.commission.programs.",
        "threshold": "watch.thresholds.{alarm}.", "email": "watch.email.",
    ]

    func entries(in file: SourceFile) -> [ReferenceEntry] {
        guard file.path == Self.place else { return [] }
        return file.declarations.filter { declaration in
            declaration.kind == .constant && declaration.enclosing == ["ConfigurationKey"] && !declaration.isPrivate
        }.flatMap { declaration in
            let prefix = Self.prefixes[declaration.name] ?? declaration.name + "."
            return self.list(of: declaration, in: file).map { literal in
                ReferenceEntry(name: prefix + literal.text, path: file.path, line: literal.line)
            }
        }
    }

    /// The strings of `static let NAME = [...]`; none for what is written in another form.
    private func list(of declaration: Declaration, in file: SourceFile) -> [SwiftText.Literal] {
        let head = "let \(declaration.name) = ["
        guard let start = file.swift.offsets(of: head).first,
            let end = file.swift.code[start...].firstIndex(of: UInt8(ascii: "]"))
        else { return [] }
        return file.swift.literals.filter { literal in literal.offset > start && literal.offset < end }
    }
}
