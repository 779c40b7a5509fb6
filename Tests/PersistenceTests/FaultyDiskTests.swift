import Foundation
import GRDB
import PurserTesting
import Testing

/// The disk that fails does what it says: without that, nothing that survives it would prove anything.
@Suite struct FaultyDiskTests {
    /// A table of numbers on a faulty disk, each added by a commit of its own.
    private final class Numbers {
        let folder = try? TemporaryDatabase()
        let disk: FaultyDisk

        init() throws {
            guard let folder else { throw FaultyDisk.Refusal.cannotAttach }
            self.disk = try FaultyDisk(folder: folder.folder.path)
        }

        func open(synchronous: String = "FULL") throws -> DatabaseQueue {
            let queue = try DatabaseQueue(path: self.disk.folder + "/numbers.db")
            try queue.writeWithoutTransaction { database in
                _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
                try database.execute(sql: "PRAGMA synchronous = \(synchronous)")
                try database.execute(sql: "CREATE TABLE IF NOT EXISTS number (value INTEGER, text TEXT)")
            }
            return queue
        }

        func add(_ value: Int, to queue: DatabaseQueue) throws {
            try queue.write { database in
                let text = String(repeating: "\(value)", count: 3000)
                try database.execute(sql: "INSERT INTO number VALUES (?, ?)", arguments: [value, text])
            }
        }

        func values(in queue: DatabaseQueue) throws -> [Int] {
            try queue.read { try Int.fetchAll($0, sql: "SELECT value FROM number ORDER BY value") }
        }

        /// Ends the process, cuts the power if asked to, and says what the next process finds.
        func afterDeath(_ queue: DatabaseQueue, image: Int? = nil) throws -> [Int] {
            self.disk.die()
            try? queue.close()
            #expect(self.disk.openFiles == 0)
            if let image { try FaultyDisk.leaveImage(image, in: self.disk.folder) }
            self.disk.revive()
            let next = try self.open()
            defer { try? next.close() }
            return try self.values(in: next)
        }
    }

    @Test("A process that dies loses nothing that it wrote, synced or not")
    func death() throws {
        let numbers = try Numbers()
        let queue = try numbers.open(synchronous: "OFF")
        for value in 1...5 { try numbers.add(value, to: queue) }
        #expect(try numbers.afterDeath(queue) == [1, 2, 3, 4, 5])
    }

    @Test("A cut of the power takes what was not synced, and leaves what was")
    func power() throws {
        let numbers = try Numbers()
        let queue = try numbers.open()
        for value in 1...3 { try numbers.add(value, to: queue) }
        #expect(numbers.disk.execute("PRAGMA synchronous = OFF") == 1)
        for value in 4...6 { try numbers.add(value, to: queue) }
        #expect(try numbers.values(in: queue) == [1, 2, 3, 4, 5, 6])
        #expect(try numbers.afterDeath(queue, image: 0) == [1, 2, 3])
    }

    @Test("A cut of the power may also leave everything, or tear it")
    func images() throws {
        var found: Set<[Int]> = []
        for image in [1, 2, 3, 20, 40] {
            let numbers = try Numbers()
            let queue = try numbers.open()
            #expect(numbers.disk.execute("PRAGMA synchronous = OFF") == 1)
            for value in 1...6 { try numbers.add(value, to: queue) }
            #expect(try FaultyDisk.imageCount(of: numbers.disk.folder) > 40)
            found.insert(try numbers.afterDeath(queue, image: image))
        }
        #expect(found.contains([1, 2, 3, 4, 5, 6]))
        #expect(found.count > 1, "Somewhere a unit was torn: \(found)")
    }

    @Test("A failed sync says so; what it was about stays visible, and a later sync does not save it")
    func failedSync() throws {
        // By chance all of it may become durable; with some seeds it does not.
        var lost = 0
        for seed in Int64(1)...12 {
            let numbers = try Numbers()
            let queue = try numbers.open()
            try numbers.add(1, to: queue)
            numbers.disk.set(.seed, seed)
            numbers.disk.set(.failingSync, numbers.disk.count(.syncs) + 1)
            #expect(throws: DatabaseError.self) { try numbers.add(2, to: queue) }
            #expect(numbers.disk.count(.failedSyncs) == 1)
            numbers.disk.die()
            try? queue.close()
            numbers.disk.revive()
            // The next process finds the commit, and adds to it.
            let next = try numbers.open()
            let visible = try numbers.values(in: next)
            #expect(visible == [1, 2])
            try numbers.add(3, to: next)
            let left = try numbers.afterDeath(next, image: 0)
            #expect(left.first == 1)
            if left == [1] { lost += 1 }
        }
        #expect(lost > 0)
    }

    @Test("A disk that lies about syncs loses what a true one keeps")
    func lie() throws {
        let numbers = try Numbers()
        let queue = try numbers.open()
        try numbers.add(1, to: queue)
        numbers.disk.set(.ignoresSyncs, 1)
        try numbers.add(2, to: queue)
        #expect(try numbers.afterDeath(queue, image: 0) == [1])
    }

    @Test("A full disk refuses what makes a file longer, or everything")
    func full() throws {
        let numbers = try Numbers()
        let queue = try numbers.open()
        for kind in Int64(1)...2 {
            numbers.disk.set(.full, kind)
            let error = #expect(throws: DatabaseError.self) { try numbers.add(1, to: queue) }
            #expect(error?.resultCode == .SQLITE_FULL)
            numbers.disk.set(.full, 0)
        }
        #expect(numbers.disk.count(.refusedWrites) >= 2)
        try numbers.add(1, to: queue)
        #expect(try numbers.afterDeath(queue, image: 0) == [1])
    }

    @Test("A process can die over any operation, and the checkpoint of its last one is not done")
    func dyingOperation() throws {
        let numbers = try Numbers()
        let queue = try numbers.open()
        try numbers.add(1, to: queue)
        numbers.disk.set(.dyingOperation, numbers.disk.count(.operations) + 3)
        #expect(throws: DatabaseError.self) { try numbers.add(2, to: queue) }
        #expect(numbers.disk.isDead)
        #expect(throws: DatabaseError.self) { try numbers.add(3, to: queue) }
        #expect(try numbers.afterDeath(queue) == [1])
    }

    @Test("Files outside of the folder are as they always were")
    func outside() throws {
        let numbers = try Numbers()
        let elsewhere = try TemporaryDatabase()
        let queue = try DatabaseQueue(path: elsewhere.folder.path + "/other.db")
        numbers.disk.die()
        try queue.write { try $0.execute(sql: "CREATE TABLE number (value INTEGER)") }
        #expect(numbers.disk.count(.writes) == 0)
        try queue.close()
    }
}
