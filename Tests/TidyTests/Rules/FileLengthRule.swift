/// A file is long enough to be an idea, and short enough to be read in one go.
///
/// Most of what takes fewer than thirty lines is a part of what another file is about and lives there. A file that
/// stays so small has its reason among the exceptions.
struct FileLengthRule: Rule {
    /// Five hundred lines; 100 to 150 read best, and past 300 a file may be two ideas.
    static let limitLines = 500
    /// Thirty lines.
    static let leastLines = 30

    /// The folders, each ending in a slash, in which a small file needs a reason.
    let merged: [String]
    let exceptions: [String: String]
    let name = "file length"

    /// The folders of this project whose small types live with the types that need them.
    static let projectMerged = ["Sources/", "Tests/LedgerTests/", "Tests/ObservabilityTests/"]

    /// Files of this project that are longer or shorter, with the reason.
    static let project: [String: String] = [
        "Sources/AppStore/API/AppStoreTime+Live.swift": "the only place that reads the clock of the machine",
        "Sources/AppStore/JSON/UntrustedText.swift": "both readers of JSON refuse by it, and neither is its owner",
        "Sources/AppStore/JSON/JSONMemberList.swift": "reading and writing share it, and neither is its owner",
        "Sources/AppStore/JSON/String+Bytes.swift": "Ledger has its own, because the two do not know each other",
        "Sources/AppStore/Wire/Payload/AppStoreEnvironment.swift": "every payload names one, and none is its owner",
        "Sources/AppStore/Wire/Timestamp.swift": "every payload has some, and none is its owner",
        "Sources/AppStore/Wire/WireObject+Text.swift": "the library's entry points for text and data, in one place",
        "Sources/Ledger/Ambient.swift": "every service takes one, and no other type is its owner",
        "Sources/Ledger/Evidence/Money.swift": "every folder counts in it, and no other type is its owner",
        "Sources/Ledger/Evidence/Money+Places.swift": "every page and file writes amounts by it, and none is its owner",
        "Sources/Ledger/Identity/StoreEnvironment.swift": "every folder names one, and no other type is its owner",
        "Sources/PurserHTTP/Dashboard/Purchase/DashboardPurchasePages.swift": "the controllers of its pages are files",
        "Sources/PurserHTTP/Dashboard/Refund/DashboardRefundPages.swift": "the controllers of its pages are files",
        "Sources/PurserService/Watch/AppStoreCallMetrics.swift": "counts for AppStore, which counts nothing itself",
        "Sources/PurserService/Watch/LeaderGauges.swift": "a list that a test compares with all gauges",
        "Sources/purser/Serve/Ambient+Live.swift": "the only place that reads the clock of the machine",
        "Tests/LedgerTests/MoneyPlacesTests.swift": "tests of Money+Places.swift",
        "Tests/LedgerTests/Price/PriceTierTests.swift": "tests of PriceTier.swift",
        "Tests/ObservabilityTests/MetricNameTests.swift": "tests of MetricName.swift",
    ]

    func breaches(in file: SourceFile) -> [Complaint] {
        guard file.isSwift, file.isOfPackage else { return [] }
        let count = file.lines.count - (file.text.hasSuffix("\n") ? 1 : 0)
        if count > Self.limitLines {
            return [
                Complaint(
                    path: file.path,
                    line: Self.limitLines + 1,
                    problem: "The file has \(count) lines, more than \(Self.limitLines).",
                    remedy: "Move one concern to Type+Concern.swift, or find the type that wants a file of its own."
                )
            ]
        }
        // A table, or a few that belong together, have a file that is found by their noun.
        guard !file.path.contains("/Schema/") else { return [] }
        guard count < Self.leastLines, self.merged.contains(where: file.isAt) else { return [] }
        return [
            Complaint(
                path: file.path,
                problem: "The file has \(count) lines, fewer than \(Self.leastLines).",
                remedy: "Move it to the file of the type that needs it, or state the reason in FileLengthRule."
            )
        ]
    }
}
