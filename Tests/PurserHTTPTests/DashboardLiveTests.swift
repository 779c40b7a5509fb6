import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Synchronization
import Testing

@Suite struct DashboardLiveTests {
    /// What the pauses of connections do, by their number: the first pause of all is the first one.
    private final class Pauses: Sendable {
        let count = Mutex(0)
        let work = Mutex<(@Sendable (Int) async throws -> Void)?>(nil)

        @Sendable func rest(_: Duration) async throws {
            let number = self.count.withLock { count in
                count += 1
                return count
            }
            try await self.work.withLock { $0 }?(number)
        }
    }

    private let pauses = Pauses()
    private let stage: DashboardStage
    private let path: String

    init() throws {
        self.stage = try DashboardStage(sleep: self.pauses.rest)
        self.path = "/dashboard/apps/\(self.stage.shop.app.name.rawValue)/live"
    }

    private static func count(_ text: String, in answer: TestServer.TestResponse) -> Int {
        answer.text.ranges(of: text).count
    }

    @Test("A connection tells of each commit once, and is never silent for long")
    func change() async throws {
        let browser = try await self.stage.signedIn("ada", .viewer)
        let (repository, app) = (self.stage.shop.repository, self.stage.shop.app.name)
        self.pauses.work.withLock { work in
            work = { number in
                guard number == 3 || number == 20 else { return }
                var intake = Sample.notification(UInt64(number), about: Sample.period("\(number)", of: "\(number)"))
                intake.app = app
                _ = try await repository.record(intake)
            }
        }
        let answer = try await browser.get(self.path)
        #expect(answer.status == .ok && answer.headers[.contentType] == "text/event-stream")
        #expect(answer.headers[.cacheControl] == "no-store" && answer.headers[.contentSecurityPolicy] != nil)
        #expect(Self.count("event: change\n", in: answer) == 2, "\(answer.text)")
        #expect(!answer.text.contains("Production"), "It has no content.")
        #expect(Self.count(": nothing new\n", in: answer) >= 5)
        let pauses = self.pauses.count.withLock { $0 }
        #expect(pauses == 50, "It ends after a hundred seconds.")
    }

    @Test("A connection ends with its session, and needs one")
    func session() async throws {
        let browser = try await self.stage.signedIn("ada", .viewer)
        let operators = self.stage.services.operators
        self.pauses.work.withLock { work in
            work = { number in
                guard number == 7 else { return }
                for session in try await operators.sessions(of: OperatorName(rawValue: "ada")) {
                    try await operators.end(session.id, of: session.operatorName)
                }
            }
        }
        #expect(try await browser.get(self.path).status == .ok)
        let pauses = self.pauses.count.withLock { $0 }
        #expect(pauses == 10, "Ten seconds after the fifth pause, the session is checked again.")
        #expect(try await browser.get(self.path).status == .seeOther)
        #expect(try await DashboardBrowser(stage: self.stage).get(self.path).status == .seeOther)
    }

    @Test("An operator has at most ten connections at a time, of which the oldest one gives way to a new one")
    func limit() async throws {
        let browser = try await self.stage.signedIn("ada", .viewer)
        let other = try await self.stage.signedIn("bob", .viewer)
        let path = self.path
        let found = Statuses()
        // Each of the first connections opens the next one in its first pause, so that all are open at once.
        self.pauses.work.withLock { work in
            work = { number in
                guard number <= 10 else { return }
                let answer = try await browser.get(path)
                found.all.withLock { $0.append(answer.status) }
                guard number == 10 else { return }
                let status = try await other.get(path).status
                found.others.withLock { $0.append(status) }
            }
        }
        #expect(try await browser.get(path).status == .ok)
        let all = found.all.withLock { $0 }
        #expect(all == Array(repeating: .ok, count: 10), "\(all)")
        // The other operator's connection, the newest ten, and the one that ends after its first pause.
        let pauses = self.pauses.count.withLock { $0 }
        #expect(pauses == 50 + 10 * 50 + 1)
        #expect(found.others.withLock { $0 } == [.ok], "Another operator has slots of their own.")
        #expect(try await browser.get(path).status == .ok, "A slot is free again.")
    }

    /// The statuses of the connections of an operator, and of another one.
    private final class Statuses: Sendable {
        let all = Mutex<[HTTPResponse.Status]>([])
        let others = Mutex<[HTTPResponse.Status]>([])
    }

    @Test("A page names its live connection, with its environment, and the script opens no other address")
    func page() async throws {
        let browser = try await self.stage.signedIn("ada", .viewer)
        let base = self.path.dropLast("/live".count)
        let page = try await browser.get("\(base)/webhooks?environment=Sandbox")
        #expect(page.text.contains("<main id=\"main\" data-live=\"\(self.path)?environment=Sandbox\">"))
        #expect(page.text.contains("data-live=\"webhooks\""))
        let none = try await browser.get("/dashboard/apps/none/live")
        #expect(none.status == .notFound)
    }
}
