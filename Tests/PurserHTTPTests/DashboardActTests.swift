import Foundation
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Synchronization
import Testing

@Suite struct DashboardActTests {
    /// A repository whose disk can be full.
    private struct FillingRepository: ObservedRepository {
        /// The disk.
        final class Disk: Sendable {
            let isFull = Mutex(false)
            /// The only function for which it is full; `nil` for all.
            let function = Mutex<String?>(nil)
        }

        let base: any Repository = InMemoryRepository()
        let disk = Disk()

        func willRun(_ call: RepositoryCall) async throws(RepositoryError) {
            guard call.isWrite, self.disk.isFull.withLock({ $0 }) else { return }
            if self.disk.function.withLock({ $0 }).map({ call.isFrom($0) }) ?? true { throw .full }
        }
    }

    private let repository = FillingRepository()
    private let stage: DashboardStage

    init() throws {
        self.stage = try DashboardStage(repository: self.repository)
    }

    @Test("Where the database refuses to record an act, what was typed stays, and the page says when to try again")
    func refused() async throws {
        let browser = try await self.stage.signedIn("ada", .support)
        let path = "/dashboard/apps/shop/customers/anna/grant"
        let typed = ["entitlement": "frame", "until": "2027-10-06", "reason": "asked <twice>"]
        let act = try await browser.preview(path, typed)
        #expect(act.page.status == .ok && act.fields["stamp"] != nil, "\(act.page.text)")
        self.repository.disk.isFull.withLock { $0 = true }
        let refused = try await browser.confirm(act)
        #expect(refused.status == .serviceUnavailable && refused.headers[.retryAfter] == "5")
        for part in ["nothing was recorded", "value=\"2027-10-06\"", "value=\"asked &lt;twice&gt;\""] {
            #expect(refused.text.contains(part), "\(part) is missing in \(refused.text)")
        }
        self.repository.disk.isFull.withLock { $0 = false }
        #expect(try await browser.perform(path, typed).status == .seeOther)
    }

    @Test("A confirmation that was refused halfway is carried out when the same form comes again, and then no more")
    func repeatedAfterRefusal() async throws {
        let browser = try await self.stage.signedIn("ada", .support)
        let act = try await browser.preview(
            "/dashboard/apps/shop/customers/anna/grant",
            ["entitlement": "frame", "until": "2027-10-06", "reason": "asked"]
        )
        self.repository.disk.function.withLock { $0 = "keep" }
        self.repository.disk.isFull.withLock { $0 = true }
        #expect(try await browser.confirm(act).status == .serviceUnavailable)
        self.repository.disk.isFull.withLock { $0 = false }
        #expect(try await browser.confirm(act).status == .seeOther)
        let again = try await browser.confirm(act)
        #expect(again.status == .conflict && again.text.contains("This form was carried out before"), "\(again.text)")
    }

    @Test("Where the password cannot be checked, what was typed stays too, except for the password")
    func unchecked() async throws {
        let browser = try await self.stage.signedIn("ada")
        let typed = [
            "policy": "policy: refunds\notherwise: DECLINE\n", "reason": "stricter",
            "password": DashboardStage.password,
        ]
        let act = try await browser.preview("/dashboard/apps/shop/policies/publish", typed)
        // The service of operators writes in this function.
        self.repository.disk.function.withLock { $0 = "write" }
        self.repository.disk.isFull.withLock { $0 = true }
        let refused = try await browser.confirm(act)
        #expect(refused.status == .serviceUnavailable && refused.headers[.retryAfter] == "5")
        for part in ["The database cannot do this now", "otherwise: DECLINE", "value=\"stricter\""] {
            #expect(refused.text.contains(part), "\(part) is missing in \(refused.text)")
        }
        #expect(!refused.text.contains(DashboardStage.password))
        self.repository.disk.isFull.withLock { $0 = false }
        #expect(try await browser.confirm(act).status == .seeOther)
    }

    @Test("A dangerous act asks for the password, unless support does it all day for one customer")
    func passwords() throws {
        let daily: Set<String> = ["subscriptionExtend", "orderCancel"]
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/PurserHTTP/Dashboard").path
        var found: Set<String> = []
        for file in try FileManager.default.subpathsOfDirectory(atPath: folder) where file.hasSuffix(".swift") {
            let code = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
            for act in code.split(separator: " DashboardAct(\n").dropFirst() {
                let head = act.prefix(upTo: act.range(of: "back: ")?.lowerBound ?? act.endIndex)
                guard head.contains("isDangerous: true"), let title = head.firstMatch(of: #/title: "(\w+)"/#) else {
                    continue
                }
                let name = String(title.output.1)
                found.insert(name)
                #expect(head.contains("needsPassword: true") != daily.contains(name), "\(file): \(name)")
            }
        }
        #expect(found.isSuperset(of: daily) && found.count > 10, "\(found)")
    }
}
