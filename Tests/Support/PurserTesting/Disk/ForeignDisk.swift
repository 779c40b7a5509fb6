import CSQLiteFaults
import Foundation

/// The disk of another process, controlled through a file that both processes have mapped.
///
/// The other process runs with `environment` set, which loads the library that makes a folder of its a disk that can
/// fail: nothing in that process knows. Dying is real there.
package final class ForeignDisk: Sendable {
    /// The folder.
    package let folder: String
    /// The variables that the other process must be started with.
    package let environment: [String: String]
    private let number: Int32

    /// A disk over a folder, with a control file that is made and a library that the build has left beside this
    /// program.
    ///
    /// - Throws: `FaultyDisk.Refusal` when the library is not there or the file cannot be made.
    package init(folder: String, control: String) throws {
        let beside = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent("libSQLiteFaults.so").path
        guard FileManager.default.fileExists(atPath: beside) else { throw FaultyDisk.Refusal.noLibrary(beside) }
        let number = unsafe faulty_control_make(control)
        guard number >= 0 else { throw FaultyDisk.Refusal.cannotAttach }
        self.folder = folder
        self.number = number
        self.environment = [
            "LD_PRELOAD": beside, "FAULTY_DISK_FOLDER": folder, "FAULTY_DISK_CONTROL": control,
        ]
        self.set(.sectorBytes, FaultyDisk.usualSectorBytes)
    }

    deinit {
        faulty_control_close(self.number)
    }

    /// Sets the faults of the disk.
    package func set(_ setting: DiskSetting, _ value: Int64) {
        faulty_control_set(self.number, setting.word, value)
    }

    /// Returns a count over all lives of the other process.
    package func count(_ count: DiskCount) -> Int64 {
        faulty_control_get(self.number, count.word)
    }

    /// Ends every fault.
    package func heal() {
        for fault in DiskSetting.faults { self.set(fault, 0) }
    }
}
