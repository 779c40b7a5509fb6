import ArgumentParser
import PurserService

extension OperationFailure {
    /// Says what was refused, and returns how the command ends for that.
    func refusal() -> ExitCode {
        StandardStream.error.write(line: "\(self.detail) (\(self.code))")
        if let sentence { StandardStream.error.write(line: sentence) }
        return ExitStatus(code: self.code).error
    }
}
