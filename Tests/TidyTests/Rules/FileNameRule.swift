/// A file holds one top-level type and is named after it; another concern of a type is in `Type+Concern.swift`.
///
/// Where files have an order, four digits and an underscore come first (`0001_FirstSchema.swift`); such a file may also
/// extend the type that its folder is named after.
struct FileNameRule: Rule {
    let exceptions: [String: String]
    let name = "one type a file, named after it"

    /// The files of this project that hold something else, with the reason.
    static let project: [String: String] = [
        "Sources/Ledger/Identity/StoreIdentifiers.swift": "a family of type aliases"
    ]

    func breaches(in file: SourceFile) -> [Complaint] {
        guard file.isSwift, file.isOfPackage, file.stem != "main", file.stem != "Skeleton" else { return [] }
        return self.nameBreaches(in: file) + self.typeBreaches(in: file)
    }

    private func nameBreaches(in file: SourceFile) -> [Complaint] {
        var subjects = [Self.subject(of: file.stem)]
        if Self.isNumbered(file.stem), let folder = file.components.dropLast().last {
            subjects.append(folder)
        }
        let topLevel = file.declarations.filter { declaration in
            declaration.isTopLevel && (declaration.kind.hasMembers || declaration.kind == .alias)
        }
        let isNamed = topLevel.contains { declaration in
            let last = declaration.name.split(separator: ".").last.map(String.init) ?? declaration.name
            return subjects.contains(declaration.name) || subjects.contains(last)
        }
        guard !isNamed else { return [] }
        return [
            Complaint(
                path: file.path,
                problem: "Nothing at the top level of the file is called \(subjects[0]).",
                remedy: "Name the file after its type, or Type+Concern.swift for an extension."
            )
        ]
    }

    private func typeBreaches(in file: SourceFile) -> [Complaint] {
        let types = file.declarations.filter { declaration in
            declaration.isTopLevel && declaration.kind.isType && !declaration.isPrivate
        }
        return types.dropFirst().map { type in
            Complaint(
                path: file.path,
                line: type.line,
                problem: "\(type.name) is a further top-level type in this file.",
                remedy: "Give it a file of its own, nest it in the type it belongs to, or make it private."
            )
        }
    }

    /// What a file of this name is about: the part before `+`, without a number before it.
    private static func subject(of stem: String) -> String {
        let subject = stem.split(separator: "+").first.map(String.init) ?? stem
        return Self.isNumbered(stem) ? String(subject.dropFirst(5)) : subject
    }

    /// Whether a name begins with four digits and an underscore.
    private static func isNumbered(_ stem: String) -> Bool {
        let prefix = stem.prefix(5)
        return prefix.count == 5 && prefix.hasSuffix("_") && prefix.dropLast().allSatisfy(\.isNumber)
    }
}
