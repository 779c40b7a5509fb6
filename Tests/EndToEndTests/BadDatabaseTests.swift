import AppStore
import Foundation
import PurserTesting
import Testing

/// A database that cannot be used: one sentence at the start, and in a running server nothing acknowledged until the
/// cause is gone.
@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10)))
struct BadDatabaseTests {
    /// Whether a test may mount a small disk of its own.
    static let canMount: Bool = {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
        process.arguments = ["--user", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    let shop: InstalledShop

    init() throws {
        self.shop = try InstalledShop()
    }

    private var data: String { self.shop.folder.path + "/shop/data" }
    private var database: String { self.data + "/purser.db" }

    private func serve() throws -> Binary.Run {
        try self.shop.run(["serve", "--port", "0"])
    }

    private static func replace(_ old: String, with new: String, in path: String) throws {
        let url = URL(fileURLWithPath: path)
        var data = try Data(contentsOf: url)
        var from = data.startIndex
        while let range = data.range(of: Data(old.utf8), in: from..<data.endIndex) {
            data.replaceSubrange(range, with: Data(new.utf8))
            from = range.upperBound
        }
        try data.write(to: url)
    }

    /// Runs a command in which the data folder is a small disk of its own.
    private static func onSmallDisk(_ options: String, _ before: String = "true") -> [String] {
        [
            "/usr/bin/unshare", "--user", "--map-root-user", "--mount", "sh", "-c",
            "mount -t tmpfs -o \(options) tmpfs shop/data && \(before) && exec \"$0\" \"$@\"",
        ]
    }

    @Test("Each ill of a database that keeps it shut has a sentence of its own", arguments: Ill.allCases)
    func shut(ill: Ill) throws {
        switch ill {
        case .letter: try Data("Dear Sir or Madam, ".utf8).write(to: URL(fileURLWithPath: self.database))
        case .tooNew:
            #expect(try self.shop.run(["migrate"]).status == 0)
            try Self.replace("0001", with: "9001", in: self.database)
        case .halfMigrated:
            #expect(try self.shop.run(["migrate"]).status == 0)
            try Self.replace("awaited_token", with: "forgot_tokens", in: self.database)
        case .restoreInterrupted: try Data().write(to: URL(fileURLWithPath: self.database + ".restore-ready"))
        case .folderIsAFile:
            try FileManager.default.removeItem(atPath: self.data)
            try Data().write(to: URL(fileURLWithPath: self.data))
        }
        let run = try self.serve()
        #expect(run.status == 69 || run.status == 78)
        #expect(run.complaints.contains(ill.words), "\(run.complaints)")
        #expect(run.output.isEmpty)
    }

    /// A defect of a database.
    enum Ill: CaseIterable {
        case letter, tooNew, halfMigrated, restoreInterrupted, folderIsAFile

        var words: String {
            switch self {
            case .letter: "is not a Purser database"
            case .tooNew: "was written by a newer version"
            case .halfMigrated: "awaited_token is missing"
            case .restoreInterrupted: "was interrupted"
            case .folderIsAFile: "shop/data"
            }
        }
    }

    @Test("A damaged database is reported without SQL terms")
    func damaged() throws {
        #expect(try self.shop.run(["migrate"]).status == 0)
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: self.database)))
        // What follows the header of the first page are the names and places of all tables.
        for place in 100..<4096 { bytes[place] = 0xA5 }
        try Data(bytes).write(to: URL(fileURLWithPath: self.database))
        let run = try self.serve()
        #expect(run.status != 0)
        #expect(run.complaints.contains("or is damaged; restore a backup"), "\(run.complaints)")
        for word in ["SELECT", "PRAGMA", "UPDATE", "executing"] {
            #expect(!run.complaints.contains(word), "\(run.complaints)")
        }
    }

    @Test("A command on a new installation says what makes the database")
    func absent() throws {
        let run = try self.shop.run(["customers", "show", "anna"])
        #expect(run.status == 69)
        #expect(run.complaints.contains("There is no database"), "\(run.complaints)")
        #expect(run.complaints.contains("purser serve makes one when it first starts"), "\(run.complaints)")
    }

    @Test("A disk without room keeps it shut", .enabled(if: canMount, "no disk can be mounted here"))
    func fullAtStart() throws {
        let process = Self.onSmallDisk("size=64k", "head -c 60000 /dev/zero > shop/data/filler")
        let run = try Binary.run(
            ["serve", "--config", "shop/purser.yaml", "--port", "0"],
            in: self.shop.folder,
            through: process
        )
        #expect(run.status == 69)
        #expect(run.complaints.contains("is full"), "\(run.complaints)")
        #expect(run.complaints.contains("database_full"))
    }

    @Test("A read-only disk keeps it shut", .enabled(if: canMount, "no disk can be mounted here"))
    func readOnlyAtStart() throws {
        let run = try Binary.run(
            ["serve", "--config", "shop/purser.yaml", "--port", "0"],
            in: self.shop.folder,
            through: Self.onSmallDisk("size=8m", "mount -o remount,ro shop/data")
        )
        #expect(run.status == 69)
        #expect(run.complaints.contains("is on a read-only disk"), "\(run.complaints)")
        #expect(run.complaints.contains("database_read_only"))
    }

    @Test(
        "On a disk that fills up nothing is acknowledged, and everything is again once there is room",
        .enabled(if: canMount, "no disk can be mounted here")
    )
    func fullWhileRunning() async throws {
        let server = try RunningServer(in: self.shop.folder, through: Self.onSmallDisk("size=6m"))
        let compacts = try (0..<60).map(self.shop.authority.charge)
        #expect(try await server.calls.notify(compacts[0]).status == 200)
        // The disk as the server sees it.
        let filler = "/proc/\(server.processID)/root" + self.data + "/filler"
        _ = FileManager.default.createFile(atPath: filler, contents: nil)
        let handle = try #require(FileHandle(forWritingAtPath: filler))
        while (try? handle.write(contentsOf: Data(count: 4096))) != nil {}
        try handle.close()

        var refused: [Int] = []
        var taken: [Int] = [0]
        for number in 1..<60 where refused.count < 5 {
            let status = try await server.calls.notify(compacts[number]).status
            #expect(status == 200 || status == 503)
            if status == 200 { taken.append(number) } else { refused.append(number) }
        }
        #expect(refused.count == 5, "The disk was full at last.")
        let ready = try await server.calls.send("/health/ready")
        #expect(ready.status == 503 && ready.text.contains("repository_full"), "\(ready.text)")
        #expect(try await server.calls.send("/v1/customers/anna/entitlements").status == 200, "Questions are answered.")

        try FileManager.default.removeItem(atPath: filler)
        for number in refused {
            let answer = try await server.calls.notify(compacts[number])
            #expect(answer == (200, #"{"outcome":"recorded"}"#), "\(number): \(answer)")
        }
        for number in taken {
            let answer = try await server.calls.notify(compacts[number])
            #expect(answer == (200, #"{"outcome":"duplicate"}"#), "\(number): \(answer)")
        }
        #expect(try await server.calls.send("/health/ready").status == 200)
        #expect(server.end(SIGTERM) == 0)
    }

    @Test("Writes into a folder that was moved away are not acknowledged until it is back")
    func movedWhileRunning() async throws {
        let server = try RunningServer(in: self.shop.folder)
        let known = try self.shop.authority.charge(0)
        #expect(try await server.calls.notify(known).status == 200)
        let elsewhere = self.shop.folder.path + "/elsewhere"
        try FileManager.default.moveItem(atPath: self.data, toPath: elsewhere)
        #expect(try await server.calls.notify(self.shop.authority.charge(1)).status == 503)
        #expect(try await server.calls.notify(known).status == 503, "Not even what is known.")
        let ready = try await server.calls.send("/health/ready")
        #expect(ready.status == 503 && ready.text.contains("repository_unreachable"), "\(ready.text)")
        try FileManager.default.moveItem(atPath: elsewhere, toPath: self.data)
        #expect(try await server.calls.notify(self.shop.authority.charge(1)).status == 200)
        #expect(try await server.calls.send("/health/ready").status == 200)
        #expect(server.end(SIGTERM) == 0)
    }

    @Test(
        "A folder that may not be entered keeps it shut",
        .enabled(if: geteuid() != 0, "no permission stops the administrator")
    )
    func permission() throws {
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: self.data)
        let run = try self.serve()
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: self.data)
        #expect(run.status == 69 || run.status == 78)
        #expect(run.complaints.contains("shop/data"))
    }
}
