import Foundation
import PurserTesting

/// A disk in memory that is soon full.
final class SmallDisk: Sendable {
    /// Whether one can be made here.
    static let isAllowed: Bool = {
        let path = NSTemporaryDirectory() + "purser-disk-\(getpid())"
        return (try? SmallDisk(at: path, megabytes: 1)) != nil
    }()

    /// The mount point, which only PostgreSQL's user can read.
    let path: String

    init(at path: String, megabytes: Int) throws {
        self.path = path
        guard geteuid() == 0 else { throw ChildProgram.Problem(description: "Only root mounts.") }
        try ChildProgram.run(["mkdir", "-p", path])
        try ChildProgram.run(["mount", "-t", "tmpfs", "-o", "mode=700,size=\(megabytes)m", "purser-test", path])
        try ChildProgram.run(["chown", "postgres", path])
    }

    deinit { _ = try? ChildProgram.run(["umount", "--lazy", self.path]) }

    /// Leaves no room.
    func fill() throws {
        _ = try? ChildProgram.run(["dd", "if=/dev/zero", "of=\(self.path)/filling", "bs=64k"])
    }

    /// Makes room again.
    func empty() throws {
        try ChildProgram.run(["rm", "-f", self.path + "/filling"])
    }
}
