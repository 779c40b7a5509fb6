import AppStoreSimulator

/// Writes a program from a seed.
///
/// Each seed allows only some of the verbs, products, customers, switches and faults (swarm testing): a life in which
/// everything can happen rarely gets far with anything.
package struct ExplorerAuthor {
    var chance: SeededGenerator
    let profile: WorldProfile
    let customers: [String]
    let products: [String]
    let verbs: [WorldVerb]
    let effects: [WorldFault.Effect]
    let switches: [String]
    let fates: [ExplorerStep.Fate]
    let usesStrangeApp: Bool
    /// Who has bought something, and in what; only a first purchase can have been made in the past.
    var bought: Set<String> = []

    /// The program of a seed.
    package static func program(seed: UInt64) -> ExplorerProgram {
        var author = ExplorerAuthor(seed: seed)
        let customers = author.customers
        return Self.withSeats(Self.withOrders(author.write(seed: seed), among: customers), among: customers)
    }

    private init(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        self.profile = chance.pick([.production, .production, .production, .sandbox5m, .sandbox1h, .testflight])
        self.customers = Array(ExplorerShop.customers.prefix(1 + chance.number(below: 4)))
        self.products =
            chance.some(of: ExplorerShop.subscriptions, percent: 50) + chance.some(of: ExplorerShop.things, percent: 40)
        var themes = Self.themes
        themes.shuffle(using: &chance)
        self.verbs = themes.prefix(1 + chance.number(below: 4)).flatMap(\.self)
        self.effects = chance.happens(percent: 60) ? chance.some(of: Self.allEffects, percent: 40) : []
        self.switches = chance.some(of: Self.switches, percent: 10)
        self.fates = chance.happens(percent: 40) ? chance.some(of: ExplorerStep.Fate.allCases, percent: 60) : []
        self.usesStrangeApp = chance.happens(percent: 20)
        self.chance = chance
    }

    /// Verbs that need each other to get anywhere; buying and the clock are always there.
    private static let themes: [[WorldVerb]] = [
        [.declineCard, .declineCard, .repairCard, .setGracePeriod],
        [.joinFamily, .joinFamily, .leaveFamily, .shareWithFamily],
        [.requestRefund, .requestRefund, .refund, .reverseRefund, .answerConsumption],
        [.cancel, .reenable],
        [.changePrice, .consentToPrice],
        [.askToBuy, .approve, .decline, .interruptPurchases, .resolveInterruption],
        [.extendRenewal, .extendAllRenewals],
        [.expire, .renewNow, .delayRenewal],
        [.redeem, .redeem, .moveStorefront],
        [.restore, .finish, .setAppAccountToken],
        [.removeFromSale, .returnToSale],
        [.rescindConsent, .openExternalPurchase, .requestTestNotification],
    ]

    /// Switches that can be turned; without the identifier a notification of production is not the app's, so that one
    /// stays.
    private static let switches = WorldBehavior.switches.keys.filter { $0 != "namesAppleIdentifier" }.sorted()

    private static let allEffects: [WorldFault.Effect] = [
        .delay, .drop, .double, .shuffle, .burst, .corrupt, .wrongEnvironment,
    ]

    private mutating func write(seed: UInt64) -> ExplorerProgram {
        var program = ExplorerProgram(
            seed: seed,
            profile: self.profile,
            graceDays: self.chance.pick([nil, 3, 16, 28]),
            usesFile: self.chance.happens(percent: 12),
            silentCustomers: self.chance.some(of: self.customers, percent: 20)
        )
        for name in self.switches {
            var action = WorldAction(.setSwitch)
            action.name = name
            action.enabled = self.chance.happens(percent: 50)
            program.steps.append(.act(action))
        }
        let length = 15 + self.chance.number(below: 35)
        for _ in 0..<length { program.steps.append(self.step()) }
        program.steps.append(.quiet)
        return program
    }

    private mutating func step() -> ExplorerStep {
        switch self.chance.number(below: 100) {
        case 0..<16: return .act(self.purchase())
        case 16..<42: return .act(self.advance())
        case 42..<52:
            let transaction = self.chance.happens(percent: 80) ? self.chance.number(below: 6) : nil
            let submission = ExplorerSubmission(
                customer: self.chance.pick(self.customers),
                transaction: transaction,
                intent: self.chance.pick(["purchase", "sync", "restore"]),
                times: 1 + self.chance.number(below: 2)
            )
            return .submit(submission)
        case 52..<56:
            guard !self.effects.isEmpty else { return .act(self.advance()) }
            return .act(self.misbehavior())
        case 56..<59:
            guard !self.fates.isEmpty else { return .act(self.advance()) }
            return .server(self.chance.pick(self.fates))
        case 59..<62: return .quiet
        case 62..<64: return .server(.heal)
        case 64..<68:
            let quantity = Int64(1 + self.chance.number(below: 120))
            return .spend(ExplorerSpending(customer: self.chance.pick(self.customers), quantity: quantity))
        default:
            let verb = self.chance.pick(self.verbs)
            return .act(self.action(verb))
        }
    }

    /// The percentage of programs with orders.
    private static let share = 30

    /// The same program with orders made, paid for and called off among its steps.
    ///
    /// It draws from a generator of its own, so a program without orders is the same as it was before there were any,
    /// and one with orders has all its other steps.
    static func withOrders(_ program: ExplorerProgram, among customers: [String]) -> ExplorerProgram {
        var chance = SeededGenerator(seed: program.seed ^ 0x6f72_6465_7273)
        let speaking = customers.filter { !program.silentCustomers.contains($0) }
        guard chance.happens(percent: Self.share), !speaking.isEmpty else { return program }
        var program = program
        for _ in 0..<(1 + chance.number(below: 3)) {
            let customer = chance.pick(speaking)
            let quantity = 1 + chance.number(below: 3)
            // What is done with an order comes after it, somewhere before the last quiet point.
            var actions: [ExplorerOrdering.Action] = [.make]
            if chance.happens(percent: 20) { actions.append(.payOther) }
            if chance.happens(percent: 20) { actions.append(.cancel) }
            if chance.happens(percent: 85) { actions.append(.pay) }
            if chance.happens(percent: 15) { actions.append(.pay) }
            var place = chance.number(below: program.steps.count)
            for action in actions {
                let step = ExplorerOrdering(customer: customer, action: action, quantity: quantity)
                program.steps.insert(.order(step), at: place)
                place += 1 + chance.number(below: max(1, program.steps.count - 1 - place))
            }
        }
        return program
    }
}

extension SeededGenerator {
    /// Some of several, each with the same chance; in their order.
    mutating func some<Element>(of elements: [Element], percent: Int) -> [Element] {
        elements.filter { _ in self.happens(percent: percent) }
    }
}
