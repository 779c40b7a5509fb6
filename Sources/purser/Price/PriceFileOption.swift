import ArgumentParser
import PurserService

/// The file of prices that a command reads.
enum PriceFileOption {
    /// Returns what a reader makes of a file; where it cannot be read, or has a mistake, that is told and the command
    /// ends.
    static func read<File>(
        _ path: String,
        limitBytes: Int,
        as read: ([UInt8]) throws(PriceFileError) -> File
    ) throws -> File {
        let finding: Finding
        do throws(BoundedFile.Refusal) {
            let bytes = try BoundedFile(path: path, limitBytes: limitBytes).bytes
            do throws(PriceFileError) {
                return try read(bytes)
            } catch {
                finding = error.finding(in: path)
            }
        } catch {
            finding = Finding(file: path, problem: error.rawValue, remedy: "Name a file of prices in CSV.")
        }
        StandardStream.error.write(line: "\(finding)")
        throw Findings(finding).exitStatus(otherwise: .badData).error
    }
}
