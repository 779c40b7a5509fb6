/// The columns of a file of prices.
protocol PriceFileColumn: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// Other names of the column, in lower case and without blanks, hyphens and underscores.
    var aliases: [String] { get }
    /// Whether a file without the column says nothing.
    var isRequired: Bool { get }
}

extension PriceFileColumn {
    /// Returns the column of a name, however its words are joined and whatever their case; `nil` for other columns.
    init?(named name: String) {
        let plain = Self.plain(name)
        let column = Self.allCases.first { Self.plain($0.rawValue) == plain || $0.aliases.contains(plain) }
        guard let column else { return nil }
        self = column
    }

    private static func plain(_ name: String) -> String {
        String(name.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " })
    }
}
