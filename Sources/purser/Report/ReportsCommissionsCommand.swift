import AppStore
import ArgumentParser
import Ledger

/// `purser reports commissions`: shows the table of Apple's commissions.
struct ReportsCommissionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "commissions",
        abstract: "Show the table of Apple's commissions, each rate with its source and who states it.",
        discussion: """
            Example:
              purser reports commissions
              purser reports commissions --storefront JP

            The table is part of this program; the command needs no server. A rate that no source states is shown as
            unknown; an estimate of proceeds then assumes the usual rate, and says so.

            Exit status: 0 shown, 64 wrong usage.
            """
    )

    @Option(help: ArgumentHelp("Only the rates of this storefront, and the usual ones.", valueName: "DE"))
    var storefront: String?

    @Flag(help: "Print a JSON object for each rate.")
    var json = false

    func validate() throws {
        guard let storefront, Storefront(alpha2: storefront) == nil else { return }
        throw ValidationError("Unknown storefront: \(storefront). Write two letters of ISO 3166-1, such as DE.")
    }

    func run() {
        let rows = CommissionTable.published.rows.filter { row in
            self.storefront.map { row.countries.isEmpty || row.countries.contains($0) } ?? true
        }
        if self.json {
            for row in rows { StandardStream.output.write(json: Self.json(row)) }
        } else {
            for line in Self.lines(rows, of: self.storefront, in: .here) { StandardStream.output.write(line: line) }
        }
    }

    /// Returns a row as an object; `commissionPerMille` is absent where no source states the rate.
    static func json(_ row: CommissionTable.Row) -> JSONValue {
        func texts(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }
        var members = [
            JSONMember(key: "storefronts", value: texts(row.countries.sorted())),
            JSONMember(key: "platforms", value: texts(row.platforms.map(\.rawValue).sorted())),
            JSONMember(key: "programs", value: texts(row.programs.map(\.rawValue).sorted())),
            JSONMember(key: "tenures", value: texts(row.tenures.map(\.rawValue).sorted())),
            JSONMember(key: "path", value: .string(row.path.rawValue)),
            JSONMember(key: "status", value: .string(row.status.rawValue)),
            JSONMember(key: "authority", value: .string(row.authority.rawValue)),
            JSONMember(key: "source", value: .string(row.source)),
        ]
        if let from = row.from { members.append(JSONMember(key: "from", value: .string(from.text))) }
        if let perMille = row.perMille {
            members.append(JSONMember(key: "commissionPerMille", value: .number("\(perMille)")))
        }
        return .object(members)
    }

    /// Returns the rows as a table; a row of many storefronts names only the one that was asked for.
    static func lines(_ rows: [CommissionTable.Row], of storefront: String?, in language: Language) -> [String] {
        func said(_ english: String, _ chinese: String) -> String {
            LocalizedText(english, chinese).text(in: language)
        }
        func names<Name: CaseIterable & RawRepresentable & Hashable>(_ set: Set<Name>) -> String
        where Name.RawValue == String {
            set.count == Name.allCases.count
                ? said("all", "全部") : Name.allCases.filter(set.contains).map(\.rawValue).joined(separator: ",")
        }
        func isEuropean(_ row: CommissionTable.Row) -> Bool { row.countries == CommissionTable.europeanUnion }
        let titles = [
            said("STOREFRONTS", "店面"), said("FROM", "起始日"), said("PLATFORM", "平台"), said("PROGRAMS", "计划"),
            said("YEAR", "订阅年度"), said("PATH", "支付途径"), said("RATE", "佣金率"), said("STATUS", "状态"),
            said("STATED BY", "声明方"), said("SOURCE", "来源"),
        ]
        let cells = rows.map { row in
            [
                row.countries.isEmpty
                    ? said("others", "其他")
                    : storefront
                        ?? (isEuropean(row) ? said("EU", "欧盟") : row.countries.sorted().joined(separator: ",")),
                row.from?.text ?? "", names(row.platforms), names(row.programs), names(row.tenures),
                row.path.rawValue, row.perMille.map(DecimalText.shortPercent) ?? said("unknown", "未知"),
                row.status.rawValue, row.authority.rawValue, row.source,
            ]
        }
        return TextColumns.lines([titles] + cells, rightAligned: [6])
    }
}
