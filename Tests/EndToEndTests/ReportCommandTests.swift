import AppStore
import Foundation
import PurserTesting
import Testing

/// The real program imports a folder of reports through the running server.
@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10)))
struct ReportCommandTests {
    private static let config = ["--config", "shop/purser.yaml"]

    private let shop: InstalledShop

    init() throws {
        self.shop = try InstalledShop()
    }

    private var folder: TemporaryFolder { self.shop.folder }

    private func purser(_ arguments: String..., through wrapper: [String] = []) throws -> Binary.Run {
        try Binary.run(arguments + Self.config, in: self.folder, through: wrapper)
    }

    /// A daily sales report of a day of March.
    private static func sales(_ day: Int, units: Int = 1) -> [UInt8] {
        let columns = [
            "SKU", "Product Type Identifier", "Units", "Developer Proceeds", "Begin Date", "End Date",
            "Customer Currency", "Country Code", "Currency of Proceeds", "Customer Price",
        ]
        let date = "03/0\(day)/2026"
        let row = ["gems.600", "IA1", "\(units)", "0.70", date, date, "USD", "US", "USD", "0.99"]
        return Array([columns, row].map { $0.joined(separator: "\t") + "\n" }.joined().utf8)
    }

    private func read(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: self.folder.path + "/" + name)))
    }

    @Test("The help says how a command ends, and days without an end are refused by the option that was given")
    func help() throws {
        func help(_ name: String) throws -> String {
            let run = try Binary.run(["reports", name, "--help"], in: self.folder)
            #expect(run.status == 0, "\(run.complaints)")
            return run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        for name in ["proceeds", "close", "export"] {
            #expect(try help(name).contains("65 a report cannot be read"), "\(name)")
        }
        for name in ["import", "list"] { #expect(try !help(name).contains("no such report"), "\(name)") }
        let fetch = try self.purser("reports", "fetch", "--from", "2020-01-01")
        #expect(fetch.status == 64, "\(fetch.complaints)")
        let said = fetch.complaints.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(said.contains("--from 2020-01-01 is more than 366 days ago. Add --to."), "\(fetch.complaints)")
    }

    @Test("A folder comes in file by file, what is refused keeps nothing else out, and each comes back as it was")
    func story() throws {
        let server = try RunningServer(in: self.folder)
        for day in 1...3 {
            _ = try self.folder.write("in/S_D_85123456_2026030\(day).txt", Self.sales(day))
        }
        _ = try self.folder.write("in/broken.txt.gz", [0x1F, 0x8B, 8, 0])
        let first = try self.purser("reports", "import", "in")
        #expect(first.status == 65, "\(first.complaints)")
        #expect(first.lines.count == 4)
        #expect(first.lines[0].hasPrefix("in/S_D_85123456_20260301.txt: imported as 1: SALES 2026-03-01, 1 row"))
        #expect(first.lines[3].hasPrefix("in/broken.txt.gz: refused: "))
        #expect(first.lines[3].hasSuffix("(report_gzip_cut)"))
        #expect(first.complaints.contains("1 of 4 files were refused; the others were imported."))

        _ = try self.folder.write("S_D_85123456_20260302.txt", Self.sales(2, units: 5))
        let second = try self.purser(
            "reports",
            "import",
            "in/S_D_85123456_20260301.txt",
            "S_D_85123456_20260302.txt",
            "--json"
        )
        #expect(second.status == 0, "\(second.complaints)")
        let lines = try second.lines.map { try JSONValue(json: Array($0.utf8)) }
        #expect(lines.map { $0["outcome"] } == [.string("known"), .string("superseding")])
        #expect(lines.last?["supersedes"] == .number("2"))

        let list = try self.purser("reports", "list", "--from", "2026-03-02", "--json")
        #expect(list.lines.count == 2)
        let table = try self.purser("reports", "list", "--superseded")
        #expect(table.lines.count == 5)
        #expect(table.output.contains("85123456"))
        let chinese = try self.purser("reports", "list", through: ["/usr/bin/env", "LC_ALL=zh_CN.UTF-8"])
        #expect(chinese.output.contains("期间"))
        let shown = try self.purser("reports", "show", "2", "--json")
        #expect(try JSONValue(json: Array(shown.output.utf8))["supersededBy"] == .number("4"))
        #expect(try self.purser("reports", "show", "9").status == 1)

        let download = try self.purser("reports", "download", "2", "--output", "out.txt")
        #expect(download.status == 0, "\(download.complaints)")
        #expect(try self.read("out.txt") == Self.sales(2))
        #expect(try self.purser("reports", "download", "2", "--output", "out.txt").status == 73)
        #expect(try self.purser("reports", "download", "9").status == 1)
        #expect(try self.purser("audit", "list").output.contains("report.import"))
        #expect(try self.purser("reports", "import", "nothing").status == 69)
        #expect(server.end(SIGTERM) == 0)
    }
}
