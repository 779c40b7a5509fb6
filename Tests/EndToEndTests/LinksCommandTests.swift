import AppStore
import Foundation
import PurserTesting
import Testing

@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10)))
struct LinksCommandTests {
    private static func run(
        _ shop: DoctorCommandTests.Shop,
        _ arguments: String...,
        locale: String = "C"
    ) throws -> Binary.Run {
        try Binary.run(
            ["links", "--config", "shop/purser.yaml"] + arguments,
            in: shop.folder,
            through: ["/usr/bin/env", "LC_ALL=\(locale)"]
        )
    }

    @Test("The command says how the way to each host is, in words and as JSON, and ends with 1 where one is down")
    func links() throws {
        let shop = try DoctorCommandTests.Shop()
        let host = try #require(shop.url.split(separator: "/").last)
        let well = try Self.run(shop, "--json")
        #expect(well.status == 0, "\(well.complaints)")
        let line = try JSONValue(json: Array(try #require(well.lines.first).utf8))
        #expect(line["host"] == .string(String(host)) && line["state"] == .string("up"))
        #expect(line["stepMilliseconds"]?["first_byte"] != nil && line["failure"] == nil)
        #expect(line["clockAheadMilliseconds"] != nil)
        shop.close()
        let down = try Self.run(shop, "--json")
        #expect(down.status == 1)
        let failure = try JSONValue(json: Array(try #require(down.lines.first).utf8))["failure"]
        #expect(failure?["step"] == .string("tcp") && failure?["cause"] == .string("refused"))
        #expect(failure?["place"] == .string("route"))
        let english = try Self.run(shop)
        #expect(english.output.contains("HOST") && english.output.contains("The connection was refused."))
        let chinese = try Self.run(shop, locale: "zh_CN.UTF-8")
        #expect(chinese.output.contains("主机") && chinese.output.contains("连接被拒绝。"))
    }
}
