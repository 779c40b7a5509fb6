/// What became of one program.
package struct ExplorerReport: Sendable {
    /// The program.
    package let program: ExplorerProgram
    /// What did not hold, at the first quiet point where something did not; `nil` when all was well.
    package let trouble: ExplorerTrouble?
    /// How many steps had been done by then.
    package let steps: Int
    /// What was reached.
    package let counts: SometimesCounts
    /// Everything that happened, line by line: the steps, the server's answers, and the world's own journal.
    package let journal: [String]
    /// How many notifications the world made.
    package let notificationCount: Int
}
