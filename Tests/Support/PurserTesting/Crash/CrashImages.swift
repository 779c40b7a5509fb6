import Foundation
package import Ledger

/// A short program that dies over each of its syncs in turn, and everything that the disk may then hold.
///
/// Where `CrashTrial` lets chance choose what reaches the disk, this looks at each image that differs from nothing or
/// from everything by one piece.
package struct CrashImages: Sendable {
    /// Opens the repository of a folder.
    package typealias Opening =
        @Sendable (
            _ folder: String,
            _ onFatal: @escaping @Sendable (RepositoryError) -> Void
        ) throws -> any Repository

    /// The number of units that the program records, one after the other.
    private static let unitCount = 5
    /// The piece that reaches the disk whole: half a page of the database.
    private static let sectorBytes: Int64 = 4096

    private let folder: String
    private let open: Opening
    private let history: CrashHistory

    /// A program of this seed, whose files may lie in an empty folder.
    package init(seed: UInt64, folder: String, open: @escaping Opening) {
        var author = CrashAuthor(seed: seed)
        self.folder = folder
        self.open = open
        self.history = CrashHistory(units: author.units(count: Self.unitCount))
    }

    /// Looks at one image of so many, and says how many syncs the program died over and how many images it looked at.
    package func run(oneOf interval: Int) async throws -> (syncs: Int, images: Int) {
        let template = self.folder + "/template"
        try FileManager.default.createDirectory(atPath: template, withIntermediateDirectories: true)
        // A file that was opened and closed once, so that the program does not begin with making it.
        await (try self.open(template) { _ in }).close()
        var images = 0
        var sync = 0
        while true {
            sync += 1
            let work = try self.copy(template, to: "work")
            defer { try? FileManager.default.removeItem(atPath: work) }
            let disk = try FaultyDisk(folder: work)
            disk.set(.dyingSync, Int64(sync))
            let sent = try await self.play(on: disk)
            precondition(disk.openFiles == 0, "A process that has ended has nothing open.")
            for image in 0..<(try FaultyDisk.imageCount(of: work, sectorBytes: Self.sectorBytes))
            where image < 2 || (image + sync) % interval == 0 {
                try await self.judge(sent, image: image, of: work, sync: sync)
                images += 1
            }
            guard disk.isDead else { return (sync - 1, images) }
        }
    }

    /// Plays the program until it dies.
    private func play(on disk: FaultyDisk) async throws -> CrashHistory {
        var history = self.history
        let repository: any Repository
        do {
            repository = try self.open(disk.folder) { _ in }
        } catch {
            guard disk.isDead else { throw error }
            return history
        }
        for number in history.units.indices {
            history.sent.insert(number)
            do {
                _ = try await repository.record(history.units[number].intake)
                history.acknowledged.insert(number)
            } catch {
                guard disk.isDead else { throw error }
                break
            }
        }
        await repository.close()
        return history
    }

    /// Opens one image and looks at what is there.
    private func judge(_ sent: CrashHistory, image: Int, of work: String, sync: Int) async throws {
        let folder = try self.copy(work, to: "image")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FaultyDisk.leaveImage(image, in: folder, sectorBytes: Self.sectorBytes)
        // The copied disk no longer fails, and writing to it does not wait for a real disk.
        let disk = try FaultyDisk(folder: folder)
        defer { precondition(disk.openFiles == 0, "What was judged is closed.") }
        do {
            let repository = try self.open(folder) { _ in }
            var history = sent
            do {
                _ = try await history.check(repository)
            } catch {
                await repository.close()
                throw error
            }
            await repository.close()
        } catch {
            throw CrashViolation(.opens, "after sync \(sync), image \(image): \(error)")
        }
    }

    private func copy(_ source: String, to name: String) throws -> String {
        let target = self.folder + "/" + name
        try FileManager.default.copyItem(atPath: source, toPath: target)
        return target
    }
}
