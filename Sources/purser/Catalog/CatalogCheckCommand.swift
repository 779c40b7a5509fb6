import AppStore
import ArgumentParser
import Ledger
import PurserService

/// `purser catalog check`: reads a catalog and says everything that is wrong with it.
struct CatalogCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Says everything that is wrong with a catalog, and what looks odd.",
        discussion: """
            Example:
              purser catalog check shop/catalog.yaml

            Each mistake has its line, its key and what would be right. Warnings are about what is allowed and looks like
            an oversight. Nothing is changed, and no server is needed.

            Exit status: 0 no mistake, 1 a mistake, 64 wrong usage, 69 the file cannot be read.
            """
    )

    @Argument(help: "The catalog file.")
    var file: String

    @Flag(help: "One JSON object a line.")
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
                line: "\(self.file): no mistake, \(Counted.text(file.productIDs.count, "product", "products")), "
                    + "\(Counted.text(file.catalog.entitlements.count, "entitlement", "entitlements"))\(warnings)"
            )
        } catch {
            for issue in error.issues { IssueLine.write(issue, as: "mistake", json: self.json) }
            throw error.exitStatus(otherwise: .negative).error
        }
    }
}
