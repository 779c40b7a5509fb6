import AppStore

/// The run of one scenario in one world.
struct ScenarioRun {
    private let scenario: Scenario
    private let world: World
    private let app: WorldApp
    private let receiver: ScenarioReceiver
    private let isForwarding: Bool
    private var context: ScenarioContext
    private var report: ScenarioReport
    /// Whether each step's notifications must arrive within the step; `false` once a fault or the receiver interferes.
    private var isPlain = true

    /// Creates a run.
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
        self.context = ScenarioContext(of: world)
        self.report = ScenarioReport(scenario: scenario, seed: world.certificates.seed, outcome: .passed)
    }

    /// Runs the steps up to the first failure.
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

    /// The result of a step.
    struct StepResult {
        /// The result of the action.
        var answer = WorldActionResult()
        /// The response of Apple's interface.
        var response: AppleAPIResponse?
        /// The notifications that the step caused.
        var sent: [WorldNotification] = []
        /// The received deliveries.
        var arrivals: [ScenarioReceiver.Arrival] = []
        /// The error of a refused action.
        var refusal: WorldError?
    }

    private mutating func play(_ step: ScenarioStep) async -> [String] {
        self.report.timeline.append(
            ScenarioReport.Line(at: self.world.now, step: step.name, action: step.words, notification: nil)
        )
        self.receiver.begin(step.receiver)
        var result = StepResult()
        let before = self.world.notificationCount
        do throws(ScenarioError) {
            try await self.perform(step, &result)
        } catch {
            return [error.sentence]
        }
        result.sent = self.world.notifications(from: before)
        result.arrivals += self.receiver.takeArrivals()
        self.context.note(result.answer, of: step.name)
        self.report.caused = result.sent
        self.draw(result, of: step)
        return self.judge(result, of: step)
    }

    private func perform(_ step: ScenarioStep, _ result: inout StepResult) async throws(ScenarioError) {
        let receiver = self.receiver
        let take: NotificationReceiver = { await receiver.receive($0) }
        switch step.action {
        case .action(let action):
            let resolved = try self.context.resolve(action)
            do throws(WorldError) {
                result.answer = try await self.world.perform(resolved, delivering: take)
            } catch {
                result.refusal = error
            }
        case .call(let call):
            let path = try self.context.resolve(path: call.path)
            let body = try call.body.map { (body) throws(ScenarioError) in try self.context.resolve(body) }
            // The token is created and verified at the same instant, so any clock suffices.
            let seconds = self.world.now.milliseconds / 1000
            let key = try? self.world.apiKey(of: self.app.bundleId)
            let token = key?.bearerToken(bundleId: self.app.bundleId, issuedAtSeconds: seconds) ?? ""
            let request = AppleAPIRequest(
                call.method,
                path,
                headers: ["authorization": "Bearer \(token)", "content-type": "application/json"],
                body: body?.json() ?? []
            )
            result.response = self.world.answer(request, wallClockSeconds: seconds)
            await self.world.settle(delivering: take)
        }
    }

    private mutating func draw(_ result: StepResult, of step: ScenarioStep) {
        for notification in result.sent {
            self.report.timeline.append(
                ScenarioReport.Line(
                    at: notification.signedAt,
                    step: step.name,
                    action: nil,
                    notification: Self.words((notification.customer?.name, notification.name))
                )
            )
        }
        let indices = Set(result.sent.map(\.index))
        var seen: Set<Int> = []
        for arrival in result.arrivals {
            let isFirst = seen.insert(arrival.notification.index).inserted
            let isExpected = indices.contains(arrival.notification.index) && isFirst
            if isExpected, arrival.outcome.isSuccess, case .success = arrival.verdict { continue }
            let verdict = if case .failure(let error) = arrival.verdict { error.code } else { "genuine" }
            let words = "\(Self.words(arrival.sent)) arrives (\(verdict)), \(Self.words(arrival.outcome))"
            self.report.timeline.append(
                ScenarioReport.Line(at: arrival.at, step: step.name, action: nil, notification: words)
            )
        }
        if let refusal = result.refusal {
            self.report.timeline.append(
                ScenarioReport.Line(
                    at: self.world.now,
                    step: step.name,
                    action: nil,
                    notification: "refused: \(refusal.code)"
                )
            )
        }
    }

    /// Returns the failures of a step; empty when it passed.
    private mutating func judge(_ result: StepResult, of step: ScenarioStep) -> [String] {
        var complaints = self.judgeAnswer(result, of: step)
        let sent = result.sent.map { (customer: $0.customer?.name, name: $0.name) }
        if !ScenarioExpectation.match(step.expected, sent) {
            complaints.append(Self.difference(expected: step.expected, sent, verb: "sent"))
        }
        complaints += self.judgeArrivals(result, of: step)
        guard complaints.isEmpty else { return complaints }
        let evidence = ScenarioEvidence(result, world: self.world)
        for assertion in step.assertions {
            complaints += evidence.complaints(about: assertion, context: self.context)
        }
        return complaints
    }

    private func judgeAnswer(_ result: StepResult, of step: ScenarioStep) -> [String] {
        if case .call(let call) = step.action, let response = result.response, response.status != call.status {
            let body = String(decoding: response.body, as: UTF8.self)
            return ["must be answered with \(call.status), was with \(response.status) \(body)"]
        }
        switch (step.failure, result.refusal) {
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

    private mutating func judgeArrivals(_ result: StepResult, of step: ScenarioStep) -> [String] {
        var complaints: [String] = []
        for arrival in result.arrivals {
            let name = Self.words(arrival.sent)
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
        if case .action(let action) = step.action, action.verb == .addFault { self.isPlain = false }
        if result.arrivals.contains(where: { !$0.outcome.isSuccess }) { self.isPlain = false }
        let arrived = result.arrivals.map(\.sent)
        if let received = step.received {
            if !ScenarioExpectation.match(received, arrived) {
                complaints.append(Self.difference(expected: received, arrived, verb: "received"))
            }
        } else if self.isPlain, result.arrivals.map(\.notification.index) != result.sent.map(\.index) {
            complaints.append("the notifications did not arrive once and in their order")
        }
        return complaints
    }

    private static func difference(
        expected: [ScenarioExpectation],
        _ sent: [(customer: String?, name: String)],
        verb: String
    ) -> String {
        let wanted = expected.isEmpty ? "nothing" : expected.map(\.description).joined(separator: ", ")
        let got = sent.isEmpty ? "nothing" : sent.map { Self.words($0) }.joined(separator: ", ")
        return "must have \(verb) \(wanted); \(verb) \(got)"
    }

    private static func words(_ sent: (customer: String?, name: String)) -> String {
        (sent.customer.map { "@\($0) " } ?? "") + sent.name
    }

    private static func words(_ outcome: WorldDelivery.Outcome) -> String {
        switch outcome {
        case .answered(let status): "answered \(status)"
        case .failed(let result): "not answered (\(result.rawValue))"
        }
    }

    /// Returns the failure of a server under test that did not accept a genuine notification.
    private static func refusal(of name: String, _ outcome: WorldDelivery.Outcome) -> String {
        switch outcome {
        case .answered(let status): "the server under test answered \(name) with \(status)"
        case .failed(let result):
            "the server under test did not answer \(name) (\(result.rawValue)): check that it runs, and the address"
        }
    }
}
