import AppStore
import AsyncHTTPClient
import Foundation
import NIOHTTP1
import PurserTesting
import Testing

@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10)))
struct OperatorsCommandTests {
    let shop: InstalledShop

    init() throws {
        self.shop = try InstalledShop()
    }

    private func purser(_ arguments: String...) throws -> Binary.Run {
        try self.shop.run(arguments)
    }

    /// The path of a link.
    private static func path(_ link: String) -> String {
        String(link.drop { $0 != "/" }.dropFirst(2).drop { $0 != "/" })
    }

    @Test("The ready line names the dashboard, the first start writes a link, and commands manage operators")
    func life() async throws {
        let complaints = Pipe()
        let server = try RunningServer(in: self.shop.folder, complaints: complaints)
        guard case .string(let dashboard)? = try JSONValue(json: Array(server.readyLine.utf8))["dashboard"] else {
            Issue.record("No dashboard: \(server.readyLine)")
            return
        }
        #expect(dashboard.hasSuffix("/dashboard"))
        var first = ""
        while !first.contains("/dashboard/invitation/"), let line = try complaints.fileHandleForReading.line() {
            first = line
        }
        let link = try #require(first.split(separator: " ").last).description
        let page = try await server.calls.send(Self.path(link))
        #expect(page.status == 200 && page.text.contains("as admin."))

        let invited = try self.purser("operators", "invite", "ada", "--role", "support", "--reason", "joins")
        #expect(invited.status == 0 && invited.complaints.contains("Give this link to ada."))
        let own = try #require(invited.lines.first)
        #expect(try await server.calls.send(Self.path(own)).status == 200)
        let list = try self.purser("operators", "list")
        #expect(list.output.contains("ada") && list.output.contains("invited"))
        let role = try self.purser("operators", "role", "ada", "viewer")
        #expect(role.output == "ada has the role viewer.\n", "\(role.output)")
        let again = try self.purser("operators", "invite", "ada", "--json")
        #expect(again.status == 0 && again.output.contains("\"viewer\""), "\(again.output)")
        #expect(try self.purser("operators", "end-sessions", "ada").output == "Ended sessions of ada: 0.\n")
        #expect(try self.purser("operators", "remove", "ada", "--reason", "left").status == 0)
        #expect(try await server.calls.send(Self.path(own)).status == 404)
        let audit = try self.purser("audit", "list")
        for action in ["operator.invite", "operator.change_role", "operator.end_sessions", "operator.remove"] {
            #expect(audit.output.contains(action), "\(action)")
        }
        #expect(server.end(SIGTERM) == 0)

        // Without a server, the command opens the database itself.
        #expect(try self.purser("operators", "invite", "bert", "--role", "admin").status == 0)
    }

    @Test("A mistake is refused with a reason")
    func mistakes() throws {
        let first = try RunningServer(in: self.shop.folder)
        let role = try self.purser("operators", "invite", "ada", "--role", "amdin")
        #expect(role.status == 64 && role.complaints.contains("admin"), "\(role.complaints)")
        let name = try self.purser("operators", "invite", "a b", "--role", "admin")
        #expect(name.status == 64 && name.complaints.contains("operator_name_invalid"), "\(name.complaints)")
        let new = try self.purser("operators", "invite", "ada")
        #expect(new.status == 64 && new.complaints.contains("field_missing"), "\(new.complaints)")
        let unknown = try self.purser("operators", "remove", "none")
        #expect(unknown.status == 1 && unknown.complaints.contains("operator_not_found"), "\(unknown.complaints)")
        #expect(first.end(SIGTERM) == 0)
    }
}
