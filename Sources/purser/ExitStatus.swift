internal import ArgumentParser
import PurserService

/// The exit statuses of the commands; numbers from 64 on are those of `sysexits.h`.
package enum ExitStatus: Int32, Sendable {
    /// Done.
    case done = 0
    /// A negative result: invalid, differences found, a scenario failed.
    case negative = 1
    /// There was nothing to do.
    case noChange = 3
    /// Wrong usage.
    case wrongUsage = 64
    /// Bad data.
    case badData = 65
    /// A required resource is unavailable.
    case unavailable = 69
    /// Cannot create.
    case cannotCreate = 73
    /// Try again.
    case tryAgain = 75
    /// Not allowed.
    case notAllowed = 77
    /// Bad configuration.
    case badConfiguration = 78

    /// The error that ends a command with this status.
    var error: ExitCode { ExitCode(self.rawValue) }
}

extension OperationFailure {
    /// Writes the failure, and returns the exit status for it.
    func refusal() -> ExitCode {
        StandardStream.error.write(line: "\(self.detail) (\(self.code))")
        if let sentence { StandardStream.error.write(line: sentence) }
        return ExitStatus(code: self.code).error
    }
}
