/// Finds the declarations in Swift code by its words and braces.
struct SwiftOutline {
    private struct Token {
        let text: String
        let offset: Int
        let isWord: Bool
    }

    private struct Brace {
        /// The declaration whose braces these are; `nil` for a closure, a statement, an accessor.
        let owner: Int?
        /// The number of open parentheses outside.
        let parentheses: Int
    }

    /// Words that end a declaration without being one that rules ask about.
    private static let others: Set<String> = ["init", "deinit", "subscript", "import", "associatedtype", "macro"]
    private static let modifiers: Set<String> = [
        "private", "fileprivate", "internal", "package", "public", "open", "static", "final", "mutating",
        "nonmutating", "consuming", "borrowing", "override", "indirect", "lazy", "weak", "unowned", "nonisolated",
        "isolated", "required", "convenience", "class", "distributed", "prefix", "postfix", "infix",
    ]

    private let text: SwiftText
    private let tokens: [Token]
    private var found: [Declaration] = []
    private var braces: [Brace] = []
    private var parentheses = 0
    /// The declaration that the next opening brace belongs to.
    private var pending: Int?

    /// An outline of this text.
    init(_ text: SwiftText) {
        self.text = text
        self.tokens = Self.tokens(of: text.code)
    }

    /// The declarations in the order in which they stand.
    mutating func declarations() -> [Declaration] {
        for index in self.tokens.indices {
            let token = self.tokens[index]
            switch token.text {
            case "(", "[":
                self.parentheses += 1
            case ")", "]":
                self.parentheses -= 1
            case "{":
                self.open(at: token.offset)
            case "}":
                self.close(at: token.offset)
            case "," where self.parentheses == 0:
                // `case one, two` declares both.
                if let last = self.pending, self.found[last].kind == .case {
                    self.note(.case, at: index)
                }
            default:
                guard self.parentheses == 0, token.isWord else { continue }
                if let kind = self.kind(at: index) {
                    self.note(kind, at: index)
                } else if Self.others.contains(token.text), self.text(at: index - 1) != "." {
                    self.pending = nil
                }
            }
        }
        return self.found
    }

    private mutating func open(at offset: Int) {
        let owner = self.parentheses == 0 ? self.pending : nil
        if let owner {
            self.found[owner].body = (offset + 1)..<self.text.code.count
        }
        self.braces.append(Brace(owner: owner, parentheses: self.parentheses))
        self.parentheses = 0
        self.pending = nil
    }

    private mutating func close(at offset: Int) {
        guard let brace = self.braces.popLast() else { return }
        if let owner = brace.owner, let body = self.found[owner].body {
            self.found[owner].body = body.lowerBound..<max(body.lowerBound, offset)
        }
        self.parentheses = brace.parentheses
        self.pending = nil
    }

    private func text(at index: Int) -> String {
        self.tokens.indices.contains(index) ? self.tokens[index].text : ""
    }

    private func kind(at index: Int) -> Declaration.Kind? {
        guard let kind = Declaration.Kind(rawValue: self.tokens[index].text), self.text(at: index - 1) != ".",
            self.tokens.indices.contains(index + 1)
        else { return nil }
        let next = self.tokens[index + 1]
        switch kind {
        case .function:
            return kind
        case .case:
            let isMember = self.braces.last?.owner.map { owner in self.found[owner].kind == .enumeration } ?? false
            return isMember && next.isWord ? kind : nil
        case .class, .actor, .extension:
            let begins = next.text.first?.isUppercase ?? false
            return next.isWord && begins ? kind : nil
        default:
            return next.isWord ? kind : nil
        }
    }

    private mutating func note(_ kind: Declaration.Kind, at index: Int) {
        var end = index + 2
        var name = self.text(at: index + 1)
        if kind == .extension {
            while self.text(at: end) == "." {
                name += "." + self.text(at: end + 1)
                end += 2
            }
        }
        let owners = self.braces.compactMap { brace in brace.owner.map { owner in self.found[owner] } }
        let around = owners.filter { owner in owner.kind.hasMembers }
        self.pending = self.found.count
        self.found.append(
            Declaration(
                kind: kind,
                name: name,
                modifiers: self.modifiers(before: index),
                enclosing: around.map { owner in owner.name },
                header: self.header(from: end),
                literalOffset: self.literalOffset(from: end),
                returnsValue: kind == .function && self.hasArrow(from: end),
                line: self.text.line(of: self.tokens[index].offset),
                body: nil,
                isLocal: around.count < self.braces.count
            )
        )
    }

    private func header(from start: Int) -> [String] {
        var words: [String] = []
        var index = start
        while index < self.tokens.count, index < start + 40, self.tokens[index].text != "{" {
            if self.tokens[index].isWord {
                words.append(self.tokens[index].text)
            }
            index += 1
        }
        return words
    }

    /// Whether an arrow outside parentheses comes before the next brace.
    private func hasArrow(from start: Int) -> Bool {
        var depth = 0
        for index in start..<max(start, self.tokens.count) {
            switch self.tokens[index].text {
            case "(", "[": depth += 1
            case ")", "]": depth -= 1
            case "-" where depth == 0 && self.text(at: index + 1) == ">": return true
            case "{" where depth == 0, "}" where depth == 0: return false
            default: break
            }
        }
        return false
    }

    private func literalOffset(from start: Int) -> Int? {
        let equals = self.text(at: start) == ":" ? start + 2 : start
        guard self.text(at: equals) == "=", self.text(at: equals + 1) == "\"" else { return nil }
        return self.tokens[equals + 1].offset
    }

    private func modifiers(before index: Int) -> [String] {
        var result: [String] = []
        var position = index - 1
        while position >= 0 {
            var name = position
            if self.tokens[position].text == ")" {
                guard let start = self.opening(of: position) else { break }
                name = start - 1
            }
            guard name >= 0, self.tokens[name].isWord else { break }
            if self.text(at: name - 1) == "@" {
                result.append("@" + self.tokens[name].text)
                position = name - 2
            } else if Self.modifiers.contains(self.tokens[name].text) {
                result.append(self.tokens[name].text)
                position = name - 1
            } else {
                break
            }
        }
        return result
    }

    private func opening(of closing: Int) -> Int? {
        var depth = 0
        for index in stride(from: closing, through: 0, by: -1) {
            switch self.tokens[index].text {
            case ")": depth += 1
            case "(":
                depth -= 1
                if depth == 0 { return index }
            default: break
            }
        }
        return nil
    }

    private static func tokens(of code: [UInt8]) -> [Token] {
        var tokens: [Token] = []
        var position = 0
        while position < code.count {
            let start = position
            let byte = code[position]
            if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\t") {
                position += 1
                continue
            }
            if byte == UInt8(ascii: "`") {
                let end = code[(start + 1)...].firstIndex(of: byte) ?? code.count
                let name = String(decoding: code[(start + 1)..<end], as: UTF8.self)
                tokens.append(Token(text: name, offset: start, isWord: true))
                position = end + 1
                continue
            }
            while position < code.count, Bytes.isWord(code[position]) {
                position += 1
            }
            let isWord = position > start
            position = max(position, start + 1)
            let text = String(decoding: code[start..<position], as: UTF8.self)
            tokens.append(Token(text: text, offset: start, isWord: isWord))
        }
        return tokens
    }
}
