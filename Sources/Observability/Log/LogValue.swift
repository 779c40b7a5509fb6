import Notation

/// Functions that remove sensitive and overlong text from log values.
enum LogValue {
    /// The maximum length of a value, in bytes.
    static let lengthLimitBytes = 2048
    /// The replacement for a signed payload.
    static let blank = "[signed]"

    /// The beginning of every signed payload and token: `{"` in base64url.
    private static let mark = "eyJ"

    /// Returns the value without signed payloads, cut to the maximum length.
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

    /// Returns the value on one line, with control characters escaped so that a terminal does not interpret them.
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
