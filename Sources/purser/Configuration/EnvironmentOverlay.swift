import AppStore
internal import PurserService

/// The `PURSER_` variables laid over the configuration document.
///
/// A variable replaces or adds the value at its path. The value keeps the variable as its origin, so that messages name
/// it. Values from both sources are validated afterwards.
struct EnvironmentOverlay {
    /// The document with the values of the variables.
    private(set) var document: DocumentNode
    /// The issues with the names of the variables.
    private(set) var issues: [ValidationIssue] = []

    /// Creates an overlay of this document.
    init(document: DocumentNode) {
        self.document = document
    }

    /// Applies every `PURSER_` variable to the document.
    mutating func apply(_ environment: [String: String]) {
        let variables = environment.filter { name, _ in
            name.hasPrefix("PURSER_") && !Configuration.otherVariables.contains(name)
        }
        let names = self.appNames()
        let known = self.knownVariables(apps: names)
        for (name, value) in variables.sorted(by: { $0.key < $1.key }) {
            if let path = known[name] ?? (names.isEmpty ? self.newAppPath(name) : nil) {
                if let rival = Self.rivals(of: name).first(where: { variables[$0] != nil }) {
                    self.note(name, problem: "set together with \(rival)", remedy: "Keep one of the two.")
                }
                self.set(path, variable: name, value: value)
            } else {
                self.refuse(name, known: known.keys.sorted())
            }
        }
    }

    private mutating func refuse(_ name: String, known: [String]) {
        let remedy =
            if let near = Spelling.nearest(to: name, among: known) {
                "Did you mean \"\(near)\"?"
            } else {
                "A variable is a key in capitals, for example PURSER_SERVER_ADDRESS; apps are named in the file."
            }
        self.note(name, problem: "unknown variable", remedy: remedy)
    }

    private mutating func note(_ name: String, problem: String, remedy: String) {
        self.issues.append(ValidationIssue(file: "environment", keyPath: name, problem: problem, remedy: remedy))
    }

    /// Returns the other variables for the same value; only the alphabetically later one of a pair names its rival.
    private static func rivals(of name: String) -> [String] {
        var rivals: [String] = []
        if name.hasSuffix("_FILE") {
            rivals.append(String(name.dropLast("_FILE".count)))
        }
        if name == ConfigurationKey.variable(for: "trust.simulator") {
            rivals.append(ConfigurationKey.variable(for: "trust"))
        }
        return rivals
    }

    private func appNames() -> [String] {
        guard case .map(let entries) = self.document.content,
            case .map(let apps) = entries.first(where: { $0.key == "apps" })?.value.content
        else { return [] }
        return apps.map(\.key)
    }

    /// Returns the path of every variable that the document knows; `file` at the end means that the value is read from
    /// a file.
    private func knownVariables(apps: [String]) -> [String: [String]] {
        var known: [String: [String]] = [:]
        for keyPath in ConfigurationKey.values {
            let keys = Self.keys(of: keyPath)
            known[ConfigurationKey.variable(for: keyPath)] = keys
            if !ConfigurationKey.unfiled.contains(keyPath) {
                known[ConfigurationKey.variable(for: keyPath) + "_FILE"] = keys + ["file"]
            }
        }
        for app in apps {
            for key in ConfigurationKey.appValues {
                let variable = ConfigurationKey.variable(for: "apps.\(app).\(key)")
                let path = ["apps", app] + Self.keys(of: key)
                known[variable] = path
                if !ConfigurationKey.unfiled.contains(key) {
                    known[variable + "_FILE"] = path + ["file"]
                }
            }
        }
        return known
    }

    /// Returns the path of a variable of an app that only the environment names: `PURSER_APPS_SHOP_BUNDLE_ID`.
    private func newAppPath(_ name: String) -> [String]? {
        let prefix = "PURSER_APPS_"
        guard name.hasPrefix(prefix) else { return nil }
        let rest = name.dropFirst(prefix.count)
        for key in ConfigurationKey.appValues {
            let endings = [("", [String]())] + (ConfigurationKey.unfiled.contains(key) ? [] : [("_FILE", ["file"])])
            for (ending, more) in endings {
                let suffix = "_" + ConfigurationKey.capitals(key) + ending
                guard rest.hasSuffix(suffix) else { continue }
                let app = rest.dropLast(suffix.count).lowercased().split(
                    separator: "_",
                    omittingEmptySubsequences: false
                )
                .joined(separator: "-")
                return ConfigurationKey.isAppName(app) ? ["apps", app] + Self.keys(of: key) + more : nil
            }
        }
        return nil
    }

    private static func keys(of keyPath: String) -> [String] {
        keyPath.split(separator: ".").map(String.init)
    }

    private mutating func set(_ path: [String], variable: String, value: String) {
        let origin = DocumentNode.Origin.environment(variable)
        var node = DocumentNode(origin: origin, content: .scalar(value, isPlain: true))
        let isList =
            ConfigurationKey.lists.contains(path.joined(separator: "."))
            || path.last.map(ConfigurationKey.lists.contains) == true
        if isList, value.contains(",") {
            let elements = value.split(separator: ",", omittingEmptySubsequences: false).map { element in
                DocumentNode(origin: origin, content: .scalar(String(element), isPlain: true))
            }
            node = DocumentNode(origin: origin, content: .list(elements))
        }
        self.document = Self.replacing(path[...], in: self.document, with: node, variable: variable)
    }

    private static func replacing(
        _ path: ArraySlice<String>,
        in parent: DocumentNode,
        with value: DocumentNode,
        variable: String
    ) -> DocumentNode {
        guard let key = path.first else { return value }
        let origin = DocumentNode.Origin.environment(variable)
        // A value from a file replaces the value in the document (`secretKey` and `..._SECRET_KEY_FILE`), and so does
        // trust in a simulator.
        let replaces = key == "file" || key == "simulator"
        var entries: [DocumentNode.Entry] = []
        if case .map(let old) = parent.content, !replaces {
            entries = old
        } else if !replaces, !parent.isEmpty {
            // A text in the place of a map stays, so that an issue names it.
            return parent
        }
        let place = entries.firstIndex { $0.key == key }
        let child =
            place.map { entries[$0].value } ?? DocumentNode(origin: origin, content: .scalar("", isPlain: true))
        let entry = DocumentNode.Entry(
            key: key,
            origin: place.map { entries[$0].origin } ?? origin,
            value: Self.replacing(path.dropFirst(), in: child, with: value, variable: variable)
        )
        if let place {
            entries[place] = entry
        } else {
            entries.append(entry)
        }
        return DocumentNode(origin: replaces ? origin : parent.origin, content: .map(entries))
    }
}
