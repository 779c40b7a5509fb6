import Foundation
package import Glibc
import Synchronization

/// A program that is run from a test, with nothing of the test's but what it is given.
///
/// Foundation's own waits until everybody has gone whom the program left behind, as a server that it started.
package enum ChildProgram {
    /// The failure of a program.
    package struct Problem: Error, CustomStringConvertible {
        /// The description of the failure, with the program's own output.
        package let description: String

        /// A problem in these words.
        package init(description: String) { self.description = description }
    }

    private static let runs = Atomic<Int>(0)

    /// Runs a program until it ends and returns what it prints.
    @discardableResult
    package static func run(_ command: [String], input: String = "") throws -> String {
        let path =
            NSTemporaryDirectory()
            + "purser-program-\(getpid())-\(Self.runs.wrappingAdd(1, ordering: .relaxed).oldValue)"
        try Data(input.utf8).write(to: URL(fileURLWithPath: path + ".in"))
        defer {
            unsafe unlink(path + ".in")
            unsafe unlink(path + ".out")
        }
        let source = unsafe open(path + ".in", O_RDONLY | O_CLOEXEC)
        let target = unsafe open(path + ".out", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer {
            close(source)
            close(target)
        }
        let pid = try Self.start(command, input: source, output: target)
        var status: CInt = 0
        while unsafe waitpid(pid, &status, 0) < 0 && errno == EINTR {}
        let text = (try? String(contentsOfFile: path + ".out", encoding: .utf8)) ?? ""
        guard status == 0 else {
            throw Problem(description: "\(command.joined(separator: " ").prefix(200)) failed: \(text.suffix(2000))")
        }
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Starts a program with these descriptors for what it reads and prints.
    package static func start(_ command: [String], input: CInt, output: CInt) throws -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, 2)
        // Foundation knows the end of its own programs by a socket that everybody who has it must close.
        for descriptor in 3..<CInt(min(sysconf(CInt(_SC_OPEN_MAX)), 4096)) {
            unsafe posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        var words = unsafe (["/usr/bin/env", "--chdir=/"] + command).map { unsafe strdup($0) } + [nil]
        let settings = ["PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "LC_ALL=C"]
        var variables = unsafe settings.map { unsafe strdup($0) } + [nil]
        defer {
            for index in unsafe words.indices { unsafe free(words[index]) }
            for index in unsafe variables.indices { unsafe free(variables[index]) }
        }
        var pid: pid_t = 0
        let code = unsafe posix_spawn(&pid, "/usr/bin/env", &actions, nil, &words, &variables)
        guard code == 0 else { throw Problem(description: "\(command.first ?? "") cannot be started.") }
        return pid
    }
}
