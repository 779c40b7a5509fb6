import Notation

/// Keeps out of the log what does not belong there.
enum LogValue {
    /// The most bytes of one value.
    static let lengthLimitBytes = 2048
    /// What stands in the place of a signed payload.
    static let blank = "[signed]"

    /// How every signed payload and token begins: `{"`, as base64url writes it.
    private static let mark = "eyJ"

    /// A value without signed payloads, and not too long.
    static func clean(_ text: String) -> String {
        var text = text
        if text.utf8.count > Self.lengthLimitBytes {
            text = String(decoding: text.utf8.prefix(Self.lengthLimitBytes), as: UTF8.self) + "..."
        }
        guard text.contains(Self.mark) else { return text }
        var cleaned = ""
        var word = ""
        for character in text {
            if character.isASCII, character.isLetter || character.isNumber || "-_.".contains(character) {
                word.append(character)
            } else {
                cleaned += Self.cleanWord(word)
                cleaned.append(character)
                word = ""
            }
        }
        return cleaned + Self.cleanWord(word)
    }

    /// A value in one line, which no terminal takes for a command.
    static func oneLine(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: JSONWriter.isControl) else { return text }
        var line = ""
        for scalar in text.unicodeScalars {
            if JSONWriter.isControl(scalar) {
                line += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                line.unicodeScalars.append(scalar)
            }
        }
        return line
    }

    private static func cleanWord(_ word: String) -> String {
        guard let start = word.firstRange(of: Self.mark)?.lowerBound, word[start...].utf8.count >= 20 else {
            return word
        }
        return word[..<start] + Self.blank
    }
}
