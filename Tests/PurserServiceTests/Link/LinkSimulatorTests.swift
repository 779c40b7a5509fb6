import AppStore
import AppStoreSimulator
import Logging
import PurserService
import PurserTesting
import ServiceLifecycle
import Testing

@Suite(.timeLimit(.minutes(10))) struct LinkSimulatorTests {
    /// Runs a simulated App Store, and passes its URL to a closure.
    private static func during(_ act: (String) async throws -> Void) async throws {
        let world = try World(
            seed: 7,
            startingAt: Timestamp(milliseconds: 1_772_323_200_000),
            app: WorldApp(
                bundleId: "com.example.shop",
                appAppleId: 1_234_567_890,
                environment: .production,
                notificationURL: "http://127.0.0.1:9/apple"
            ),
            catalog: WorldCatalog([.consumable("coins.100", price: WorldPrice(milliunits: 990, currency: "USD"))])
        )
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let (ports, port) = AsyncStream<Int>.makeStream()
        let server = SimulatorServer(
            worlds: Worlds(main: world) { 1_790_000_000_000 },
            receiver: { _ in .answered(status: 200) },
            logger: logger,
            onReady: { number in port.yield(number) }
        )
        let group = ServiceGroup(services: [server], logger: logger)
        let running = Task { try await group.run() }
        do {
            for await number in ports {
                try await act("http://127.0.0.1:\(number)")
                break
            }
        } catch {
            await group.triggerGracefulShutdown()
            throw error
        }
        await group.triggerGracefulShutdown()
        try await running.value
    }

    @Test("The simulated App Store responds on each interface as Apple does, and other responses fail")
    func simulator() async throws {
        try await Self.during { address in
            for (base, interface) in [
                (address, .serverAPI), (address, .connect), (address + "/verifyReceipt", .verifyReceipt),
                (address + "/sandbox/verifyReceipt", .verifyReceipt), (address + "/ocsp", .ocsp),
            ] as [(String, LinkTarget.Interface)] {
                let found = try await LinkStage.probe(base, interface)
                let result = try #require(found)
                #expect(result.failure == nil, "\(interface)")
                #expect(result.clockAheadMilliseconds != nil)
            }
            let stray = try await LinkStage.probe(address + "/nowhere", .serverAPI)?.failure
            #expect(stray == LinkFailure(.body, .status, status: 404))
        }
    }
}
