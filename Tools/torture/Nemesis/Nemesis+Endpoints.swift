import Foundation
import PurserTesting

// Actions on receivers and their endpoints.
extension Nemesis {
    /// An endpoint of the server.
    struct Endpoint {
        /// Its id.
        let id: String
        /// Its receiver.
        let resident: ReceiverHost.Resident
        /// Whether its receiver knows every secret that may sign its messages.
        var isRotatable: Bool
        /// The app.
        var app: String { self.resident.receiver.plan.app }
    }

    /// The interval of the checks whether everything is published.
    private static let lookInterval = Duration.milliseconds(50)
    /// The length of a run with late answers: longer than the server's timeout of 15 seconds.
    private static let lateLife = Duration.seconds(18)

    /// Runs a first server undisturbed until it has all endpoints, and kills it: the acknowledged endpoints must
    /// survive.
    mutating func introduceReceivers() async throws {
        self.outcome.lives += 1
        self.heal()
        try self.spoofedName.turn(to: .receiver)
        let process = try self.start()
        guard try await process.becomesReady(within: Self.startLimit, clock: self.clock), let url = process.url else {
            throw EndpointClient.Refusal(sentence: "the first server did not start (\(Self.text(of: process.end)))")
        }
        for resident in self.receiverHost.residents {
            let (id, secret) = try await self.endpointClient.make(resident, at: url)
            if let secret { resident.receiver.learn(secret) }
            self.endpoints.append(
                Endpoint(id: id, resident: resident, isRotatable: !resident.receiver.plan.isRelay)
            )
        }
        process.signal(SIGKILL)
        _ = try await process.ends(within: Self.stopLimit, clock: self.clock)
        var words = "\(self.endpoints.count) receivers introduced"
        // A lying disk loses the endpoints too, and then no other loss could be seen.
        if self.flaw == nil { words += ", \(try self.losePower())" }
        self.report("life \(self.outcome.lives): \(words)")
    }

    /// Gives an endpoint a new secret, which its receiver learns only now; both secrets are valid for a while.
    ///
    /// If the answer is lost, neither side can tell which secrets are valid, and the endpoint gets no further one.
    mutating func rotateSecret(of process: ServerProcess) async {
        let places = self.endpoints.indices.filter { self.endpoints[$0].isRotatable }
        guard !places.isEmpty, let url = process.url else { return }
        let place = self.generator.pick(places)
        let endpoint = self.endpoints[place]
        self.endpoints[place].isRotatable = false
        guard let secret = try? await self.endpointClient.rotate(endpoint.id, app: endpoint.app, at: url) else {
            return
        }
        endpoint.resident.receiver.learn(secret)
        self.endpoints[place].isRotatable = true
    }

    /// Pauses an endpoint; its events wait.
    mutating func pauseReceiver(of process: ServerProcess) async {
        guard !self.endpoints.isEmpty, let url = process.url else { return }
        let endpoint = self.generator.pick(self.endpoints)
        try? await self.endpointClient.setPaused(true, endpoint.id, app: endpoint.app, at: url)
    }

    /// Resumes all endpoints.
    func resumeReceivers(of process: ServerProcess) async {
        guard let url = process.url else { return }
        for endpoint in self.endpoints {
            try? await self.endpointClient.setPaused(false, endpoint.id, app: endpoint.app, at: url)
        }
    }

    /// Requests a replay of all events of an endpoint.
    ///
    /// It is refused while no event was sent yet, or while another replay is under way.
    mutating func replay(of process: ServerProcess) async {
        let endpoints = self.endpoints.filter { !$0.resident.receiver.plan.isRelay }
        guard !endpoints.isEmpty, let url = process.url else { return }
        let endpoint = self.generator.pick(endpoints)
        try? await self.endpointClient.replay(endpoint.id, app: endpoint.app, at: url)
    }

    /// Lets the slow receivers answer too late for a while, and asks the server to stop during that time.
    mutating func liveThroughLateAnswers() async throws {
        self.outcome.lives += 1
        self.heal()
        try self.spoofedName.turn(to: .receiverFirst)
        self.receiverHost.setLate(true)
        let process = try self.start()
        if try await process.becomesReady(within: Self.startLimit, clock: self.clock) {
            self.sender.setAddress(process.url)
            try await self.clock.sleep(for: Self.lateLife)
        }
        self.receiverHost.setLate(false)
        self.sender.setAddress(nil)
        try await self.end(process, .terminated)
        self.report("life \(self.outcome.lives): answers came too late, asked to stop")
    }

    /// Resumes all endpoints and retries all event streams, after all receivers have become healthy.
    mutating func releaseEverything(at url: String) async {
        for endpoint in self.endpoints {
            do {
                try await self.endpointClient.setPaused(false, endpoint.id, app: endpoint.app, at: url)
                try await self.endpointClient.retry(endpoint.id, app: endpoint.app, at: url)
            } catch {
                self.violate("what waits for \(endpoint.resident.receiver.plan.name) cannot be released: \(error)")
            }
        }
    }

    /// Waits until no event is pending, or until a deadline.
    mutating func waitUntilDelivered(by process: ServerProcess, until deadline: ContinuousClock.Instant) async throws {
        guard let url = process.url else { return }
        while self.clock.now < deadline, process.end == nil {
            var isDelivered = true
            for endpoint in self.endpoints where isDelivered {
                do {
                    let waiting = try await self.endpointClient.waiting(endpoint.id, app: endpoint.app, at: url)
                    isDelivered = waiting.streams == 0 && !waiting.isReplaying
                } catch {
                    return self.violate("\(endpoint.resident.receiver.plan.name) cannot be queried: \(error)")
                }
            }
            guard !isDelivered else { return }
            try await self.clock.sleep(for: Self.lookInterval)
        }
    }
}
