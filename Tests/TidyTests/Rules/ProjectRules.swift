/// The rules of this project.
enum ProjectRules {
    /// The rules that each file keeps to.
    static let all: [any Rule] = [
        ImportRule(table: .project),
        BannedTokenRule(tokens: BannedToken.project),
        BannedWordRule(words: BannedWordRule.project),
        TestFunctionRule(),
        FileLengthRule(merged: FileLengthRule.projectMerged, exceptions: FileLengthRule.project),
        FileNameRule(exceptions: FileNameRule.project),
        TypeNameRule(exceptions: TypeNameRule.project),
        CoinedWordRule.project,
        DecisionRule.project,
    ]

    /// The names that the reference pages explain.
    static let inventories: [any Inventory] = [
        ErrorCodeInventory.server, ErrorCodeInventory.simulator, ConfigurationKeyInventory(), RouteInventory(),
        MetricInventory(),
    ]
}
