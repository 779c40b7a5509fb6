import AppStore
import ArgumentParser
import Ledger
import PurserService

/// `purser policy check`: says what rules mean, and everything that is wrong with them.
struct PolicyCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Says in a sentence each what rules mean, which can never match, and what is wrong.",
        discussion: """
            Example:
              purser policy check shop/guards.yaml
              purser policy check shop/guards.yaml --evidence
              purser policy check shop/refunds.yaml --catalog shop/catalog.yaml

            Each mistake has its line, its key and what would be right. A rule that can never match, or that gives an answer
            hardly anybody means to give, is a warning. Nothing is changed, and no server is needed. With --evidence all
            evidence that these rules may name is listed too, with its type and an example. With --catalog, products that the
            catalog does not have are warnings too.

            Exit status: 0 no mistake, 1 a mistake or a warning, 64 wrong usage, 69 a file cannot be read.
            """
    )

    /// What rules can be about.
    static let vocabularies = [RuleVocabulary.orders, .refunds]

    @Argument(help: "The file of rules.")
    var file: String

    @Option(help: "The catalog whose products the rules may name.")
    var catalog: String?

    @Flag(help: "List all evidence that the rules may name.")
    var evidence = false

    @Flag(help: "One JSON object a line.")
    var json = false

    func run() throws {
        let file: RuleFile
        var warnings: [ValidationIssue]
        do throws(ValidationIssues) {
            file = try RuleFile(path: self.file, vocabularies: Self.vocabularies)
            warnings = file.warnings
            if let catalog { warnings = file.warnings(beside: try CatalogFile(path: catalog).catalog) }
        } catch {
            for issue in error.issues { IssueLine.write(issue, as: "mistake", json: self.json) }
            throw error.exitStatus(otherwise: .negative).error
        }
        for sentence in file.sentences {
            let rule = Self.object(["kind": "rule", "sentence": sentence])
            StandardStream.output.write(rule, isJSON: self.json, sentence)
        }
        for warning in warnings { IssueLine.write(warning, as: "warning", json: self.json) }
        if self.evidence { self.writeEvidence(of: file.vocabulary) }
        guard warnings.isEmpty else { throw ExitStatus.negative.error }
    }

    private func writeEvidence(of vocabulary: RuleVocabulary) {
        if !self.json { StandardStream.output.write(line: "") }
        let terms = vocabulary.terms.map { term in
            Self.object([
                "kind": "evidence", "name": term.name, "type": term.type, "meaning": term.sentence,
                "example": term.written,
            ])
        }
        Listing.evidence.write(terms, isJSON: self.json)
    }

    private static func object(_ members: KeyValuePairs<String, String>) -> JSONValue {
        .object(members.map { JSONMember(key: $0.key, value: .string($0.value)) })
    }
}
