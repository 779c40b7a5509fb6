/// Writes JSON in one line.
struct JSONLine: Sendable {
    /// What has been written.
    private(set) var text = ""
    private var needsComma = false

    /// Nothing yet.
    init() {}

    /// Opens an object.
    mutating func beginObject() { self.open("{") }

    /// Closes an object.
    mutating func endObject() { self.close("}") }

    /// Opens an array.
    mutating func beginArray() { self.open("[") }

    /// Closes an array.
    mutating func endArray() { self.close("]") }

    /// Writes the name of a member.
    mutating func name(_ name: String) {
        self.separate()
        self.quote(name)
        self.text += ":"
        self.needsComma = false
    }

    /// Writes a text as a value.
    mutating func value(_ text: String) {
        self.separate()
        self.quote(text)
        self.needsComma = true
    }

    /// Writes a member that is text.
    mutating func member(_ name: String, _ text: String) {
        self.name(name)
        self.value(text)
    }

    /// Writes a member that is JSON already: a number, `true` or `false`.
    mutating func member(_ name: String, json: String) {
        self.name(name)
        self.text += json
        self.needsComma = true
    }

    private mutating func open(_ bracket: String) {
        self.separate()
        self.text += bracket
        self.needsComma = false
    }

    private mutating func close(_ bracket: String) {
        self.text += bracket
        self.needsComma = true
    }

    private mutating func separate() {
        if self.needsComma { self.text += "," }
        self.needsComma = false
    }

    private mutating func quote(_ text: String) {
        self.text += "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": self.text += "\\\""
            case "\\": self.text += "\\\\"
            case "\n": self.text += "\\n"
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                self.text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            default: self.text.unicodeScalars.append(scalar)
            }
        }
        self.text += "\""
    }
}
