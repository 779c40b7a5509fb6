internal import ArgumentParser
import PurserService

/// The exit codes of every command; their numbers from 64 on are those of `sysexits.h`.
package enum ExitStatus: Int32, Sendable {
    /// Done.
    case done = 0
    /// The answer is no: invalid, differences found, a scenario failed.
    case negative = 1
    /// Nothing was done, because everything was so already.
    case noChange = 3
    /// Wrong usage.
    case wrongUsage = 64
    /// Bad data.
    case badData = 65
    /// Something needed is unavailable.
    case unavailable = 69
    /// Cannot create.
    case cannotCreate = 73
    /// Try again.
    case tryAgain = 75
    /// Not allowed.
    case notAllowed = 77
    /// Bad configuration.
    case badConfiguration = 78

    /// The error that ends a command with this code.
    var error: ExitCode { ExitCode(self.rawValue) }
}

extension OperationFailure {
    /// Says what was refused, and returns how the command ends for that.
    func refusal() -> ExitCode {
        StandardStream.error.write(line: "\(self.detail) (\(self.code))")
        if let sentence { StandardStream.error.write(line: sentence) }
        return ExitStatus(code: self.code).error
    }
}
