import CLibPQ

extension PostgreSQLFailure {
    /// The maximum length of a server's text that is kept.
    private static let detailLimit = 300

    /// Creates a failure from an error or a notice of the server.
    ///
    /// Only the first sentence is kept, because the lines after it may contain values; an error about a value that the
    /// server could not read keeps no text at all.
    init(result: OpaquePointer, statement: PostgreSQLStatement?) {
        let state = unsafe Self.field(DIAGNOSTIC_STATE, of: result)
        self.init(state.map { Self.code(ofState: $0) } ?? .connectionLost)
        self.state = state
        self.statement = statement?.name
        self.constraint = unsafe Self.field(DIAGNOSTIC_CONSTRAINT, of: result)
        if state?.hasPrefix("22") != true {
            self.detail = unsafe Self.field(DIAGNOSTIC_MESSAGE, of: result).map(Self.line)
        }
        if self.code == .other, state == "0A000", self.detail?.contains("cached plan") == true {
            self.code = .changedSchema
        }
    }

    /// Creates a failure from libpq's message, in its most verbose form, about a connection that could not be made.
    ///
    /// libpq has no field for the SQLSTATE then, but writes it into the text, whatever the server's language.
    init(connecting message: String) {
        let lines = message.split(whereSeparator: \.isNewline)
        let said = lines.lazy.compactMap(Self.stateAndText).first
        if let said {
            self.init(Self.code(ofState: said.state), detail: Self.line(said.text))
            self.state = said.state
            return
        }
        let first = lines.first.map(String.init) ?? ""
        let code: Code =
            if first.contains("no password supplied") || first.contains("authentication") {
                .authentication
            } else if first.contains("session is read-only") || first.contains("hot standby mode") {
                .readOnly
            } else if first.contains("SSL") || first.contains("GSSAPI") || first.contains("certificate") {
                .encryption
            } else {
                .unreachable
            }
        self.init(code, detail: Self.line(first))
    }

    /// Returns whether a server's message says that it ends the connection.
    static func isFatal(_ result: OpaquePointer) -> Bool {
        switch unsafe Self.field(DIAGNOSTIC_SEVERITY, of: result) {
        case "FATAL", "PANIC": true
        default: false
        }
    }

    /// Returns one field of a message.
    static func field(_ field: CInt, of result: OpaquePointer) -> String? {
        unsafe PQresultErrorField(result, field).map { unsafe String(cString: $0) }
    }

    /// Returns the text on one line, without control characters and shortened to the limit.
    private static func line(_ text: some StringProtocol) -> String {
        let characters = text.unicodeScalars.prefix(Self.detailLimit).map { scalar in
            scalar.properties.generalCategory == .control ? " " : Character(scalar)
        }
        return String(characters)
    }

    /// Returns the SQLSTATE and the text of a line such as `FATAL:  28P01: password authentication failed`.
    private static func stateAndText(_ line: Substring) -> (state: String, text: Substring)? {
        var rest = line[...]
        while let start = rest.firstRange(of: ":  ")?.upperBound {
            rest = rest[start...]
            let state = rest.prefix(5)
            let isState =
                state.utf8.count == 5
                && state.utf8.allSatisfy { byte in
                    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
                        || byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
                }
            let text = rest.dropFirst(5)
            if isState, text.hasPrefix(": ") { return (String(state), text.dropFirst(2)) }
        }
        return nil
    }

    private static func code(ofState state: String) -> Code {
        switch state {
        case "25006": return .readOnly
        case "25P02": return .rolledBack
        case "26000": return .changedSchema
        case "3D000": return .noDatabase
        case "3F000", "42P01", "42703", "42883", "42704": return .missingObject
        case "40001", "40P01": return .conflict
        case "42501": return .permission
        case "53100": return .diskFull
        case "53300": return .tooManyConnections
        case "58030", "58P01", "58P02", "XX001", "XX002": return .diskFailure
        case "55P03": return .lockTimeout
        case "57014": return .canceled
        case "57P01", "57P02", "57P03", "25P03": return .shutdown
        case "57P04": return .noDatabase
        default: break
        }
        switch state.prefix(2) {
        case "08": return .connectionLost
        case "23": return .constraint
        case "28": return .authentication
        case "53", "54": return .outOfResources
        default: return .other
        }
    }
}
