import Foundation
import Testing

/// Tests of wrong URLs in the options of commands, and of ports that are in use.
@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10))) struct AddressMistakesTests {
    let shop: ShopBesideStore

    init() throws {
        self.shop = try ShopBesideStore()
    }

    private var port: String { self.shop.world.url.split(separator: ":").last.map(String.init) ?? "" }

    @Test("A port in use gives one error with what to do")
    func takenPort() throws {
        let serve = try self.shop.run(["serve", "--port", self.port] + self.shop.clock)
        #expect(serve.status == 69)
        #expect(
            serve.complaints
                == "server.address 127.0.0.1:\(self.port): another process listens there already, possibly a running Purser. "
                + "Stop it. Or choose another address, or port 0 for a free one: purser serve --port 0\n"
        )
        let simulate = try Binary.run(["simulate", "--port", self.port], in: self.shop.folder)
        #expect(simulate.status == 69)
        #expect(
            simulate.complaints
                == "--port \(self.port): another process listens there already, possibly a running Purser. Stop it. "
                + "Or choose another port, or 0 for a free one.\n"
        )
    }

    @Test("A clock URL without its path and one without a listener give different errors")
    func clock() throws {
        let url = self.shop.world.url
        for address in [url, url + "/"] {
            let bare = try self.shop.run(["serve", "--port", "0", "--clock", address])
            #expect(bare.status == 69)
            #expect(
                bare.complaints
                    == "--clock \(address): the response is not from a clock. Did you mean \(url)/_sim/v1/clock?\n"
            )
        }
        let other = try self.shop.run(["serve", "--port", "0", "--clock", url + "/_sim/v1/keys"])
        #expect(other.complaints.contains("the response is not from a clock. A simulator's is at /_sim/v1/clock."))
        let nobody = try self.shop.run(["serve", "--port", "0", "--clock", "http://127.0.0.1:1/_sim/v1/clock"])
        #expect(nobody.complaints.contains("Start the simulator first: purser simulate"))
        #expect(!nobody.complaints.contains("what answers"))
    }
}
