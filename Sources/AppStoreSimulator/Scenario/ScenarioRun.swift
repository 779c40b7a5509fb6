import AppStore

/// One scenario being played in one world.
struct ScenarioRun {
    private let scenario: Scenario
    private let world: World
    private let app: WorldApp
    private let receiver: ScenarioReceiver
    private let isForwarding: Bool
    private var memory: ScenarioMemory
    private var report: ScenarioReport
    /// Whether what a step causes must arrive in that step: until the store or the receiver misbehaves.
    private var isPlain = true

    /// A run that has not begun.
    init(
        _ scenario: Scenario,
        world: World,
        app: WorldApp,
        receiver: ScenarioReceiver,
        isForwarding: Bool
    ) {
        self.scenario = scenario
        self.world = world
        self.app = app
        self.receiver = receiver
        self.isForwarding = isForwarding
        self.memory = ScenarioMemory(of: world)
        self.report = ScenarioReport(scenario: scenario, seed: world.certificates.seed, outcome: .passed)
    }

    /// Plays all steps, or as many as go as they must.
    mutating func play() async -> ScenarioReport {
        for step in self.scenario.steps {
            let complaints = await self.play(step)
            guard complaints.isEmpty else {
                self.report.outcome = .failed(step: step.name, complaints: complaints)
                break
            }
        }
        return self.report
    }

    /// What happened in a step.
    struct Happening {
        /// What the action answered.
        var answer = WorldAnswer()
        /// What Apple's interface answered.
        var response: AppleAPIResponse?
        /// What was caused.
        var told: [WorldNotification] = []
        /// What arrived.
        var arrivals: [ScenarioReceiver.Arrival] = []
        /// The error by which it was refused.
        var refusal: WorldError?
    }

    private mutating func play(_ step: ScenarioStep) async -> [String] {
        self.report.timeline.append(
            ScenarioReport.Line(at: self.world.now, step: step.name, deed: step.words, notification: nil)
        )
        self.receiver.begin(step.receiver)
        var happening = Happening()
        let before = self.world.notificationCount
        do throws(ScenarioTrouble) {
            try await self.perform(step, &happening)
        } catch {
            return [error.sentence]
        }
        happening.told = self.world.notifications(from: before)
        happening.arrivals += self.receiver.takeArrivals()
        self.memory.note(happening.answer, of: step.name)
        self.report.caused = happening.told
        self.draw(happening, of: step)
        return self.judge(happening, of: step)
    }

    private func perform(_ step: ScenarioStep, _ happening: inout Happening) async throws(ScenarioTrouble) {
        let receiver = self.receiver
        let take: NotificationReceiver = { await receiver.receive($0) }
        switch step.deed {
        case .action(let action):
            let resolved = try self.memory.resolve(action)
            do throws(WorldError) {
                happening.answer = try await self.world.perform(resolved, delivering: take)
            } catch {
                happening.refusal = error
            }
        case .call(let call):
            let path = try self.memory.resolve(path: call.path)
            let body = try call.body.map { (body) throws(ScenarioTrouble) in try self.memory.resolve(body) }
            // The token is made and checked at the same instant of whatever clock.
            let seconds = self.world.now.milliseconds / 1000
            let key = try? self.world.apiKey(of: self.app.bundleId)
            let token = key?.bearerToken(bundleId: self.app.bundleId, issuedAtSeconds: seconds) ?? ""
            let request = AppleAPIRequest(
                call.method,
                path,
                headers: ["authorization": "Bearer \(token)", "content-type": "application/json"],
                body: body?.json() ?? []
            )
            happening.response = self.world.answer(request, wallClockSeconds: seconds)
            await self.world.settle(delivering: take)
        }
    }

    private mutating func draw(_ happening: Happening, of step: ScenarioStep) {
        for notification in happening.told {
            self.report.timeline.append(
                ScenarioReport.Line(
                    at: notification.signedAt,
                    step: step.name,
                    deed: nil,
                    notification: Self.words((notification.customer?.name, notification.name))
                )
            )
        }
        let places = Set(happening.told.map(\.place))
        var seen: Set<Int> = []
        for arrival in happening.arrivals {
            let isFirst = seen.insert(arrival.notification.place).inserted
            let isExpected = places.contains(arrival.notification.place) && isFirst
            if isExpected, arrival.outcome.isSuccess, case .success = arrival.verdict { continue }
            let verdict = if case .failure(let error) = arrival.verdict { error.code } else { "genuine" }
            let words = "\(Self.words(arrival.told)) arrives (\(verdict)), \(Self.words(arrival.outcome))"
            self.report.timeline.append(
                ScenarioReport.Line(at: arrival.at, step: step.name, deed: nil, notification: words)
            )
        }
        if let refusal = happening.refusal {
            self.report.timeline.append(
                ScenarioReport.Line(
                    at: self.world.now,
                    step: step.name,
                    deed: nil,
                    notification: "refused: \(refusal.code)"
                )
            )
        }
    }

    /// Whether a step went as it must: what is wrong with it, if anything.
    private mutating func judge(_ happening: Happening, of step: ScenarioStep) -> [String] {
        var complaints = self.judgeAnswer(happening, of: step)
        let told = happening.told.map { (customer: $0.customer?.name, name: $0.name) }
        if !ScenarioExpectation.match(step.expected, told) {
            complaints.append(Self.difference(expected: step.expected, told, verb: "told"))
        }
        complaints += self.judgeArrivals(happening, of: step)
        guard complaints.isEmpty else { return complaints }
        let evidence = ScenarioEvidence(happening, world: self.world)
        for fact in step.facts {
            complaints += evidence.complaints(about: fact, memory: self.memory)
        }
        return complaints
    }

    private func judgeAnswer(_ happening: Happening, of step: ScenarioStep) -> [String] {
        if case .call(let call) = step.deed, let response = happening.response, response.status != call.status {
            let body = String(decoding: response.body, as: UTF8.self)
            return ["must be answered with \(call.status), was with \(response.status) \(body)"]
        }
        switch (step.failure, happening.refusal) {
        case (nil, nil): return []
        case (let failure?, nil): return ["must be refused with \(failure), and was not"]
        case (nil, let refusal?): return ["was refused with \(refusal.code): \(refusal.message)"]
        case (let failure?, let refusal?):
            var codes = [refusal.code]
            switch refusal {
            case .extensionRefused(let code), .consumptionRefused(let code), .commerceRefused(let code):
                codes.append("\(refusal.code):\(code)")
            default: break
            }
            return codes.contains(failure) ? [] : ["must be refused with \(failure), was with \(codes.last ?? "")"]
        }
    }

    private mutating func judgeArrivals(_ happening: Happening, of step: ScenarioStep) -> [String] {
        var complaints: [String] = []
        for arrival in happening.arrivals {
            let name = Self.words(arrival.told)
            switch (arrival.verdict, step.rejection) {
            case (.success, nil): break
            case (.success, let code?): complaints.append("\(name) must be refused with \(code), and is genuine")
            case (.failure(let error), nil): complaints.append("\(name) is not genuine: \(error.code)")
            case (.failure(let error), let code?) where error.code != code:
                complaints.append("\(name) must be refused with \(code), was with \(error.code)")
            case (.failure, _?): break
            }
            guard self.isForwarding, step.receiver == nil else { continue }
            if step.rejection == nil, !arrival.outcome.isSuccess {
                complaints.append(Self.refusal(of: name, arrival.outcome))
            } else if step.rejection != nil, arrival.outcome.isSuccess {
                complaints.append("the server under test took \(name), which is not genuine")
            }
        }
        if case .action(let action) = step.deed, action.verb == .addFault { self.isPlain = false }
        if happening.arrivals.contains(where: { !$0.outcome.isSuccess }) { self.isPlain = false }
        let arrived = happening.arrivals.map(\.told)
        if let received = step.received {
            if !ScenarioExpectation.match(received, arrived) {
                complaints.append(Self.difference(expected: received, arrived, verb: "received"))
            }
        } else if self.isPlain, happening.arrivals.map(\.notification.place) != happening.told.map(\.place) {
            complaints.append("what was told did not arrive once and in its order")
        }
        return complaints
    }

    private static func difference(
        expected: [ScenarioExpectation],
        _ told: [(customer: String?, name: String)],
        verb: String
    ) -> String {
        let wanted = expected.isEmpty ? "nothing" : expected.map(\.description).joined(separator: ", ")
        let got = told.isEmpty ? "nothing" : told.map { Self.words($0) }.joined(separator: ", ")
        return "must have \(verb) \(wanted); \(verb) \(got)"
    }

    private static func words(_ told: (customer: String?, name: String)) -> String {
        (told.customer.map { "@\($0) " } ?? "") + told.name
    }

    private static func words(_ outcome: WorldDelivery.Outcome) -> String {
        switch outcome {
        case .answered(let status): "answered \(status)"
        case .failed(let result): "not answered (\(result.rawValue))"
        }
    }

    /// What a server under test did that does not take what is genuine; who does not listen has answered nothing.
    private static func refusal(of name: String, _ outcome: WorldDelivery.Outcome) -> String {
        switch outcome {
        case .answered(let status): "the server under test answered \(name) with \(status)"
        case .failed(let result):
            "the server under test did not answer \(name) (\(result.rawValue)): check that it runs, and the address"
        }
    }
}
