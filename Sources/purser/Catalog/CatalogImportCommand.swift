import ArgumentParser
import Foundation
import PurserService

/// `purser catalog import`: creates a first catalog from a StoreKit file.
struct CatalogImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Create a catalog from a .storekit file of Xcode.",
        discussion: """
            Example:
              purser catalog import Shop.storekit -o catalog.yaml

            Converts products, groups, levels, prices, periods, offers and, if Xcode has synchronized the file, Apple's
            numbers. Xcode's file does not contain entitlements: the command proposes one for each group and each
            non-consumable. Lines that you have to complete contain CHECK. Applies nothing.

            Exit status: 0 created, 64 wrong usage, 65 the file has errors, 69 it cannot be read,
            73 the output exists or cannot be written.
            """
    )

    @Argument(help: "The .storekit file.")
    var file: String

    @Option(name: [.customShort("o"), .long], help: "The output file; standard output by default.")
    var output: String?

    func run() throws {
        let translation = try self.translation()
        for remark in translation.remarks { StandardStream.error.write(line: remark) }
        guard let output else {
            StandardStream.output.write(bytes: Array(translation.document.utf8))
            return
        }
        do {
            try Data(translation.document.utf8).write(to: URL(fileURLWithPath: output), options: .withoutOverwriting)
        } catch {
            StandardStream.error.write(
                line: "\(output): it already exists or cannot be written. Name another file: -o catalog-2.yaml"
            )
            throw ExitStatus.cannotCreate.error
        }
        StandardStream.output.write(
            line: "\(output): complete the lines that contain CHECK, then: purser catalog check \(output)"
        )
    }

    private func translation() throws -> CatalogTranslation {
        let file: BoundedFile
        do {
            file = try BoundedFile(path: self.file, limitBytes: CatalogFile.sizeLimitBytes)
        } catch {
            StandardStream.error.write(line: "\(self.file): \(error.rawValue). Save one in Xcode: File, New, StoreKit.")
            throw (error.isOfAbsence ? ExitStatus.unavailable : .badData).error
        }
        do throws(ValidationIssues) {
            return try CatalogTranslation.storeKit(file.bytes, self.file)
        } catch {
            StandardStream.error.write(line: "\(error)")
            throw ExitStatus.badData.error
        }
    }
}
