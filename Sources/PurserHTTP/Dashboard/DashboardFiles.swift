import AppStore
import CDashboard
import Crypto
import Mustache
import Notation
package import PurserService

/// The embedded files of the dashboard: its templates, texts, styles and script.
///
/// They are read at the first request, so that the server starts without this work.
package struct DashboardFiles: Sendable {
    /// A file that browsers load and keep.
    struct Asset: Sendable {
        /// The bytes.
        let bytes: [UInt8]
        /// The media type.
        let mediaType: String
        /// The path, with a version that changes with the content.
        let path: String
    }

    /// Sentences of the services in each language but English, in which the services say their own.
    package enum Translation: String, CaseIterable, Sendable {
        /// About errors, by their code: `errors.zh-Hans.json`.
        case errors
        /// About findings of the doctor, by their code; `key_missing.remedy` is the remedy, and `roots.note` the finding
        /// of that severity.
        case findings
        /// About mistakes in files, by the form of their English text.
        case issues
        /// About the rules of refund policies, by the names of evidence, answers and forms of sentences.
        case rules
    }

    /// The files, read once.
    package static let shared = DashboardFiles(Self.embedded)

    /// The names and contents of the embedded files.
    package static let embedded: [String: [UInt8]] = {
        var count = 0
        let files = unsafe dashboardFiles(&count)
        let contents = unsafe UnsafeBufferPointer(start: files, count: count).map { file in
            unsafe (
                String(cString: file.name), Array(UnsafeBufferPointer(start: file.bytes, count: file.byteCount))
            )
        }
        return Dictionary(contents) { first, _ in first }
    }()

    /// The texts by key, for each language.
    package let texts: [PageLanguage: [String: String]]
    /// The sentences of the services by their key, for each language but English.
    package let translations: [Translation: [PageLanguage: [String: String]]]
    /// The icon, the styles and the script, by file name.
    let assets: [String: Asset]
    private let library: MustacheLibrary

    /// The sentences about errors by their code, for each language but English.
    package var errors: [PageLanguage: [String: String]] { self.translations[.errors] ?? [:] }

    /// Reads files; one that cannot be read is a mistake of the program, which a test finds.
    init(_ files: [String: [UInt8]]) {
        var library = MustacheLibrary()
        var texts: [PageLanguage: [String: String]] = [:]
        var translations: [Translation: [PageLanguage: [String: String]]] = [:]
        var assets: [String: Asset] = [:]
        MustacheContentTypes.register(EscapedHTML(), named: EscapedHTML.name)
        for (name, bytes) in files {
            guard let dot = name.lastIndex(of: ".") else { continue }
            let stem = String(name[..<dot])
            switch name[name.index(after: dot)...] {
            case "mustache":
                let text = "{{% CONTENT_TYPE:\(EscapedHTML.name)}}" + String(decoding: bytes, as: UTF8.self)
                do {
                    try library.register(text, named: stem)
                } catch {
                    preconditionFailure("The template \(name) cannot be read: \(error)")
                }
            case "json":
                // The texts of a group of pages are in a file of their own: `customers.en.json`.
                let tag = String(stem.split(separator: ".").last ?? "")
                guard let language = PageLanguage(rawValue: tag), let read = Self.texts(bytes) else {
                    preconditionFailure("The texts \(name) cannot be read.")
                }
                // The sentences of the services are looked up by their keys, and are no texts of a template.
                if let translation = Translation(rawValue: String(stem.dropLast(tag.count + 1))) {
                    translations[translation, default: [:]][language] = read
                    continue
                }
                texts[language, default: [:]].merge(read) { _, _ in preconditionFailure("\(name) repeats a text.") }
            case "css": assets[name] = Self.asset(name, bytes, "text/css; charset=utf-8")
            case "svg": assets[name] = Self.asset(name, bytes, "image/svg+xml")
            case "js": assets[name] = Self.asset(name, bytes, "text/javascript; charset=utf-8")
            default: continue
            }
        }
        self.library = library
        self.texts = texts
        self.translations = translations
        self.assets = assets
    }

    /// Returns a page made from a template and values.
    func render(_ template: String, _ values: [String: Any]) -> String {
        guard let page = self.library.render(values, withTemplate: template) else {
            preconditionFailure("There is no template \(template).")
        }
        return HiddenCharacters.shown(in: page)
    }

    /// Returns a text with its arguments.
    func text(_ key: String, in language: PageLanguage, _ arguments: [String] = []) -> String {
        Self.filled(self.texts[language]?[key] ?? key, arguments)
    }

    /// Returns a text in which arguments replace `{0}`, `{1}` and so on, and in which `{0:is|are}` is its first form
    /// where the argument is 1, and its second one otherwise.
    package static func filled(_ text: String, _ arguments: [String]) -> String {
        // One pass, so that an argument that looks like a place stays as it is.
        let parts = text.split(separator: "{", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(into: String(parts.first ?? "")) { whole, part in
            guard let end = part.firstIndex(of: "}"), let place = part.first?.wholeNumberValue, place < arguments.count,
                let value = Self.value(arguments[place], part[..<end].dropFirst())
            else {
                whole += "{" + part
                return
            }
            whole += value + part[part.index(after: end)...]
        }
    }

    /// Returns what stands for an argument: itself without forms, or the form that fits it; `nil` for other forms.
    private static func value(_ argument: String, _ forms: Substring) -> String? {
        if forms.isEmpty { return argument }
        let words = forms.dropFirst().split(separator: "|", omittingEmptySubsequences: false)
        guard forms.first == ":", words.count == 2 else { return nil }
        return String(argument == "1" ? words[0] : words[1])
    }

    private static func texts(_ bytes: [UInt8]) -> [String: String]? {
        guard case .object(let members)? = try? JSONValue(json: bytes) else { return nil }
        var texts: [String: String] = [:]
        for member in members {
            guard case .string(let text) = member.value else { return nil }
            texts[member.key] = text
        }
        return texts
    }

    private static func asset(_ name: String, _ bytes: [UInt8], _ mediaType: String) -> Asset {
        let version = Hexadecimal.text(SHA256.hash(data: bytes).prefix(6))
        return Asset(bytes: bytes, mediaType: mediaType, path: "/dashboard/assets/\(name)?v=\(version)")
    }
}

/// Escapes text for HTML scalar by scalar.
///
/// The library's own escaping looks at whole characters, so that a quotation mark followed by a combining mark would
/// pass and end an attribute.
private struct EscapedHTML: MustacheContentType {
    /// The name by which templates name it.
    static let name = "ESCAPED_HTML"

    func escapeText(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
            case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
            case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
            case "'": escaped.append(contentsOf: "&#39;".unicodeScalars)
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
