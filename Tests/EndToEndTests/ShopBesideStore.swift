import AppStore
import Foundation
import PurserTesting
import Testing

/// A shop as `purser init` installs it, beside the simulated App Store that its configuration asks.
struct ShopBesideStore {
    /// The working directory of the commands.
    ///
    /// The shop is the folder `shop` in it.
    let folder: TemporaryFolder
    /// The store, a process of its own.
    let store: RunningSimulator
    /// Calls the store's control interface.
    let world: ServerCalls

    /// A new installation.
    ///
    /// - Parameters:
    ///   - instant: Since when purchases are handed over by the server.
    ///   - profile: How the store behaves.
    ///   - storage: Where the ledger is kept, if not in the file of the first configuration.
    ///   - catalog: What the text of the first catalog becomes, for the store and the server.
    ///   - products: A catalog for the store alone, in JSON.
    /// - Throws: What kept it from being installed.
    init(
        fulfillsFrom instant: String? = nil,
        profile: String = "production",
        storage: String? = nil,
        catalog: ((String) -> String)? = nil,
        products: String? = nil
    ) throws {
        let folder = try TemporaryFolder()
        #expect(try Binary.run(["init", "shop", "--bundle-id", "com.example.shop"], in: folder).status == 0)
        try folder.fulfill(by: instant.map { "fulfillment: { from: \($0) }" } ?? "")
        if let catalog { try folder.change("shop/catalog.yaml", catalog) }
        if let products { _ = try folder.write("store.json", Array(products.utf8)) }
        let store = try RunningSimulator(
            [
                "--catalog", products == nil ? "shop/catalog.yaml" : "store.json", "--bundle-id", "com.example.shop",
                "--app-apple-id", "1234567890",
                "--folder", "shop/simulator", "--profile", profile,
            ],
            in: folder
        )
        guard case .string(let url)? = try JSONValue(json: Array(store.readyLine.utf8))["url"] else {
            throw RunningSimulator.NotReady(status: 0)
        }
        try folder.change("shop/purser.yaml") { $0.replacing("http://127.0.0.1:8090", with: url) }
        if let storage {
            // A busy machine may take long to connect.
            let patient = "\(storage)?connect_timeout=\(TestTimeout.seconds)"
            try folder.change("shop/purser.yaml") {
                $0.replacing("storage: sqlite:data/purser.db", with: "storage: \(patient)")
            }
        }
        self.folder = folder
        self.store = store
        self.world = ServerCalls(url: url, key: "")
    }

    /// The arguments with which a command goes by the store's clock.
    var clock: [String] { ["--clock", self.world.url + "/_sim/v1/clock"] }

    /// Does something in the world, and returns its answer.
    @discardableResult
    func act(_ json: String) async throws -> JSONValue {
        let answer = try await self.world.send("/_sim/v1/actions", body: Array(json.utf8))
        #expect(answer.status == 200, "\(answer.text)")
        return try JSONValue(json: Array(answer.text.utf8))
    }

    /// Buys something for anna, and returns Apple's ids of it.
    func buy(_ product: String, token: String? = nil) async throws -> (transaction: String, order: String) {
        let given = token.map { #","token":"\#($0)""# } ?? ""
        let answer = try await self.act(#"{"action":"buy","customer":"anna","product":"\#(product)"\#(given)}"#)
        guard case .array(let transactions)? = answer["transactions"],
            case .string(let id)? = transactions.first?["transactionId"],
            case .string(let order)? = transactions.first?["orderId"]
        else { throw RunningSimulator.NotReady(status: 0) }
        return (id, order)
    }

    /// Runs a command with the shop's configuration.
    func run(_ arguments: [String]) throws -> Binary.Run {
        try Binary.run(arguments + ["--config", "shop/purser.yaml"], in: self.folder)
    }
}
