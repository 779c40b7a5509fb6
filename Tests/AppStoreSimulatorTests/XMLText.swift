/// A well-formed XML document without namespaces or comments, taken apart: enough to check reports.
struct XMLText {
    /// An error of an XML document.
    struct Fault: Error {
        let found: String
    }

    /// The elements in the order in which they begin.
    private(set) var elements: [(name: String, attributes: [String: String])] = []
    /// All text between tags.
    private(set) var text = ""

    init(_ document: String) throws {
        var rest = Substring(document)
        var open: [String] = []
        if rest.hasPrefix("<?xml ") {
            guard let end = rest.firstIndex(of: ">") else { throw Fault(found: "no end of the declaration") }
            rest = rest[rest.index(after: end)...]
        }
        while let start = rest.firstIndex(of: "<") {
            self.text += try Self.decoded(rest[..<start])
            guard let end = rest[start...].firstIndex(of: ">") else { throw Fault(found: "an open tag") }
            var tag = rest[rest.index(after: start)..<end]
            rest = rest[rest.index(after: end)...]
            if tag.first == "/" {
                guard open.popLast() == String(tag.dropFirst()) else { throw Fault(found: "</\(tag)>") }
                continue
            }
            let isEmpty = tag.last == "/"
            if isEmpty { tag = tag.dropLast() }
            let name = String(tag.prefix { $0 != " " })
            guard !name.isEmpty, name.allSatisfy({ $0.isASCII && $0.isLetter }) else { throw Fault(found: name) }
            self.elements.append((name, try Self.attributes(tag.dropFirst(name.count))))
            if !isEmpty { open.append(name) }
        }
        guard open.isEmpty, rest.allSatisfy(\.isWhitespace) else { throw Fault(found: "\(open) \(rest)") }
    }

    private static func attributes(_ text: Substring) throws -> [String: String] {
        var rest = text.drop { $0 == " " }
        var attributes: [String: String] = [:]
        while let equals = rest.firstIndex(of: "=") {
            let name = String(rest[..<equals])
            let value = rest[rest.index(after: equals)...]
            guard value.first == "\"", let end = value.dropFirst().firstIndex(of: "\"") else {
                throw Fault(found: "\(name)=\(value)")
            }
            let old = attributes.updateValue(try Self.decoded(value.dropFirst()[..<end]), forKey: name)
            guard old == nil else { throw Fault(found: "\(name) twice") }
            rest = value[value.index(after: end)...].drop { $0 == " " }
        }
        guard rest.isEmpty else { throw Fault(found: String(rest)) }
        return attributes
    }

    private static func decoded(_ text: Substring) throws -> String {
        guard !text.unicodeScalars.contains(where: { $0.value < 0x20 && $0 != "\n" && $0 != "\t" }) else {
            throw Fault(found: "a control character")
        }
        var decoded = ""
        var rest = text
        while let start = rest.firstIndex(of: "&") {
            decoded += rest[..<start]
            guard let end = rest[start...].firstIndex(of: ";") else { throw Fault(found: "a bare ampersand") }
            let entity = String(rest[rest.index(after: start)..<end])
            let known = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "#10": "\n", "#9": "\t"]
            guard let character = known[entity] else { throw Fault(found: "&\(entity);") }
            decoded += character
            rest = rest[rest.index(after: end)...]
        }
        return decoded + rest
    }
}
