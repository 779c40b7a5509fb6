package import Ledger

/// Why nothing was done with a catalogue.
package enum CatalogueDeskError: Error, Hashable, Sendable {
    /// Nobody serves an app of this name.
    case unknownApp(AppName)
    /// The catalogue has mistakes.
    case wrong(Findings)
    /// No version has this number.
    case unknownVersion(Int64)
    /// Others applied catalogues at the same time, and came first each time.
    case busy
    /// The database is at fault.
    case storage(RepositoryError)

    /// A stable code.
    package var code: String {
        switch self {
        case .unknownApp: "app_unknown"
        case .wrong: "catalogue_invalid"
        case .unknownVersion: "catalogue_version_unknown"
        case .busy: "catalogue_busy"
        case .storage(let error): error.code
        }
    }
}
