/// A file is named after its main type, which comes first; small types that it needs follow it in the same file.
///
/// A concern of a type that is a page of its own is in `Type+Concern.swift`, which extends the type. Where files have
/// an order, four digits and an underscore come first (`0002_Wallets.swift`); such a file may also extend the type that
/// its folder is named after.
struct FileNameRule: Rule {
    let exceptions: [String: String]
    let name = "names of files"

    /// The files of this project that are named after something else, with the reason.
    static let project: [String: String] = [:]

    func breaches(in file: SourceFile) -> [Complaint] {
        guard file.isSwift, file.isOfPackage, file.stem != "main", file.stem != "Skeleton" else { return [] }
        var subjects = [Self.subject(of: file.stem)]
        if Self.isNumbered(file.stem), let folder = file.components.dropLast().last {
            subjects.append(folder)
        }
        let named = file.declarations.filter { declaration in
            guard declaration.isTopLevel, declaration.kind.hasMembers || declaration.kind == .alias else {
                return false
            }
            let last = declaration.name.split(separator: ".").last.map(String.init) ?? declaration.name
            return subjects.contains(declaration.name) || subjects.contains(last)
        }
        guard !named.isEmpty else {
            return [
                Complaint(
                    path: file.path,
                    problem: "Nothing at the top level of the file is called \(subjects[0]).",
                    remedy: "Name the file after its main type, or Type+Concern.swift for an extension."
                )
            ]
        }
        return self.orderBreaches(in: file, named: named)
    }

    /// The complaint about another type before the one that the file is named after, if there is one.
    private func orderBreaches(in file: SourceFile, named: [Declaration]) -> [Complaint] {
        let types = file.declarations.filter { declaration in
            declaration.isTopLevel && declaration.kind.isType && !declaration.isPrivate
        }
        guard let first = types.first, let main = named.first(where: { declaration in declaration.kind.isType }),
            first != main
        else { return [] }
        return [
            Complaint(
                path: file.path,
                line: first.line,
                problem: "\(first.name) comes before \(main.name), after which the file is named.",
                remedy: "Put the main type first, or name the file after \(first.name)."
            )
        ]
    }

    /// Returns the subject of a file name: the part before `+`, without a leading number.
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
