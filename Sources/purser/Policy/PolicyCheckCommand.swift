import AppStore
import ArgumentParser
import Ledger
import PurserService

/// `purser policy check`: explains rules and reports their errors.
struct PolicyCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Explain each rule in a sentence, and report errors and rules that can never match.",
        discussion: """
            Example:
              purser policy check shop/guards.yaml
              purser policy check shop/guards.yaml --evidence
              purser policy check shop/refunds.yaml --catalog shop/catalog.yaml

            Each error has its line, its key and a remedy. A rule that can never match, or with an answer that is
            rarely intended, is a warning. Changes nothing and needs no server. With --evidence, the command also lists
            the evidence that these rules may use, with types and examples. With --catalog, products that the catalog
            does not contain are warnings too.

            Exit status: 0 no error, 1 an error or a warning, 64 wrong usage, 69 a file cannot be read.
            """
    )

    /// The vocabularies of rules.
    static let vocabularies = [RuleVocabulary.orders, .refunds]

    @Argument(help: "The file with the rules.")
    var file: String

    @Option(help: "The catalog whose products the rules may name.")
    var catalog: String?

    @Flag(help: "List the evidence that the rules may use.")
    var evidence = false

    @Flag(help: "Print one JSON object per line.")
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
