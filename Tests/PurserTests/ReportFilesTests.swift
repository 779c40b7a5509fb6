import AppStore
import Foundation
import Testing
import purser

@Suite struct ReportFilesTests {
    @Test("Of folders reports are found by name, each once, and files that are named are taken as they are")
    func files() throws {
        let folder = try TemporaryFolder()
        for name in [
            "year/03/S_D_2.txt.gz", "year/03/S_D_1.txt", "year/10.TSV", "year/02.txt", "year/notes.md",
            "year/.hidden.txt",
            "odd.report",
        ] {
            try folder.write(name, "x")
        }
        func found(_ paths: [String]) -> (files: [String], missing: String?) {
            let (files, missing) = ReportFiles.found(at: paths.map { "\(folder.path)/\($0)" })
            return (files.map { String($0.dropFirst(folder.path.count + 1)) }, missing)
        }
        let ofYear = ["year/02.txt", "year/03/S_D_1.txt", "year/03/S_D_2.txt.gz", "year/10.TSV"]
        #expect(found(["year"]).files == ofYear)
        #expect(found(["year/"]).files == ofYear)
        #expect(
            found(["odd.report", "year/10.TSV", "year"]).files == ["odd.report", "year/10.TSV"] + ofYear.dropLast()
        )
        #expect(found(["year"]).missing == nil)
        #expect(found(["year", "nothing"]).missing == "\(folder.path)/nothing")
    }

    @Test("Links are followed, and each folder is read once, also where they lead in a circle", .timeLimit(.minutes(1)))
    func links() throws {
        let folder = try TemporaryFolder()
        try folder.write("year/03/S_D_1.txt", "x")
        try folder.write("elsewhere/S_D_2.txt", "x")
        let files = FileManager.default
        for (link, target) in [
            ("year/a", "year"), ("year/b", "year"), ("year/c", "year/03"), ("year/03/d", "year"),
            ("year/e", "elsewhere"),
        ] {
            try files.createSymbolicLink(
                atPath: "\(folder.path)/\(link)",
                withDestinationPath: "\(folder.path)/\(target)"
            )
        }
        let (found, missing) = ReportFiles.found(at: ["\(folder.path)/year"])
        #expect(missing == nil)
        #expect(found.map { String($0.dropFirst(folder.path.count + 1)) } == ["year/03/S_D_1.txt", "year/e/S_D_2.txt"])
    }

    @Test("The name of a file drives no terminal")
    func escapes() throws {
        let text = ReportImportText(.english)
        let line =
            #"{"file": "a\u001B[2J\u202E.txt", "outcome": "refused", "code": "report_empty", "detail": "Empty."}"#
        let said = text.imported(try JSONValue(json: Array(line.utf8)))
        #expect(said == #"a\u{1B}[2J\u{202E}.txt: refused: Empty. (report_empty)"#)
    }

    @Test("What became of a file is one line, in English and Chinese")
    func lines() throws {
        func line(_ json: String, _ language: Language) throws -> String {
            ReportImportText(language).imported(try JSONValue(json: Array(json.utf8)))
        }
        let report = #""report": {"number": 12, "kind": "SALES", "period": "2026-03-01", "rows": 1}"#
        let imported = #"{"file": "a.txt", "outcome": "imported", \#(report)}"#
        #expect(try line(imported, .english) == "a.txt: imported as 12: SALES 2026-03-01, 1 row")
        #expect(try line(imported, .simplifiedChinese) == "a.txt：已导入，编号 12：SALES 2026-03-01，1 行")
        let superseding = #"{"file": "a.txt", "outcome": "superseding", "supersedes": 4, \#(report)}"#
        #expect(
            try line(superseding, .english) == "a.txt: imported as 12, supersedes 4: SALES 2026-03-01, 1 row"
        )
        let known = #"{"file": "a.txt", "outcome": "known", \#(report)}"#
        #expect(try line(known, .english) == "a.txt: known as 12: SALES 2026-03-01")
        let refused = #"{"file": "a.txt", "outcome": "refused", "code": "report_empty", "detail": "It is empty."}"#
        #expect(try line(refused, .english) == "a.txt: refused: It is empty. (report_empty)")
        #expect(try line(refused, .simplifiedChinese) == "a.txt：被拒绝：It is empty. (report_empty)")
    }

    @Test("An unknown report is a negative result, and an unreadable one is bad data")
    func statuses() {
        #expect(ExitStatus(code: "report_unknown") == .negative)
        #expect(ExitStatus(code: "report_gzip_cut") == .badData)
    }
}
