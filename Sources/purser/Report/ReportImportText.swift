package import AppStore
import PurserService

/// The text of `purser reports import`, in one language.
///
/// Values of the API, such as kinds and outcomes, are not translated.
package struct ReportImportText: Sendable {
    private let language: Language

    /// Creates a text in a language.
    package init(_ language: Language) { self.language = language }

    /// The text in the language of the environment.
    static var here: Self { Self(.here) }

    private func say(_ english: String, _ chinese: String) -> String {
        LocalizedText(english, chinese).text(in: self.language)
    }

    /// Returns the message for an unreadable path.
    func unreadable(_ path: String) -> String {
        let path = UntrustedText.escaped(path, limit: .max)
        return self.say("\(path): there is no such file or folder, or it cannot be read.", "\(path)：文件或文件夹不存在，或无法读取。")
    }

    /// The message for a folder without reports.
    var noFiles: String {
        self.say(
            "There is no file that ends with .txt, .tsv or .gz. Name the files directly.",
            "没有以 .txt、.tsv 或 .gz 结尾的文件。请直接写出文件名。"
        )
    }

    /// Returns the message for an unreadable file.
    func file(_ refusal: BoundedFile.Refusal) -> String {
        switch refusal {
        case .tooLarge:
            self.say(
                "The file has more than \(ReportService.maximumByteCount) bytes. Check that it is one of Apple's "
                    + "reports.",
                "文件超过 \(ReportService.maximumByteCount) 字节。请确认它是 Apple 的报告。"
            )
        default: self.say("The file \(refusal.rawValue).", "文件无法读取。")
        }
    }

    /// Returns the result of a file, from a line of the server's response.
    package func imported(_ line: JSONValue) -> String {
        // The name of the file is untrusted and must not send control sequences to the terminal.
        let file = UntrustedText.escaped(line["file"].plain, limit: .max)
        let parts = ["kind", "period", "region"].map { line.member("report.\($0)").plain }
        let subject = parts.filter { !$0.isEmpty }.joined(separator: " ")
        let number = line.member("report.number").plain
        let rows = line.member("report.rows").plain
        switch line["outcome"].plain {
        case "imported":
            return self.say(
                "\(file): imported as \(number): \(subject), \(Counted.text(rows, "row", "rows"))",
                "\(file)：已导入，编号 \(number)：\(subject)，\(rows) 行"
            )
        case "superseding":
            let former = line["supersedes"].plain
            return self.say(
                "\(file): imported as \(number), supersedes \(former): \(subject), "
                    + "\(Counted.text(rows, "row", "rows"))",
                "\(file)：已导入，编号 \(number)，取代 \(former)：\(subject)，\(rows) 行"
            )
        case "known":
            return self.say("\(file): known as \(number): \(subject)", "\(file)：已存在，编号 \(number)：\(subject)")
        default:
            let (detail, code) = (line["detail"].plain, line["code"].plain)
            return self.say("\(file): refused: \(detail) (\(code))", "\(file)：被拒绝：\(detail) (\(code))")
        }
    }

    /// Returns the number of refused files.
    func refused(_ refused: Int, of count: Int) -> String {
        self.say(
            "\(refused) of \(count) files were refused; the others were imported.",
            "\(count) 个文件中有 \(refused) 个被拒绝；其余已导入。"
        )
    }
}
