import AppStore
import ArgumentParser
import Ledger
import PurserService

/// `purser catalog check`: reports the errors of a catalog.
struct CatalogCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Report the errors and warnings of a catalog.",
        discussion: """
            Example:
              purser catalog check shop/catalog.yaml

            Each error has its line, its key and a remedy. Warnings concern valid content that is probably an
            oversight. Changes nothing and needs no server.

            Exit status: 0 no error, 1 an error, 64 wrong usage, 69 the file cannot be read.
            """
    )

    @Argument(help: "The catalog file.")
    var file: String

    @Flag(help: "Print one JSON object per line.")
    var json = false

    func run() throws {
        do throws(ValidationIssues) {
            let file = try CatalogFile(path: self.file)
            for warning in file.warnings { IssueLine.write(warning, as: "warning", json: self.json) }
            guard !self.json else {
                let counts = [
                    ("products", file.productIDs.count), ("entitlements", file.catalog.entitlements.count),
                    ("warnings", file.warnings.count),
                ]
                let summary = [
                    JSONMember(key: "kind", value: .string("summary")),
                    JSONMember(key: "file", value: .string(self.file)),
                ]
                let members = counts.map { JSONMember(key: $0.0, value: .number("\($0.1)")) }
                return StandardStream.output.write(json: JSONValue.object(summary + members))
            }
            let count = file.warnings.count
            let warnings = count == 0 ? "" : ", \(Counted.text(count, "warning", "warnings"))"
            StandardStream.output.write(
                line:
                    "\(self.file): no error, \(Counted.text(file.productIDs.count, "product", "products")), "
                    + "\(Counted.text(file.catalog.entitlements.count, "entitlement", "entitlements"))\(warnings)"
            )
        } catch {
            for issue in error.issues { IssueLine.write(issue, as: "mistake", json: self.json) }
            throw error.exitStatus(otherwise: .negative).error
        }
    }
}
