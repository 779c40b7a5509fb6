import AppStore
import Foundation
import PurserTesting
import Synchronization
import Testing

@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10)))
struct OperatorCommandTests {
    let shop: InstalledShop

    init() throws {
        self.shop = try InstalledShop()
    }

    private var database: String { self.shop.folder.path + "/shop/data/purser.db" }
    private var socket: String { self.database + ".sock" }

    private func purser(_ arguments: String...) throws -> Binary.Run {
        try self.shop.run(arguments)
    }

    /// Sends notifications of these numbers to the server.
    private func notify(_ server: RunningServer, _ numbers: Range<Int>) async throws {
        for number in numbers {
            let transaction = SamplePayloads.consumable(id: "9\(number)")
            let compact = try self.shop.authority.sign(
                SamplePayloads.notification(
                    type: .oneTimeCharge,
                    subtype: nil,
                    uuid: "uuid-\(number)",
                    transaction: try self.shop.authority.sign(transaction),
                    status: nil
                )
            ).bytes
            #expect(try await server.calls.notify(compact).status == 200)
        }
    }

    private static func field(_ name: String, _ run: Binary.Run) -> String? {
        run.lines.first { $0.hasPrefix(name + " ") }?.split(separator: " ").last.map(String.init)
    }

    /// Writes other bytes over the first occurrence of some in the database file.
    private func replace(_ old: String, with new: String) throws {
        let url = URL(fileURLWithPath: self.database)
        var data = try Data(contentsOf: url)
        var from = data.startIndex
        var count = 0
        while let range = data.range(of: Data(old.utf8), in: from..<data.endIndex) {
            data.replaceSubrange(range, with: Data(new.utf8))
            from = range.upperBound
            count += 1
        }
        #expect(count > 0, "\(old) is in the file.")
        try data.write(to: url)
    }

    @Test("Commands use the running server's socket, and the file when no server runs")
    func bothWays() async throws {
        let server = try RunningServer(in: self.shop.folder)
        try await self.notify(server, 0..<3)
        let attributes = try FileManager.default.attributesOfItem(atPath: self.socket)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(attributes[.type] as? FileAttributeType == .typeSocket)

        let served = try self.purser("db", "backup", "served.db", "--reason", "before the update")
        #expect(served.status == 0, "\(served.complaints)")
        #expect(Self.field("notification", served) == "3")
        let checked = try self.purser("db", "check")
        #expect(checked.status == 0 && Self.field("flaws", checked) == "0")
        let verified = try self.purser("evidence", "verify")
        #expect(verified.status == 0 && Self.field("notification", verified) == "3")
        #expect(Self.field("transaction", verified) == "3")
        #expect(server.end(SIGTERM) == 0)
        #expect(!FileManager.default.fileExists(atPath: self.socket), "A server that stopped leaves no socket.")

        let alone = try self.purser("db", "backup", "alone.db")
        #expect(alone.status == 0, "\(alone.complaints)")
        #expect(Self.field("notification", alone) == "3")
        #expect(try self.purser("evidence", "verify").output == verified.output)
        #expect(try Binary.run(["db", "check", "served.db"], in: self.shop.folder).status == 0)
        let audit = try self.purser("audit", "list")
        // The first start invites the first operator.
        let lines = audit.lines.filter { !$0.contains("operator.invite") }
        #expect(lines.count == 5 && audit.lines.count == 6 && lines[0].contains("ENTRY"), "\(audit.output)")
        let actions = lines.dropFirst().map { line in
            line.split(separator: " ").dropFirst(3).prefix(2).joined(separator: " ")
        }
        #expect(
            actions.first == "begun database.backup" && actions.dropFirst().first == "done database.backup",
            "\(actions)"
        )
        #expect(lines[1].hasSuffix("before the update"))
        #expect(actions.last?.hasPrefix("done ") == true && lines[4].hasSuffix("/alone.db"), "\(audit.output)")
        let page = try self.purser("audit", "list", "--json", "--cursor", "1", "--limit", "1")
        #expect(page.lines.count == 1 && page.output.contains(#""number":2"#))
    }

    @Test("A copy that is made while Apple sends holds everything that was acknowledged before")
    func backupUnderLoad() async throws {
        let server = try RunningServer(in: self.shop.folder)
        try await self.notify(server, 0..<10)
        let calls = server.calls
        let authority = self.shop.authority
        let isOver = Mutex(false)
        let (started, continuation) = AsyncStream.makeStream(of: Void.self)
        let sender = Task {
            defer { continuation.finish() }
            var number = 1000
            while !isOver.withLock({ $0 }) {
                let signed = try authority.sign(SamplePayloads.consumable(id: "9\(number)"))
                let compact = try authority.sign(
                    SamplePayloads.notification(
                        type: .oneTimeCharge,
                        subtype: nil,
                        uuid: "uuid-\(number)",
                        transaction: signed,
                        status: nil
                    )
                ).bytes
                let answer = try await calls.notify(compact)
                guard answer.status == 200 else {
                    Issue.record("\(answer)")
                    return number
                }
                number += 1
                continuation.yield()
            }
            return number
        }
        // The commands below block; only a sender that has begun sends beside them.
        for await _ in started { break }
        for round in 0..<3 {
            let run = try self.purser("db", "backup", "copy-\(round).db", "--json")
            #expect(run.status == 0, "\(run.complaints)")
            let count = try JSONValue(json: Array(run.output.utf8))["notification"]
            guard case .number(let text)? = count, let notifications = Int(text) else {
                Issue.record("\(run.output)")
                continue
            }
            #expect(notifications >= 10)
        }
        isOver.withLock { $0 = true }
        #expect(try await sender.value > 1000)
        #expect(server.end(SIGTERM) == 0)
    }

    @Test("An existing file, a folder that is not there and the database itself are refused with 73")
    func cannotCreate() async throws {
        let server = try RunningServer(in: self.shop.folder)
        _ = try self.shop.folder.write("mine.txt", Array("mine".utf8))
        for (file, code) in [
            ("mine.txt", "copy_exists"), ("no/such/copy.db", "copy_cannot_be_created"),
            ("shop/data/purser.db", "copy_onto_itself"),
        ] {
            let run = try self.purser("db", "backup", file)
            #expect(run.status == 73 && run.complaints.contains(code), "\(file): \(run.complaints)")
        }
        #expect(try String(contentsOfFile: self.shop.folder.path + "/mine.txt", encoding: .utf8) == "mine")
        #expect(try self.purser("db", "backup", "mine.txt", "--yes").status == 0)
        #expect(server.end(SIGTERM) == 0)
    }

    @Test("A socket that a killed server left behind stops neither commands nor the next server")
    func staleSocket() async throws {
        let server = try RunningServer(in: self.shop.folder)
        try await self.notify(server, 0..<1)
        _ = server.end(SIGKILL)
        #expect(FileManager.default.fileExists(atPath: self.socket))
        #expect(try self.purser("db", "check").status == 0)
        let again = try RunningServer(in: self.shop.folder)
        #expect(try self.purser("db", "check").status == 0)
        #expect(again.end(SIGTERM) == 0)
    }

    @Test("A locked database without an answering server gives a one-sentence error and exit status 75")
    func silentOwner() async throws {
        let server = try RunningServer(in: self.shop.folder)
        try FileManager.default.removeItem(atPath: self.socket)
        for command in [["db", "backup", "copy.db"], ["db", "check"], ["evidence", "verify"], ["audit", "list"]] {
            let run = try self.shop.run(command)
            #expect(run.status == 75, "\(command)")
            #expect(run.complaints.contains("accepts no commands"))
            #expect(run.complaints.split(separator: "\n").count == 1)
        }
        #expect(server.end(SIGTERM) == 0)
    }

    @Test("A command that cannot listen beside the database says so, with 69")
    func blockedSocket() throws {
        let server = try RunningServer(in: self.shop.folder)
        #expect(server.end(SIGTERM) == 0)
        try FileManager.default.createDirectory(atPath: self.socket, withIntermediateDirectories: false)
        let run = try self.purser("audit", "list")
        #expect(run.status == 69 && run.complaints.contains("cannot listen there"), "\(run.complaints)")
        #expect(run.complaints.split(separator: "\n").count == 1)
    }

    @Test("A path that is too long for a socket is reached through its folder")
    func longPath() async throws {
        let name = String(repeating: "long-", count: 30)
        let path = self.shop.folder.path + "/shop/purser.yaml"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let changed = text.replacing("sqlite:data/purser.db", with: "sqlite:data/\(name)/purser.db")
        #expect(changed != text)
        try Data(changed.utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.createDirectory(
            atPath: self.shop.folder.path + "/shop/data/\(name)",
            withIntermediateDirectories: true
        )
        let server = try RunningServer(in: self.shop.folder)
        try await self.notify(server, 0..<1)
        let run = try self.purser("db", "backup", "copy.db")
        #expect(run.status == 0, "\(run.complaints)")
        #expect(server.end(SIGTERM) == 0)
    }

    @Test("A backup comes back with all it held, and the replaced database is kept")
    func restore() async throws {
        var server = try RunningServer(in: self.shop.folder)
        try await self.notify(server, 0..<2)
        #expect(try self.purser("db", "backup", "copy.db").status == 0)
        try await self.notify(server, 2..<5)
        let busy = try self.purser("db", "restore", "copy.db", "--yes")
        #expect(busy.status == 75 && busy.complaints.contains("stop it"))
        #expect(server.end(SIGTERM) == 0)

        let unasked = try self.purser("db", "restore", "copy.db")
        #expect(unasked.status == 77 && unasked.complaints.contains("--yes"))
        #expect(Self.field("notification", try self.purser("db", "check")) == "5")
        let restored = try self.purser("db", "restore", "copy.db", "--yes", "--reason", "a drill")
        #expect(restored.status == 0, "\(restored.complaints)")
        let check = try self.purser("db", "check")
        #expect(check.status == 0 && Self.field("notification", check) == "2")
        let last = try #require(try self.purser("audit", "list").lines.last)
        #expect(last.contains("database.restore") && last.hasSuffix("a drill"))
        let asides = try FileManager.default.contentsOfDirectory(atPath: self.shop.folder.path + "/shop/data")
            .filter { $0.contains(".before-restore-") }
        #expect(asides.count == 1, "Neither command left a log behind.")
        let aside = try #require(asides.first)
        let kept = try Binary.run(["db", "check", "shop/data/" + aside], in: self.shop.folder)
        #expect(kept.status == 0 && Self.field("notification", kept) == "5", "\(asides) \(kept)")

        // What Apple sends again is taken in again.
        server = try RunningServer(in: self.shop.folder)
        try await self.notify(server, 0..<5)
        #expect(Self.field("notification", try self.purser("db", "check")) == "5")
        #expect(server.end(SIGTERM) == 0)
    }

    @Test("A new database is planned, made and then up to date, and one of a newer version is named and left as it is")
    func migrate() throws {
        let plan = try self.purser("migrate", "--dry-run")
        #expect(plan.status == 0 && plan.output.contains("there is no database yet"), "\(plan)")
        #expect(!FileManager.default.fileExists(atPath: self.database))
        let migrated = try self.purser("migrate", "--reason", "an installation")
        #expect(migrated.status == 0 && migrated.output.contains("schema 0001, up to date"), "\(migrated)")
        #expect(try self.purser("migrate", "--dry-run").output.contains("schema 0001, up to date"))
        #expect(try self.purser("audit", "list").output.contains("database.migrate"))
        #expect(try self.purser("db", "check").status == 0)

        try self.replace("0001", with: "9001")
        let before = try Data(contentsOf: URL(fileURLWithPath: self.database))
        let commands = [
            ["migrate", "--dry-run"], ["migrate"], ["db", "check"], ["db", "backup", "copy.db"],
            ["evidence", "verify"],
        ]
        for command in commands {
            let run = try self.shop.run(command)
            #expect(run.status == 65 && run.complaints.contains("a newer version"), "\(command): \(run)")
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: self.database)) == before)
    }

    @Test("Changed evidence and changed entries of the audit log are found, with exit status 1")
    func tampered() async throws {
        let server = try RunningServer(in: self.shop.folder)
        try await self.notify(server, 0..<2)
        #expect(try self.purser("db", "backup", "copy.db", "--reason", "because it is Friday").status == 0)
        #expect(server.end(SIGTERM) == 0)
        try self.replace("because it is Friday", with: "because it is Monday")
        try self.replace(#""notificationUUID":"uuid-1""#, with: #""notificationUUID":"uuid-7""#)
        let check = try self.purser("db", "check")
        #expect(check.status == 1)
        #expect(check.output.contains("audit_reason_changed: "))
        let verified = try self.purser("evidence", "verify", "--json")
        #expect(verified.status == 1)
        #expect(verified.lines.count == 2)
        #expect(verified.lines[0].contains("evidence_changed"))
        #expect(verified.lines[1].contains(#""failures":1"#))
        #expect(try self.purser("evidence", "verify", "--since", "2030-01-01").status == 0)
    }

    @Test("Every command shows an example first, and says what it ends with")
    func help() throws {
        let commands = [
            ["db"], ["db", "backup"], ["db", "restore"], ["db", "check"], ["migrate"], ["evidence"],
            ["evidence", "verify"], ["audit"], ["audit", "list"],
        ]
        for command in commands {
            let run = try Binary.run(command + ["--help"], in: self.shop.folder)
            #expect(run.status == 0 && run.output.contains("Example:"), "\(command)")
        }
        #expect(try Binary.run(["audit", "list", "--limit", "0"], in: self.shop.folder).status == 64)
        #expect(try Binary.run(["evidence", "verify", "--since", "Friday"], in: self.shop.folder).status == 64)
        #expect(try Binary.run(["db", "check", "--config", "nothing.yaml"], in: self.shop.folder).status == 78)
    }
}
