import ArgumentParser
import Ledger
import PurserService

/// What the commands about consents take.
enum ConsentArgument {
    /// The name of a consent that an option spells.
    static func id(_ text: String?, option: String) throws -> ConsentID? {
        guard let text else { return nil }
        guard ConsentStatement.isName(text) else {
            throw ValidationError("\(option): \(ConsentStatement.nameRequirement)")
        }
        return ConsentID(text)
    }

    /// The option that a field of a statement is.
    static func option(_ field: String) -> String {
        field.reduce(into: "--") { option, character in
            if character.isUppercase { option += "-" }
            option += character.lowercased()
        }
    }
}
