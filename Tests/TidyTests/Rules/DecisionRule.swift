/// The persistence targets decide nothing: they load values, and save what the ledger made of them.
///
/// Two kinds of calls are found in their code: those of a table, and those of every function by which the ledger
/// extends `LedgerStorage`, as far as its name belongs to it alone. Creating a value from what was loaded is no
/// decision.
struct DecisionRule: Rule {
    /// The folders whose files decide nothing.
    static let folders = ["Sources/PersistenceSQL/", "Sources/PersistenceSQLite/", "Sources/PersistencePostgreSQL/"]

    /// The calls that they do not contain.
    let calls: [DecidingCall]
    let exceptions: [String: String]
    let name = "decisions in the ledger"

    /// The rule of this project.
    static let project = Self(
        calls: DecidingCall.project + Self.useCases(in: SourceTree.project.files),
        exceptions: [
            "Sources/PersistenceSQL/Writing/WriteQueue.swift":
                "it runs units of work, and writes with each the answer to a repeated request and the audit entry"
        ]
    )

    func breaches(in file: SourceFile) -> [Complaint] {
        guard file.isSwift, Self.folders.contains(where: file.isAt) else { return [] }
        return self.calls.flatMap { call in
            file.swift.offsets(of: call.spelling)
                .filter { offset in Self.stands(call.spelling, at: offset, in: file.swift.code) }
                .map { offset in
                    Complaint(
                        path: file.path,
                        line: file.swift.line(of: offset),
                        problem: "`\(call.spelling)` decides \(call.decides).",
                        remedy: "Decide it in Sources/Ledger: in a value, or in an extension of LedgerStorage."
                    )
                }
        }
    }

    /// Returns the calls of functions that extend `LedgerStorage`.
    ///
    /// A name is left out where a storage protocol or a persistence target declares it too, because a search for it
    /// cannot tell a decision from a load.
    static func useCases(in files: [SourceFile]) -> [DecidingCall] {
        var names: Set<String> = []
        var shared: Set<String> = []
        for file in files where file.isSwift {
            let isStorage = Self.folders.contains(where: file.isAt)
            guard isStorage || file.isAt("Sources/Ledger/") else { continue }
            let protocols = Set(file.declarations.filter { $0.kind == .protocol }.map(\.name))
            for function in file.declarations where function.kind == .function {
                if isStorage || !protocols.isDisjoint(with: function.enclosing) {
                    shared.insert(function.name)
                } else if function.enclosing == ["LedgerStorage"], !function.isLocal {
                    names.insert(function.name)
                }
            }
        }
        return names.subtracting(shared).sorted().flatMap { name in
            ["(", " {"].map { DecidingCall(".\(name)\($0)", "a use case of the ledger") }
        }
    }

    /// Whether the bytes are a name of their own: `Derivation(` is not `EventDerivation(`.
    private static func stands(_ spelling: String, at offset: Int, in code: [UInt8]) -> Bool {
        let end = offset + spelling.utf8.count
        if let first = spelling.utf8.first, Bytes.isWord(first), offset > 0, Bytes.isWord(code[offset - 1]) {
            return false
        }
        if let last = spelling.utf8.last, Bytes.isWord(last), end < code.count, Bytes.isWord(code[end]) {
            return false
        }
        return true
    }
}
