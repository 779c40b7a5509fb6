import AppStore
import Foundation
import Testing

/// `purser legacy` through the running server and on the file, in both languages.
@Suite(.serialized, .onThreadsOfItsOwn, .timeLimit(.minutes(5)))
struct LegacyUsageCommandTests {
    let shop: InstalledShop

    init() throws {
        self.shop = try InstalledShop()
        #expect(try self.shop.run(["migrate"]).status == 0)
    }

    @Test(
        "The formats are listed with what to do about each, through the server and without one",
        arguments: [true, false]
    )
    func report(isServed: Bool) throws {
        let server = isServed ? try RunningServer(in: self.shop.folder) : nil
        let people = try self.shop.run(["legacy", "--days", "90"])
        #expect(people.status == 0 && people.output.contains("TO SWITCH IT OFF"), "\(people.output)")
        #expect(people.output.contains("Not used, but not yet counted for 30 days: wait."), "\(people.output)")
        let programs = try JSONValue(json: Array(try self.shop.run(["legacy", "--json"]).output.utf8))
        guard case .array(let formats)? = programs["formats"] else { return #expect(Bool(false), "\(programs)") }
        #expect(formats.contains { $0["format"] == .string("notificationV1") && $0["step"]?["toDo"] != nil })
        let chinese = try Binary.run(
            ["legacy", "--config", "shop/purser.yaml"],
            in: self.shop.folder,
            through: ["/usr/bin/env", "LC_ALL=zh_CN.UTF-8"]
        )
        #expect(chinese.output.contains("如何停用") && chinese.output.contains("请再等等"), "\(chinese.output)")
        #expect(try self.shop.run(["legacy", "--days", "0"]).status == 64)
        if let server { #expect(server.end(SIGTERM) == 0) }
    }
}
