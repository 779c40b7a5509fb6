import NIOCore
import NIOHTTP1
import NIOPosix
import PurserTesting

/// All receivers, listening, and the addresses that must never be called.
struct ReceiverHost {
    /// A receiver and its address.
    struct Resident {
        /// The receiver.
        let receiver: Receiver
        /// Its port.
        let port: Int
        /// Its address.
        let host: String
        /// The URL that the server calls.
        var url: String {
            let host = self.receiver.plan.behavior == .rebinding ? SpoofedName.name : self.host
            return "http://\(host):\(self.port)\(ReceiverPlan.path)"
        }
    }

    /// All receivers.
    let residents: [Resident]
    /// The log of their arrivals.
    let log: ArrivalLog
    private let channels: [any Channel]

    /// Starts receivers at an address of this machine; `visits` also records each visit.
    init(
        seed: UInt64,
        log: ArrivalLog,
        plans: [ReceiverPlan] = ReceiverPlan.all,
        host: String = "127.0.0.1",
        visits: VisitLog? = nil
    ) async throws {
        var generator = SeededGenerator(seed: seed)
        var channels: [any Channel] = []
        var residents: [Resident] = []
        let trap = try await Self.trap("the forbidden port to which a redirect led", at: host, port: 0, log)
        channels.append(trap)
        var targets = ["http://\(host):\(trap.localAddress?.port ?? 0)/"]
        for (place, plan) in plans.enumerated() {
            let receiver = Receiver(
                plan,
                at: place,
                log: log,
                visits: visits,
                redirectingTo: targets,
                seed: generator.next()
            )
            let channel = try await Self.bootstrap { channel in
                try channel.pipeline.syncOperations.configureHTTPServerPipeline(withErrorHandling: true)
                try channel.pipeline.syncOperations.addHandler(ReceiverHandler(receiver))
            }.bind(host: host, port: 0).get()
            channels.append(channel)
            let resident = Resident(receiver: receiver, port: channel.localAddress?.port ?? 0, host: host)
            residents.append(resident)
            // An allowed address, but not as the target of a redirect.
            if place == 0 { targets.append("http://\(host):\(resident.port)/elsewhere") }
            if plan.behavior == .rebinding {
                let name = "the forbidden address to which a name led"
                channels.append(try await Self.trap(name, at: SpoofedName.forbidden, port: resident.port, log))
            }
        }
        self.residents = residents
        self.log = log
        self.channels = channels
    }

    /// The addresses that the server may call on this machine.
    var allowed: [String] { self.residents.map { "\($0.host):\($0.port)" } }

    /// Makes all receivers healthy from now on.
    func calm() { for resident in self.residents { resident.receiver.calm() } }

    /// Lets the slow receivers answer too late from now on, or no longer.
    func setLate(_ isLate: Bool) { for resident in self.residents { resident.receiver.setLate(isLate) } }

    /// Stops the receivers.
    func close() async {
        for channel in self.channels { try? await channel.close() }
    }

    private static func trap(
        _ name: String,
        at address: String,
        port: Int,
        _ log: ArrivalLog
    ) async throws -> any Channel {
        try await Self.bootstrap { channel in
            try channel.pipeline.syncOperations.addHandler(TrapHandler(name, log: log))
        }.bind(host: address, port: port).get()
    }

    private static func bootstrap(
        _ prepare: @escaping @Sendable (any Channel) throws -> Void
    ) -> ServerBootstrap {
        ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(ChannelOptions.backlog, value: 256)
            .serverChannelOption(ChannelOptions.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try prepare(channel) }
            }
    }
}

/// A connection to an address that must never be called.
final class TrapHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let name: String
    private let log: ArrivalLog

    /// Creates the handler of a connection to the trap of this name.
    init(_ name: String, log: ArrivalLog) {
        self.name = name
        self.log = log
    }

    /// Records the connection.
    func channelActive(context: ChannelHandlerContext) {
        self.log.noteStray("the server called \(self.name)")
        context.close(promise: nil)
    }
}
