package import Ledger

/// How far the reading of a notification history has come, for whoever watches.
package struct HistoryReport: Hashable, Sendable {
    /// The app.
    package let app: AppName
    /// The environment.
    package let environment: StoreEnvironment
    /// What this reading has shown so far.
    package let count: HistoryCount
    /// How many windows are still to be read.
    package let openWindows: Int
    /// How many there were at the beginning.
    package let totalWindows: Int
}
